//! What may change in an enum, tested in both directions.

use std::collections::{BTreeMap, BTreeSet};

use archive::{Archive, ErrorKind, Layout, Newer, Options, UnknownPolicy};

use crate::{load, skip};

mod shipped {
    #[derive(archive::Archive, Debug, PartialEq)]
    #[archive(name = "Action")]
    pub enum Action {
        Wait,
        Walk(i8, i8),
        Say { text: String },
    }
}

mod newer {
    /// Other places, another name, one variant more, and a field more.
    #[derive(archive::Archive, Debug, PartialEq)]
    #[archive(name = "Action")]
    pub enum Action {
        #[since(2)]
        Fly { height: f32 },
        #[archive(tag = 2)]
        Say {
            #[since(2, default = 10)]
            loudness: u8,
            text: String,
        },
        #[archive(removed(Wait, until = 2, into = Action::waited, tag = 0))]
        #[archive(renamed(2, from = "Walk"), tag = 1)]
        Go(i16, i16),
    }

    impl Action {
        fn waited() -> Self {
            Self::Go(0, 0)
        }
    }
}

#[test]
fn variants_are_found_by_the_names_they_had() {
    use newer::Action;
    let said = shipped::Action::Say { text: "hi".into() };
    assert_eq!(load::<Action>(&said).unwrap(), Action::Say { loudness: 10, text: "hi".into() });
    assert_eq!(load::<Action>(&shipped::Action::Walk(1, -1)).unwrap(), Action::Go(1, -1));
    assert_eq!(load::<Action>(&shipped::Action::Wait).unwrap(), Action::Go(0, 0));
}

#[test]
fn a_new_field_of_a_variant_is_unknown_to_an_older_program() {
    let said = newer::Action::Say { loudness: 11, text: "hi".into() };
    let error = load::<shipped::Action>(&said).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownField, "loudness"));
    let loaded = skip::<shipped::Action>(&said).unwrap();
    assert_eq!(loaded, shipped::Action::Say { text: "hi".into() });
}

#[test]
fn a_new_variant_is_named_where_it_is_unknown() {
    let flying = vec![newer::Action::Fly { height: 0.5 }];
    let error = load::<Vec<shipped::Action>>(&flying).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownTag, "[0]"));
    assert_eq!(error.detail(), "the variant `Action::Fly` is unknown here");
    let went = load::<shipped::Action>(&newer::Action::Go(1, 1)).unwrap_err();
    assert_eq!(went.detail(), "the variant `Action::Go` is unknown here");
}

#[test]
fn a_variant_is_found_by_an_alias() {
    #[derive(Archive, Debug, PartialEq)]
    enum Action {
        #[archive(alias = "Walk")]
        Go(i8, i8),
        Rest,
    }
    assert_eq!(load::<Action>(&shipped::Action::Walk(1, 2)).unwrap(), Action::Go(1, 2));
    assert_eq!(load::<Action>(&shipped::Action::Wait).unwrap_err().kind(), ErrorKind::UnknownTag);
    assert_eq!(load::<shipped::Action>(&Action::Rest).unwrap_err().kind(), ErrorKind::UnknownTag);
}

#[test]
fn an_enum_is_no_struct() {
    #[derive(Archive, Debug)]
    struct Action {
        text: String,
    }
    let error = load::<Action>(&shipped::Action::Wait).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    let error = load::<shipped::Action>(&Action { text: String::new() }).unwrap_err();
    assert_eq!(error.detail(), "expected the enum `Action`, but the struct `Action` is stored");
}

#[test]
fn enums_of_the_library_are_read_by_name() {
    assert_eq!(load::<Result<u16, String>>(&Ok::<u8, String>(7)).unwrap(), Ok(7));
    assert_eq!(load::<Result<u8, char>>(&Err::<u16, char>('a')).unwrap(), Err('a'));
    assert_eq!(load::<std::ops::Range<u64>>(&(1_u8..2)).unwrap(), 1..2);
}

mod theirs {
    #[derive(archive::Archive, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Kind {
        A,
        B,
        Burn,
    }
}

mod ours {
    #[derive(archive::Archive, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Kind {
        A,
        B,
        Heal,
    }
}

#[derive(Archive, Debug, PartialEq)]
#[archive(name = "Save")]
struct Save<T: Ord> {
    title: String,
    kind: T,
    list: Vec<T>,
    map: BTreeMap<String, T>,
    set: BTreeSet<T>,
    pair: [T; 2],
    option: Option<T>,
    inner: Vec<Vec<T>>,
}

fn save<T: Copy + Ord>(each: T) -> Save<T> {
    Save {
        title: "x".into(),
        kind: each,
        list: vec![each; 70],
        map: [("a".to_owned(), each)].into(),
        set: [each].into(),
        pair: [each; 2],
        option: Some(each),
        inner: vec![vec![each]],
    }
}

#[derive(Archive, Debug)]
#[archive(name = "Save")]
struct Part {
    kind: ours::Kind,
}

/// Two programs gave the same tag to different new variants.
#[test]
fn a_variant_with_the_tag_of_another_is_none_of_them() {
    let directory = tempfile::tempdir().unwrap();
    for layout in [Layout::Rows, Layout::Columns] {
        let options = Options::file().layout(layout);
        let accepting = options.clone().newer(Newer::Accept);
        for unknown in [UnknownPolicy::Error, UnknownPolicy::Skip, UnknownPolicy::Retain] {
            let accepting = accepting.clone().unknown(unknown);
            let known = options.to_vec(&save(theirs::Kind::B)).unwrap();
            let loaded: Save<ours::Kind> = accepting.from_slice(&known).unwrap();
            assert_eq!(loaded, save(ours::Kind::B));
            let bytes = options.to_vec(&save(theirs::Kind::Burn)).unwrap();
            let error = accepting.from_slice::<Save<ours::Kind>>(&bytes).unwrap_err();
            assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownTag, "kind"), "{error}");
            let list = options.to_vec(&[theirs::Kind::A, theirs::Kind::Burn][..]).unwrap();
            let error = accepting.from_slice::<Vec<ours::Kind>>(&list).unwrap_err();
            assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownTag, "[1]"), "{error}");
        }
        let path = directory.path().join("x.sav");
        options.save(&path, &save(theirs::Kind::B)).unwrap();
        assert_eq!(archive::load_part::<Part>(&path).unwrap().kind, ours::Kind::B);
        options.save(&path, &save(theirs::Kind::Burn)).unwrap();
        let error = archive::load_part::<Part>(&path).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownTag, "kind"), "{error}");
    }
}
