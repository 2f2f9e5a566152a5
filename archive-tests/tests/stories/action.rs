//! An enum through three releases: its variants change their fields, are added anywhere, keep their
//! tags, are renamed and are removed.

use archive::ErrorKind;
use archive_tests::golden::{Story, refusal};

mod v1 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub enum Action {
        Stop,
        Walk { dx: i8, dy: i8 },
        Cast(String),
        Dance(u8),
    }
}

mod v2 {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub enum Action {
        #[since(2)]
        Jump,
        Stop,
        Walk {
            #[archive(was(i8, until = 2))]
            dx: i16,
            #[archive(removed(dy: i8, until = 2, default = 0))]
            #[since(2, default = 1)]
            speed: u8,
        },
        Cast(String, #[since(2, default = 5)] u8),
        #[archive(removed(Dance(u8), until = 2, into = no_dance))]
        #[since(2)]
        #[archive(tag = 40)]
        Emote {
            face: String,
        },
    }

    fn no_dance(_style: u8) -> Action {
        Action::Stop
    }
}

pub mod v3 {
    use archive::{Archive, Context};

    #[derive(Archive, Debug, PartialEq)]
    pub enum Action {
        #[archive(removed(Jump, since = 2, until = 3))]
        Stop {
            #[since(3, default = 0)]
            reason: u8,
        },
        Walk {
            #[archive(was(i8, until = 2), was(i16, until = 3))]
            dx: i32,
            #[archive(removed(dy: i8, until = 2, default = 0))]
            #[archive(removed(speed: u8, since = 2, until = 3, default = 1))]
            #[since(3, default = *dx / 2)]
            pace: i32,
        },
        #[archive(renamed(3, from = "Cast"))]
        Spell(String, #[since(2, default = 5)] u8),
        #[archive(removed(Dance(u8), until = 2, into = dance))]
        #[archive(removed(Emote { face: String }, since = 2, until = 3, tag = 40, into = say))]
        #[since(3)]
        Say(String),
    }

    fn dance(style: u8, _: &mut Context<'_>) -> Action {
        Action::Say(format!("*dances {style}*"))
    }

