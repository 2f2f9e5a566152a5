//! What a load does with an archive, field by field.

use std::collections::BTreeMap;
use std::rc::Rc;

use archive::{Archive, ErrorKind, Newer, Options, Outcome, Unknown};

mod shipped {
    use archive::Archive;

    #[derive(Archive)]
    pub struct World {
        pub heroes: Vec<Hero>,
        pub seed: u32,
    }

    #[derive(Archive)]
    pub struct Hero {
        pub hp: u8,
        pub mana: u16,
        pub mood: Mood,
    }

    #[derive(Archive)]
    pub enum Mood {
        Angry { at: String },
    }
}

#[derive(Archive, Debug)]
struct World {
    heroes: Vec<Hero>,
    #[archive(was(u32, until = 2))]
    seed: u64,
}

#[derive(Archive, Debug)]
struct Hero {
    #[archive(renamed(3, from = "hp"))]
    health: u8,
    #[archive(removed(mana: u16, until = 2))]
    #[since(3, default = 1)]
    level: u32,
    mood: Mood,
}

#[derive(Archive, Debug)]
enum Mood {
    Angry {
        at: String,
        #[since(2, default = 5)]
        strength: u8,
    },
}

fn old() -> shipped::World {
    let mood = shipped::Mood::Angry { at: "Ann".into() };
    shipped::World { heroes: vec![shipped::Hero { hp: 7, mana: 9, mood }], seed: 3 }
}

fn outcomes(options: &Options, bytes: &[u8]) -> Vec<(String, Outcome)> {
    let report = options.report::<World>(bytes).unwrap();
    report.notes().iter().map(|note| (note.path.clone(), note.outcome)).collect()
}

