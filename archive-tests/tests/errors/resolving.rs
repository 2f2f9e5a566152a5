//! Archives of other versions, or of other types.

use archive::{Archive, Error, ErrorKind, Layout, Newer, Options};

use crate::game::{self, SaveGame};

/// The game two releases ago.
mod first {
    use archive::Archive;
    use std::collections::BTreeMap;

    #[derive(Archive, Default)]
    pub struct SaveGame {
        pub slot: u8,
        pub player: Player,
        pub seen: BTreeMap<String, bool>,
    }

    #[derive(Archive, Default)]
    pub struct Player {
        pub name: String,
    }
}

/// The game one release ago, with the versions of its types.
mod second {
    use archive::Archive;
    use std::collections::BTreeMap;

    #[derive(Archive)]
    pub struct SaveGame {
        pub slot: u8,
        pub player: Player,
        pub seen: BTreeMap<String, bool>,
    }

    #[derive(Archive)]
    #[archive(version = 2)]
    pub struct Player {
        #[archive(max_len = 16)]
        pub name: String,
        pub inventory: Vec<Item>,
        pub mood: Mood,
    }

    #[derive(Archive)]
    pub struct Item {
        pub name: String,
        pub count: u8,
    }

    #[derive(Archive)]
    pub enum Mood {
        Calm,
        Furious,
        Angry,
    }

    pub fn save() -> SaveGame {
        let player = Player { name: "Ada".into(), inventory: vec![], mood: Mood::Furious };
        SaveGame { slot: 1, player, seen: BTreeMap::new() }
    }
}

/// The game next year.
mod next {
    use archive::Archive;
    use std::collections::BTreeMap;

    #[derive(Archive, Default)]
    pub struct SaveGame {
        pub slot: u8,
        pub player: Player,
        pub seen: BTreeMap<String, bool>,
    }

    #[derive(Archive, Default)]
    #[archive(version = 7)]
    pub struct Player {
        pub name: String,
    }
}

/// The game after an edit that forgot to raise the version.
mod edited {
    use archive::Archive;
    use std::collections::BTreeMap;

    #[derive(Archive, Default)]
    pub struct SaveGame {
        pub slot: u16,
        pub player: Player,
        pub seen: BTreeMap<String, bool>,
    }

    #[derive(Archive, Default)]
    #[archive(version = 2)]
    pub struct Player {
        pub name: String,
    }
}

#[derive(Archive)]
struct HighScores {
    best: [u32; 3],
}

fn in_file<T: Archive>(value: &T) -> Error {
    let bytes = archive::to_vec(value).unwrap();
    archive::from_slice::<SaveGame>(&bytes).unwrap_err().in_file("saves/slot1.sav")
}

fn in_message<T: Archive>(value: &T) -> Error {
    let bytes = Options::message().to_vec(value).unwrap();
    archive::from_slice::<SaveGame>(&bytes).unwrap_err()
}

pub fn errors() -> Vec<(ErrorKind, Error)> {
    vec![
        (ErrorKind::TooOld, in_file(&first::SaveGame::default())),
        (ErrorKind::TooNew, in_file(&next::SaveGame::default())),
        (ErrorKind::TooNew, in_message(&next::SaveGame::default())),
        (ErrorKind::Mismatch, in_file(&edited::SaveGame::default())),
        (ErrorKind::Mismatch, in_message(&edited::SaveGame::default())),
        (ErrorKind::WrongType, in_file(&HighScores { best: [3, 2, 1] })),
        (ErrorKind::RetiredVariant, in_file(&second::save())),
        (ErrorKind::UnknownField, unknown_field()),
        (ErrorKind::Retained, retained()),
        (ErrorKind::Convert, convert()),
        (ErrorKind::Hook, hook()),
        (ErrorKind::NameClash, name_clash()),
    ]
}

