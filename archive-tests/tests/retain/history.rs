//! Retained fields in types that have a history.

use archive::{Archive, ErrorKind, Options, Outcome, Unknown, VersionTable};

use super::{forms, load, refused, retain};

/// The first release.
mod first {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub(super) struct Hero {
        pub(super) hp: u8,
        pub(super) mana: u16,
    }
}

// The second release, to which the player went back.
#[derive(Archive, Clone, Debug, PartialEq)]
struct Hero {
    #[archive(was(u8, until = 2), renamed(2, from = "hp"))]
    health: u32,
    #[archive(removed(mana: u16, until = 2, default = 9))]
    #[since(2, default = 1)]
    level: u32,
    #[since(2, default = *level * 10)]
    power: u32,
    #[archive(unknown)]
    extra: Unknown,
}

/// The third release: `power` is gone, `health` is renamed, and `mana` is back as a text.
mod third {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub(super) struct Hero {
        #[archive(was(u8, until = 2), renamed(2, from = "hp"), renamed(3, from = "health"))]
        pub(super) vigor: u32,
        #[archive(removed(mana: u16, until = 2, default = 9))]
        #[since(3, default = String::new())]
        pub(super) mana: String,
        #[since(2, default = 1)]
        pub(super) level: u32,
        #[archive(removed(power: u32, since = 2, until = 3, default = 0))]
        #[since(3, default = false)]
        pub(super) rich: bool,
    }
}

/// The second release with a new field, but without a new version.
mod silent {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    #[archive(version = 2)]
    pub(super) struct Hero {
        pub(super) health: u32,
        pub(super) level: u32,
        pub(super) rich: bool,
        pub(super) power: u32,
    }
}

#[test]
fn an_older_file_is_loaded_by_its_versions_and_keeps_nothing() {
    let bytes = archive::to_vec(&first::Hero { hp: 7, mana: 3 }).unwrap();
    for options in [Options::file(), retain()] {
        let hero: Hero = options.from_slice(&bytes).unwrap();
        let extra = Unknown::new();
        assert_eq!(hero, Hero { health: 7, level: 1, power: 10, extra });
    }
}

#[test]
fn a_renamed_field_is_not_known_without_an_alias() {
    let theirs = third::Hero { vigor: 7, mana: "much".into(), level: 4, rich: true };
    let error = load::<Hero>(&archive::to_vec(&theirs).unwrap()).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::MissingField, "health"));
}

#[test]
fn a_field_of_a_silent_change_is_kept() {
    let theirs = silent::Hero { health: 7, level: 4, rich: true, power: 5 };
    for form in forms() {
        let bytes = form.to_vec(&theirs).unwrap();
        assert_eq!(archive::from_slice::<Hero>(&bytes).unwrap_err().kind(), ErrorKind::Mismatch);
        let mut hero: Hero = load(&bytes).unwrap();
        hero.power = 6;
        let saved: silent::Hero = archive::from_slice(&form.to_vec(&hero).unwrap()).unwrap();
        assert_eq!(saved, silent::Hero { power: 6, ..theirs });
    }
}

/// The third release again, but without the rename.
mod next {
    use archive::Archive;

    #[derive(Archive, Debug, PartialEq)]
    pub(super) struct Hero {
        #[archive(was(u8, until = 2), renamed(2, from = "hp"))]
        pub(super) health: u32,
        #[archive(removed(mana: u16, until = 2, default = 9))]
        #[since(3, default = String::new())]
        pub(super) mana: String,
        #[since(2, default = 1)]
        pub(super) level: u32,
        #[archive(removed(power: u32, since = 2, until = 3, default = 0))]
        #[since(3, default = false)]
        pub(super) rich: bool,
    }
}

fn loaded() -> Hero {
    let theirs = next::Hero { health: 7, mana: "much".into(), level: 4, rich: true };
    load(&archive::to_vec(&theirs).unwrap()).unwrap()
}

#[test]
fn a_default_that_is_made_of_other_fields_may_change_with_them() {
    let mut hero = loaded();
    // A name that another field had before is kept like any other.
    assert_eq!(hero.extra.names().collect::<Vec<_>>(), ["mana", "rich"]);
    assert_eq!(hero.power, 40);
    hero.level = 5;
    let lost = (ErrorKind::CannotWrite, "power".to_owned());
    assert_eq!(refused(archive::to_vec(&hero)), lost);
    hero.power = 50;
    let saved: next::Hero = archive::from_slice(&archive::to_vec(&hero).unwrap()).unwrap();
    assert_eq!(saved, next::Hero { health: 7, mana: "much".into(), level: 5, rich: true });
}

#[test]
fn an_older_peer_is_written_to_without_what_was_kept() {
    let first = VersionTable::new().with("Hero", 1);
    let hero = loaded();
    for options in [Options::message(), Options::file()] {
        let theirs = options.to_vec(&first::Hero { hp: 7, mana: 9 }).unwrap();
        let options = options.write_for(&first);
        assert_eq!(refused(options.to_vec(&hero)), (ErrorKind::Retained, "mana".to_owned()));
        assert_eq!(options.unknown(Unknown::Skip).to_vec(&hero).unwrap(), theirs);
    }
}

#[test]
fn a_report_tells_lacking_fields_from_kept_ones() {
    let theirs = next::Hero { health: 7, mana: "much".into(), level: 4, rich: true };
    let report = retain().report::<Hero>(&archive::to_vec(&theirs).unwrap()).unwrap();
    let notes: Vec<_> = report.notes().iter().map(|it| (&*it.path, it.outcome)).collect();
    assert_eq!(
        notes,
        [("power", Outcome::Defaulted), ("mana", Outcome::Retained), ("rich", Outcome::Retained),]
    );
}
