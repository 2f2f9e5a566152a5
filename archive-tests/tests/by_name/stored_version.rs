//! The version at which a record is read, where types have several.

use archive::{Archive, ErrorKind, Newer, Options};

use crate::{load, skip, to_rows};

mod theirs {
    use archive::Archive;

    #[derive(Archive)]
    pub struct World {
        pub hero: Hero,
        pub pet: Pet,
    }

    /// Version 1, which this program knows.
    #[derive(Archive)]
    pub struct Hero {
        pub hp: u16,
    }

    /// Newer than this program.
    #[derive(Archive)]
    #[archive(version = 5)]
    pub struct Pet {
        pub name: String,
        #[since(5, default = 0)]
        pub fleas: u64,
    }

    pub fn world() -> World {
        World { hero: Hero { hp: 7 }, pet: Pet { name: "Rex".into(), fleas: 3 } }
    }
}

#[derive(Archive, Debug, PartialEq)]
struct World {
    hero: Hero,
    pet: Pet,
}

#[derive(Archive, Debug, PartialEq)]
struct Hero {
    #[archive(renamed(2, from = "hp"), was(u16, until = 3))]
    health: u32,
    #[since(3, default = *health as u64 * 2)]
    strength: u64,
}

#[derive(Archive, Debug, PartialEq)]
struct Pet {
    name: String,
    #[since(2, default = 4)]
    legs: u8,
}

#[test]
fn a_known_version_is_read_as_that_and_a_newer_one_as_todays() {
    let loaded: World = skip(&theirs::world()).unwrap();
    let hero = Hero { health: 7, strength: 14 };
    assert_eq!(loaded, World { hero, pet: Pet { name: "Rex".into(), legs: 4 } });
}

#[test]
fn the_path_leads_to_what_is_unknown() {
    let error = load::<World>(&theirs::world()).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::UnknownField, "pet.fleas"));
    assert_eq!((error.type_name(), error.found_version()), ("Pet", Some(5)));
}

#[test]
fn a_newer_file_is_refused_unless_it_is_asked_for() {
    let bytes = to_rows(&theirs::world());
    let refused = Options::file().newer(Newer::Refuse).from_slice::<World>(&bytes).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::TooNew);
}

#[test]
fn a_newer_message_cannot_be_read_by_name() {
    let bytes = Options::message().to_vec(&theirs::world()).unwrap();
    let options = Options::message().newer(Newer::Accept);
    assert_eq!(options.from_slice::<World>(&bytes).unwrap_err().kind(), ErrorKind::TooNew);
}

#[test]
fn the_name_of_the_root_must_be_one_that_it_has_or_had() {
    #[derive(Archive, Debug, PartialEq)]
    #[archive(renamed(3, from = "Hero"))]
    struct Champion {
        #[default = 0]
        hp: u64,
    }
    assert_eq!(load::<Champion>(&theirs::Hero { hp: 7 }).unwrap(), Champion { hp: 7 });
    assert_eq!(load::<Hero>(&Champion { hp: 7 }).unwrap_err().kind(), ErrorKind::WrongType);
}

#[test]
fn a_type_inside_may_have_any_name() {
    #[derive(Archive, Debug)]
    struct Champion {
        hp: u64,
    }
    #[derive(Archive, Debug)]
    #[archive(name = "Team")]
    struct Theirs {
        hero: Champion,
    }
    #[derive(Archive)]
    #[archive(name = "Team")]
    struct Team {
        hero: Hero,
    }
    let theirs = Theirs { hero: Champion { hp: 7 } };
    let found = skip::<Team>(&theirs).unwrap().hero;
    assert_eq!(found, Hero { health: 7, strength: 14 });
}

#[test]
fn types_that_are_unknown_are_left_out_with_their_fields() {
    mod newer {
        use archive::Archive;

        #[derive(Archive)]
        pub struct Hero {
            pub hp: u16,
            #[since(9, default = Vec::new())]
            pub quests: Vec<Quest>,
        }

        #[derive(Archive, Clone)]
        pub enum Quest {
            Find { what: String },
        }
    }
    let quests = vec![newer::Quest::Find { what: "ring".into() }; 2];
    let theirs = newer::Hero { hp: 7, quests };

    #[derive(Archive, Debug, PartialEq)]
    #[archive(name = "Hero")]
    struct Now {
        hp: u16,
    }
    assert_eq!(skip::<Now>(&theirs).unwrap(), Now { hp: 7 });
    assert_eq!(load::<Now>(&theirs).unwrap_err().path(), "quests");
}