/// The game next year, with one more field.
fn unknown_field() -> Error {
    #[derive(Archive)]
    #[archive(name = "SaveGame")]
    struct Next {
        slot: u8,
        player: game::Player,
        seen: std::collections::BTreeMap<String, bool>,
        #[since(2, default = 0.0)]
        hours: f64,
    }
    let SaveGame { slot, player, seen } = game::save();
    let options = Options::file().layout(Layout::Rows).newer(Newer::Accept);
    let bytes = options.to_vec(&Next { slot, player, seen, hours: 1.5 }).unwrap();
    options.from_slice::<SaveGame>(&bytes).unwrap_err().in_file("saves/slot1.sav")
}

/// Fields retained from a newer program, in a message for a peer.
fn retained() -> Error {
    #[derive(Archive)]
    struct Hero {
        name: String,
        #[archive(unknown)]
        extra: archive::Unknown,
    }
    #[derive(Archive)]
    #[archive(name = "Hero")]
    struct Next {
        name: String,
        #[since(2, default = 0)]
        mana: u16,
    }
    let bytes = archive::to_vec(&Next { name: "Ada".into(), mana: 7 }).unwrap();
    let options = Options::file().newer(Newer::Accept).unknown(archive::Unknown::Retain);
    let hero: Hero = options.from_slice(&bytes).unwrap();
    Options::message().to_vec(&vec![hero]).unwrap_err()
}

fn convert() -> Error {
    mod v1 {
        #[derive(archive::Archive)]
        pub struct Hero {
            pub name: String,
            pub class: i32,
        }
    }
    #[derive(Archive, Debug)]
    struct Hero {
        name: String,
        #[archive(was(i32, until = 2, with = class))]
        class: String,
    }
    fn class(number: i32) -> Result<String, String> {
        match number {
            0 => Ok("knight".into()),
            other => Err(format!("{other} is the number of no class")),
        }
    }
    let heroes =
        vec![v1::Hero { name: "Ada".into(), class: 0 }, v1::Hero { name: "Bob".into(), class: 9 }];
    let bytes = archive::to_vec(&heroes).unwrap();
    let error = archive::from_slice::<Vec<Hero>>(&bytes).unwrap_err();
    assert_eq!((error.path(), error.found_version()), ("[1].class", Some(1)));
    error
}

fn hook() -> Error {
    #[derive(Archive, Debug)]
    struct World {
        regions: Vec<Region>,
    }
    #[derive(Archive, Debug)]
    #[archive(validate = Region::check)]
    struct Region {
        width: u32,
    }
    impl Region {
        fn check(&self) -> Result<(), &'static str> {
            if self.width == 0 { Err("a region without width") } else { Ok(()) }
        }
    }
    let bytes = archive::to_vec(&World { regions: vec![Region { width: 1 }, Region { width: 0 }] })
        .unwrap();
    archive::from_slice::<World>(&bytes).unwrap_err()
}

fn name_clash() -> Error {
    mod enemy {
        #[derive(archive::Archive)]
        pub struct Stats {
            pub health: u32,
        }
    }
    #[derive(Archive)]
    struct Stats {
        score: u64,
    }
    archive::to_vec(&(Stats { score: 1 }, enemy::Stats { health: 2 })).unwrap_err()
}

#[test]
fn the_save_of_today_is_read() {
    let bytes = archive::to_vec(&game::save()).unwrap();
    assert_eq!(archive::from_slice::<SaveGame>(&bytes).unwrap(), game::save());
}

/// A type that is asked for in place of what the archive holds is the mistake, not a type within.
#[test]
fn a_root_without_a_name_is_not_mistaken_for_another_program() {
    let bytes = archive::to_vec(&game::save()).unwrap();
    let error = archive::from_slice::<Vec<u32>>(&bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongType);
    assert!(error.to_string().contains("`SaveGame`, not `list<u32>`"), "{error}");
}

#[test]
fn a_message_of_another_shape_is_told_by_the_names_of_its_types() {
    let error = in_message(&edited::SaveGame::default());
    assert_eq!((error.type_name(), error.found_version()), ("SaveGame", Some(1)));
    assert!(error.detail().ends_with("; Player @2)"), "{error}");
}