#[test]
fn an_older_file_is_told_field_by_field() {
    let expected = [
        ("heroes[].health".into(), Outcome::Renamed),
        ("heroes[].level".into(), Outcome::Defaulted),
        ("heroes[].mood.Angry.strength".into(), Outcome::Defaulted),
        ("heroes[].mana".into(), Outcome::Removed),
        ("seed".into(), Outcome::Converted),
    ];
    for options in [Options::file(), Options::message()] {
        let bytes = options.to_vec(&old()).unwrap();
        assert_eq!(outcomes(&options, &bytes), expected);
    }
    let bytes = archive::to_vec(&old()).unwrap();
    let report = Options::file().report::<World>(&bytes).unwrap();
    assert!(!report.is_lossless());
    insta::assert_snapshot!(report.to_string(), @r"
    heroes[].health has another name; stored is hp (Hero @1, here @3)
    heroes[].level gets its default (Hero @1, here @3)
    heroes[].mood.Angry.strength gets its default (Mood @1, here @2)
    heroes[].mana is gone (Hero @1, here @3)
    seed was converted; stored is u32 (World @1, here @2)
    ");
}

#[test]
fn a_name_that_came_back_is_another_field() {
    mod one {
        #[derive(archive::Archive)]
        pub struct Rules {
            pub difficulty: i32,
            pub mana: u32,
            pub speed: u8,
        }
    }
    /// `difficulty` was gone for a while, and what was in `mana` was given up for something else.
    #[derive(Archive, Debug)]
    struct Rules {
        #[archive(removed(difficulty: i32, until = 2))]
        #[archive(removed(mana: u32, until = 3))]
        #[since(3, default = 5)]
        mana: u32,
        #[archive(was(u8, until = 4))]
        speed: u16,
        #[since(4, default = 0.5)]
        difficulty: f32,
    }

    let bytes = archive::to_vec(&one::Rules { difficulty: 7, mana: 9, speed: 3 }).unwrap();
    let rules: Rules = archive::from_slice(&bytes).unwrap();
    assert_eq!((rules.mana, rules.speed, rules.difficulty), (5, 3, 0.5));
    let report = Options::file().report::<Rules>(&bytes).unwrap();
    let found: Vec<_> = report.notes().iter().map(|note| (&*note.path, note.outcome)).collect();
    assert_eq!(
        found,
        [
            ("mana", Outcome::Defaulted),
            ("speed", Outcome::Converted),
            ("difficulty", Outcome::Defaulted),
            ("difficulty", Outcome::Removed),
            ("mana", Outcome::Removed),
        ]
    );
    assert!(!report.is_lossless());
}

#[test]
fn a_file_of_today_has_nothing_to_tell() {
    #[derive(Archive)]
    struct Tree {
        name: String,
        children: Vec<Tree>,
    }
    let leaf = Tree { name: "leaf".into(), children: Vec::new() };
    let bytes = archive::to_vec(&Tree { name: "root".into(), children: vec![leaf] }).unwrap();
    let report = Options::file().report::<Tree>(&bytes).unwrap();
    assert_eq!((report.notes().len(), report.is_lossless()), (0, true));
}

#[test]
fn a_newer_file_is_told_by_its_names() {
    #[derive(Archive)]
    #[archive(name = "Hero", version = 9)]
    struct Theirs {
        health: u64,
        level: u32,
        mood: Mood,
        wings: u8,
    }
    let mood = Mood::Angry { at: "Ann".into(), strength: 2 };
    let bytes = archive::to_vec(&Theirs { health: 7, level: 2, mood, wings: 2 }).unwrap();
    let options = Options::file().newer(Newer::Accept).unknown(Unknown::Skip);
    let report = options.report::<Hero>(&bytes).unwrap();
    let found: Vec<_> = report.notes().iter().map(|it| (&*it.path, it.outcome)).collect();
    assert_eq!(found, [("health", Outcome::Converted), ("wings", Outcome::Dropped)]);
    assert!(!report.is_lossless());
    let _: Hero = options.from_slice(&bytes).unwrap();
}

#[test]
fn a_report_comes_with_the_value() {
    let directory = tempfile::tempdir().unwrap();
    let slot = directory.path().join("slot1.sav");
    archive::save(&slot, &old()).unwrap();
    let (world, report) = archive::load_report::<World>(&slot).unwrap();
    assert_eq!((world.seed, report.notes().len()), (3, 5));
    std::fs::write(&slot, b"no archive").unwrap();
    let error = archive::load_report::<World>(&slot).unwrap_err();
    assert_eq!((error.kind(), error.file()), (ErrorKind::NotAnArchive, Some(&*slot)));
}

/// Version 1 of a program, and version 2.
mod camp {
    use archive::Archive;

    #[derive(Archive)]
    pub struct Camp {
        pub here: Item,
        pub there: Vec<Item>,
        pub moods: Vec<Mood>,
        pub range: u16,
    }

    #[derive(Archive)]
    pub struct Item {
        pub name: String,
        pub weight: u8,
    }

    #[derive(Archive)]
    pub enum Mood {
        Glad,
        Cross { at: String },
        Bored,
    }
}

mod camp_2 {
    use archive::{Archive, Unknown};

    #[derive(Archive)]
    pub struct Camp {
        pub here: Item,
        pub there: Vec<Item>,
        pub moods: Vec<Mood>,
        #[archive(renamed(2, from = "range"), was(u16, until = 2))]
        pub reach: u32,
    }

    #[derive(Archive)]
    pub struct Item {
        pub name: String,
        #[archive(removed(weight: u8, until = 2))]
        #[archive(unknown)]
        pub extra: Unknown,
    }

    #[derive(Archive)]
    pub enum Mood {
        Glad,
        #[archive(renamed(2, from = "Cross"))]
        Angry {
            at: String,
        },
        #[since(2)]
        #[archive(removed(Bored, until = 2, into = Mood::wake))]
        Calm,
    }

    impl Mood {
        fn wake() -> Self {
            Self::Calm
        }
    }
}

#[test]
fn each_place_and_each_outcome_is_told() {
    let item = || camp::Item { name: "axe".into(), weight: 3 };
    let moods = vec![camp::Mood::Glad, camp::Mood::Cross { at: "Ann".into() }, camp::Mood::Bored];
    let camp = camp::Camp { here: item(), there: vec![item()], moods, range: 7 };
    let bytes = archive::to_vec(&camp).unwrap();
    // Removed fields are lost, even if unknown newer ones are retained.
    for options in [Options::file(), Options::file().unknown(Unknown::Retain)] {
        let report = options.report::<camp_2::Camp>(&bytes).unwrap();
        let found: Vec<_> = report.notes().iter().map(|it| (&*it.path, it.outcome)).collect();
        let expected = [
            ("here.weight", Outcome::Removed),
            ("there[].weight", Outcome::Removed),
            ("moods[].Angry", Outcome::Renamed),
            ("moods[].Bored", Outcome::Moved),
            ("reach", Outcome::Renamed),
            ("reach", Outcome::Converted),
        ];
        assert_eq!(found, expected);
        assert!(!report.is_lossless());
    }
    let loaded: camp_2::Camp = archive::from_slice(&bytes).unwrap();
    assert!(matches!(
        &loaded.moods[..],
        [camp_2::Mood::Glad, camp_2::Mood::Angry { at }, camp_2::Mood::Calm] if at == "Ann"
    ));
    assert!(loaded.here.extra.is_empty() && loaded.there[0].extra.is_empty());
    assert_eq!((&*loaded.here.name, loaded.reach), ("axe", 7));
}

#[test]
fn a_field_without_a_default_is_said_to_be_missing() {
    mod newer {
        #[derive(archive::Archive)]
        #[archive(removed(level: u32, until = 2))]
        pub struct Hero {
            pub name: String,
        }
    }
    #[derive(Archive, Debug)]
    struct Hero {
        name: String,
        level: u32,
    }
    let bytes = archive::to_vec(&newer::Hero { name: "Ann".into() }).unwrap();
    let options = Options::file().newer(Newer::Accept);
    let report = options.report::<Hero>(&bytes).unwrap();
    let note = &report.notes()[0];
    assert_eq!((&*note.path, note.outcome), ("level", Outcome::Missing), "{report}");
    let error = options.from_slice::<Hero>(&bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingField);
}

#[test]
fn what_a_collection_holds_and_variants_that_are_unknown_are_told() {
    mod newer {
        use super::*;

        #[derive(Archive)]
        #[archive(version = 2)]
        pub struct Kit {
            pub list: Vec<u16>,
            pub map: BTreeMap<String, [Option<u32>; 2]>,
            pub shared: Rc<u8>,
            pub tuple: (u8, Vec<Rc<u8>>),
            pub same: (u8, Vec<Rc<u8>>),
            pub held: Option<Held>,
            pub slot: Slot,
        }

        #[derive(Archive)]
        pub struct Held {
            pub count: u8,
        }

        #[derive(Archive)]
        pub enum Slot {
            Head,
            #[since(2)]
            Tail,
        }
    }

    #[derive(Archive, Debug)]
    struct Kit {
        list: Vec<u32>,
        map: BTreeMap<String, [Option<u64>; 2]>,
        shared: u32,
        tuple: (u8, Vec<u32>),
        same: (u8, Vec<u8>),
        held: Held,
        slot: Slot,
    }

    #[derive(Archive, Debug)]
    struct Held {
        count: u16,
    }

    #[derive(Archive, Debug)]
    enum Slot {
        Head,
    }

    let kit = |slot| {
        let tuple = || (1, vec![Rc::new(2)]);
        let (map, held) = (BTreeMap::new(), Some(newer::Held { count: 1 }));
        newer::Kit {
            list: vec![1],
            map,
            shared: Rc::new(1),
            tuple: tuple(),
            same: tuple(),
            held,
            slot,
        }
    };
    let options = Options::file().newer(Newer::Accept);
    let bytes = archive::to_vec(&kit(newer::Slot::Head)).unwrap();
    let report = options.report::<Kit>(&bytes).unwrap();
    options.from_slice::<Kit>(&bytes).unwrap();
    let told: Vec<_> = report.notes().iter().map(|it| (it.path.as_str(), it.outcome)).collect();
    let expected = [
        ("list", Outcome::Converted),
        ("map", Outcome::Converted),
        ("shared", Outcome::Converted),
        ("tuple", Outcome::Converted),
        ("held", Outcome::Converted),
        ("held.count", Outcome::Converted),
        ("slot.Tail", Outcome::Refused),
    ];
    assert_eq!(told, expected);
    assert!(!report.is_lossless());
    assert!(report.to_string().contains("slot.Tail cannot be loaded here"));
    assert!(options.from_slice::<Kit>(&archive::to_vec(&kit(newer::Slot::Tail)).unwrap()).is_err());
}