    fn say(face: String) -> Result<Action, String> {
        if face.is_empty() { Err("an empty face".into()) } else { Ok(Action::Say(face)) }
    }
}

fn story() -> Story {
    let mut story = Story::new("action");
    let walk = v1::Action::Walk { dx: -3, dy: 4 };
    let cast = v1::Action::Cast("fog".into());
    story.ships(1, &vec![v1::Action::Stop, walk, cast, v1::Action::Dance(2)]);
    let walk = v2::Action::Walk { dx: 300, speed: 2 };
    let cast = v2::Action::Cast("fog".into(), 9);
    let emote = v2::Action::Emote { face: ":)".into() };
    story.ships(2, &vec![v2::Action::Stop, walk, cast, emote]);
    let walk = v3::Action::Walk { dx: 70_000, pace: 9 };
    let spell = v3::Action::Spell("fog".into(), 9);
    let say = v3::Action::Say("hello".into());
    story.ships(3, &vec![v3::Action::Stop { reason: 2 }, walk, spell, say]);
    story
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let story = story();
    let walk = v2::Action::Walk { dx: -3, speed: 1 };
    let cast = v2::Action::Cast("fog".into(), 5);
    story.loads(1, 2, &vec![v2::Action::Stop, walk, cast, v2::Action::Stop]);
    let walk = v3::Action::Walk { dx: -3, pace: -1 };
    let spell = v3::Action::Spell("fog".into(), 5);
    let say = v3::Action::Say("*dances 2*".into());
    story.loads(1, 3, &vec![v3::Action::Stop { reason: 0 }, walk, spell, say]);
    let walk = v3::Action::Walk { dx: 300, pace: 150 };
    let spell = v3::Action::Spell("fog".into(), 9);
    let say = v3::Action::Say(":)".into());
    story.loads(2, 3, &vec![v3::Action::Stop { reason: 0 }, walk, spell, say]);
    story.refuses::<Vec<v1::Action>>(2, 1);
    story.refuses::<Vec<v1::Action>>(3, 1);
    story.refuses::<Vec<v2::Action>>(3, 2);
    write_for_older_versions(&story);
    insta::assert_snapshot!(story.refusals());
}

fn write_for_older_versions(story: &Story) {
    let walk = v2::Action::Walk { dx: -3, speed: 1 };
    let cast = v2::Action::Cast("fog".into(), 5);
    let theirs =
        vec![v1::Action::Stop, v1::Action::Walk { dx: -3, dy: 0 }, v1::Action::Cast("fog".into())];
    story.writes_for(2, 1, &vec![v2::Action::Stop, walk, cast], &theirs);
    story.cannot_write_for(2, 1, "a new variant", &vec![v2::Action::Stop, v2::Action::Jump]);
    let walk = v2::Action::Walk { dx: 200, speed: 1 };
    story.cannot_write_for(2, 1, "a wider field", &vec![walk]);
    let cast = v2::Action::Cast("fog".into(), 6);
    story.cannot_write_for(2, 1, "a new field of a tuple variant", &vec![cast]);

    let ours = || {
        vec![
            v3::Action::Stop { reason: 0 },
            v3::Action::Walk { dx: -3, pace: -1 },
            v3::Action::Spell("fog".into(), 5),
        ]
    };
    story.writes_for(3, 1, &ours(), &theirs);
    let walk = v2::Action::Walk { dx: -3, speed: 1 };
    let cast = v2::Action::Cast("fog".into(), 5);
    story.writes_for(3, 2, &ours(), &vec![v2::Action::Stop, walk, cast]);
    let stop = v3::Action::Stop { reason: 2 };
    story.cannot_write_for(3, 2, "the first field of a variant", &vec![stop]);
    let walk = v3::Action::Walk { dx: 10, pace: 6 };
    story.cannot_write_for(3, 2, "no default of fields above", &vec![walk]);
    let say = v3::Action::Say("hello".into());
    story.cannot_write_for(3, 1, "a new variant", &vec![say]);
}

#[test]
fn a_removed_variant_without_into_is_an_error_that_names_it() {
    let old = vec![v2::Action::Stop, v2::Action::Jump];
    let (error, said) =
        refusal(&old, |options, bytes| options.from_slice::<Vec<v3::Action>>(bytes).unwrap_err());
    assert_eq!((error.kind(), error.path()), (ErrorKind::RetiredVariant, "[1]"));
    insta::assert_snapshot!(said);
}

#[test]
fn into_of_a_removed_variant_may_refuse() {
    let old = vec![v2::Action::Emote { face: String::new() }];
    let (error, said) =
        refusal(&old, |options, bytes| options.from_slice::<Vec<v3::Action>>(bytes).unwrap_err());
    assert_eq!((error.kind(), error.path()), (ErrorKind::Convert, "[0]"));
    insta::assert_snapshot!(said);
}

#[test]
fn a_tag_of_another_version_stands_for_no_variant() {
    let mut bytes = archive::Options::message().to_vec(&vec![v1::Action::Stop]).unwrap();
    *bytes.last_mut().unwrap() = 4;
    let error = archive::from_slice::<Vec<v3::Action>>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownTag, "[0]"));
    insta::assert_snapshot!(error);
}

#[test]
fn a_variants_tag_never_changes() {
    let tag = |bytes: Vec<u8>| bytes[bytes.len() - 1];
    let message = archive::Options::message();
    assert_eq!(tag(message.to_vec(&v1::Action::Stop).unwrap()), 0);
    assert_eq!(tag(message.to_vec(&v2::Action::Stop).unwrap()), 0);
    assert_eq!(tag(message.to_vec(&v2::Action::Jump).unwrap()), 4);
    let walk = |dx| v3::Action::Walk { dx, pace: 0 };
    let bytes = message.to_vec(&walk(0)).unwrap();
    assert_eq!(bytes[bytes.len() - 9..], [1, 0, 0, 0, 0, 0, 0, 0, 0]);
}
