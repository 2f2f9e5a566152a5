//! What may change in a struct, tested in both directions.

use archive::{Archive, ErrorKind, Upgrade};

use crate::{load, skip};

/// The type as it shipped.
mod shipped {
    #[derive(archive::Archive, Debug, PartialEq, Clone)]
    #[archive(name = "Save")]
    pub struct Save {
        pub level: u32,
        #[default = 50]
        pub health: u16,
    }

    pub fn save() -> Save {
        Save { level: 3, health: 70 }
    }
}

mod with_more {
    #[derive(archive::Archive, Debug, PartialEq)]
    #[archive(name = "Save")]
    pub struct Save {
        pub level: u32,
        #[since(2, default = 9)]
        pub mana: u8,
        pub health: u16,
    }
}

#[test]
fn a_new_field_is_unknown_to_an_older_program() {
    let newer = with_more::Save { level: 3, mana: 7, health: 70 };
    assert_eq!(skip::<shipped::Save>(&newer).unwrap(), shipped::save());
    let error = load::<shipped::Save>(&newer).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownField, "mana"));
    assert_eq!((error.found_version(), error.readable_versions()), (Some(2), Some((1, 1))));
}

#[test]
fn a_field_that_was_added_without_a_version_holds_its_default() {
    #[derive(Archive, Debug, PartialEq)]
    struct Save {
        #[default = 9]
        mana: u8,
        level: u32,
        health: u16,
    }
    let loaded: Save = load(&shipped::save()).unwrap();
    assert_eq!(loaded, Save { mana: 9, level: 3, health: 70 });
}

#[test]
fn a_field_that_a_newer_program_removed_holds_its_default() {
    #[derive(Archive)]
    struct Save {
        level: u32,
        #[archive(removed(health: u16, until = 2))]
        #[since(2, default = 0)]
        mana: u8,
    }
    let newer = Save { level: 3, mana: 1 };
    let loaded: shipped::Save = skip(&newer).unwrap();
    assert_eq!(loaded, shipped::Save { level: 3, health: 50 });
}

#[test]
fn a_field_without_a_default_must_be_there() {
    #[derive(Archive)]
    #[archive(version = 2)]
    struct Save {
        health: u16,
        #[archive(removed(level: u32, until = 2))]
        #[archive(skip)]
        _cache: u8,
    }
    let error = load::<shipped::Save>(&Save { health: 70, _cache: 0 }).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::MissingField, "level"));
}

#[test]
fn a_removed_field_is_handed_over() {
    #[derive(Archive, Debug, PartialEq)]
    struct Save {
        #[archive(removed(health: u16, until = 2, into = Save::take))]
        #[default = 0.0]
        health_share: f32,
        level: u32,
    }
    impl Save {
        fn take(&mut self, health: u16) {
            self.health_share = f32::from(health) / 100.0;
        }
    }
    // The shipped type has `level` first, so this one is read by name.
    let loaded: Save = load(&shipped::save()).unwrap();
    assert_eq!(loaded, Save { health_share: 0.7, level: 3 });
}

#[test]
fn a_field_that_came_back_is_found_by_its_lifespan() {
    #[derive(Archive, Debug, PartialEq)]
    struct Save {
        #[archive(removed(health: u16, until = 2))]
        #[since(3, default = String::from("well"))]
        health: String,
        level: u32,
    }
    let old: Save = load(&shipped::save()).unwrap();
    assert_eq!(old, Save { health: "well".into(), level: 3 });
    let newer = Save { health: "ill".into(), level: 3 };
    let error = load::<shipped::Save>(&newer).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownField, "health"));
    assert_eq!(skip::<shipped::Save>(&newer).unwrap(), shipped::Save { level: 3, health: 50 });
}

#[test]
fn a_renamed_field_is_found_by_the_name_it_had() {
    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Save")]
    struct Renamed {
        #[archive(renamed(2, from = "health"))]
        hp: u16,
        level: u32,
    }
    let loaded: Renamed = load(&shipped::save()).unwrap();
    assert_eq!(loaded, Renamed { hp: 70, level: 3 });
    let newer = Renamed { hp: 70, level: 3 };
    assert_eq!(load::<shipped::Save>(&newer).unwrap_err().path(), "hp");
    assert_eq!(skip::<shipped::Save>(&newer).unwrap(), shipped::Save { level: 3, health: 50 });
}

#[test]
fn a_field_is_found_by_an_alias() {
    #[derive(Archive, Debug, PartialEq)]
    struct Save {
        #[archive(alias = "health")]
        hp: u16,
        level: u32,
    }
    assert_eq!(load::<Save>(&shipped::save()).unwrap(), Save { hp: 70, level: 3 });
}

#[test]
fn a_field_of_quite_another_type_is_refused() {
    #[derive(Archive, Debug)]
    struct Save {
        level: String,
        health: u16,
    }
    let error = load::<Save>(&shipped::save()).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Mismatch, "level"));
}

#[test]
fn fields_may_stand_in_another_order() {
    #[derive(Archive, Debug, PartialEq)]
    struct Save {
        health: u16,
        level: u32,
    }
    let theirs = Save { health: 70, level: 3 };
    assert_eq!(load::<shipped::Save>(&theirs).unwrap(), shipped::save());
    assert_eq!(load::<Save>(&shipped::save()).unwrap(), theirs);
}

#[test]
fn hooks_run_as_they_do_by_version() {
    #[derive(Archive, Debug, PartialEq)]
    #[archive(version = 2, upgrade(from = 1, with = Save::upgrade), validate = Save::check)]
    struct Save {
        #[archive(removed(health: u16, until = 2))]
        #[default = 0]
        hearts: u16,
        level: u32,
    }
    impl Save {
        fn upgrade(&mut self, old: &mut Upgrade) {
            self.hearts = old.take::<u16>("health").map_or(0, |health| health / 10);
        }

        fn check(&self) -> Result<(), &'static str> {
            if self.level < 9 { Ok(()) } else { Err("too high") }
        }
    }
    let loaded: Save = load(&shipped::save()).unwrap();
    assert_eq!(loaded, Save { hearts: 7, level: 3 });
    let error = load::<Save>(&shipped::Save { level: 9, health: 1 }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Hook);
}

#[test]
fn a_version_that_is_no_longer_read_is_refused() {
    #[derive(Archive, Debug)]
    #[archive(version = 3, oldest = 2)]
    struct Save {
        health: u16,
        level: u32,
    }
    let error = load::<Save>(&shipped::save()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooOld);
}

#[test]
fn tuple_fields_are_found_by_their_places() {
    mod newer {
        #[derive(archive::Archive)]
        pub struct Point(pub u8, pub u8, #[since(2, default = 0)] pub u8);
    }
    #[derive(Archive, Debug, PartialEq)]
    struct Point(u8, u16);
    assert_eq!(skip::<Point>(&newer::Point(1, 2, 3)).unwrap(), Point(1, 2));
}
