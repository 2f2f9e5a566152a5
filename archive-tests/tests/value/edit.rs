//! Changes values of a program's types by path, or overwrites parts of them.

use std::collections::BTreeMap;

use archive::{
    Archive, Describe, Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Type,
    Value,
};

#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(validate = Save::check)]
struct Save {
    hero: Hero,
    bag: Vec<Item>,
    stock: BTreeMap<String, u32>,
    mood: Mood,
    #[archive(skip)]
    frames: u64,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Hero {
    name: String,
    #[archive(max_len = 3)]
    titles: Vec<String>,
    place: Option<(f32, f32)>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
pub struct Item {
    pub id: String,
    pub count: u16,
}

#[derive(Archive, Clone, Debug, PartialEq)]
pub enum Mood {
    Calm,
    Angry { at: String, days: u8 },
}

impl Save {
    fn check(&self) -> Result<(), &'static str> {
        if self.bag.len() <= 2 { Ok(()) } else { Err("a bag holds two items") }
    }
}

fn save() -> Save {
    Save {
        hero: Hero { name: "Ann".into(), titles: vec!["Sir".into()], place: None },
        bag: vec![item("torch", 3)],
        stock: [("iron".to_owned(), 2), ("wood".to_owned(), 5)].into(),
        mood: Mood::Angry { at: "Bob".into(), days: 2 },
        frames: 7,
    }
}

pub fn item(id: &str, count: u16) -> Item {
    Item { id: id.into(), count }
}

/// Some of the fields, as an editor or a peer sends them.
#[derive(Archive)]
struct Patch<T> {
    hero: T,
}

#[derive(Archive)]
struct Place {
    place: (f32, f32),
}

#[derive(Archive)]
struct Titles {
    titles: Vec<String>,
}

#[derive(Archive)]
struct Misspelt {
    nmae: String,
}

#[derive(Archive)]
struct Things<T> {
    bag: Vec<T>,
    stock: BTreeMap<String, u32>,
    mood: Mood,
}

#[derive(Archive)]
struct Heavy {
    id: String,
    count: u32,
}

fn things<T>(bag: Vec<T>) -> Things<T> {
    Things { bag, stock: [("gold".to_owned(), 1)].into(), mood: Mood::Calm }
}

/// The kind and path of the error for a patch, which must leave the value unchanged.
#[track_caller]
fn refused<T: Archive>(patch: &T) -> (ErrorKind, String) {
    let mut save = save();
    let error = archive::update(&mut save, Value::of(patch).unwrap()).unwrap_err();
    assert_eq!(save, self::save());
    (error.kind(), error.path().to_owned())
}

#[test]
fn only_what_an_update_names_is_overwritten() {
    let mut save = save();
    let patch = Patch { hero: Place { place: (1.5, 0.0) } };
    archive::update(&mut save, Value::of(&patch).unwrap()).unwrap();
    let hero = Hero { place: Some((1.5, 0.0)), ..self::save().hero };
    // Skipped fields get their defaults, as after a load.
    assert_eq!(save, Save { hero, frames: 0, ..self::save() });
}

#[test]
fn lists_maps_and_other_variants_are_overwritten_as_a_whole() {
    let mut save = save();
    archive::update(&mut save, Value::of(&things(vec![item("rope", 1)])).unwrap()).unwrap();
    assert_eq!((save.bag, save.mood), (vec![item("rope", 1)], Mood::Calm));
    assert_eq!(save.stock, [("gold".to_owned(), 1)].into());
    assert_eq!(save.hero, self::save().hero);
}

#[test]
fn what_the_type_refuses_changes_nothing() {
    let full = refused(&things(vec![item("rope", 1), item("rope", 1), item("rope", 1)]));
    assert_eq!(full, (ErrorKind::Hook, String::new()));
    let titles = Titles { titles: ["a", "b", "c", "d"].map(String::from).into() };
    assert_eq!(refused(&Patch { hero: titles }), (ErrorKind::MaxLen, "hero.titles".to_owned()));
    let misspelt = refused(&Patch { hero: Misspelt { nmae: "Bob".into() } });
    assert_eq!(misspelt, (ErrorKind::UnknownField, "hero.nmae".to_owned()));
    let heavy = refused(&things(vec![Heavy { id: "rope".into(), count: 70_000 }]));
    assert_eq!(heavy, (ErrorKind::InvalidValue, "bag[0].count".to_owned()));
}

#[test]
fn an_edit_leads_to_one_value_by_its_path() {
    let mut save = save();
    archive::edit(&mut save, |tree| {
        tree.set("bag[0].count", 9_u16)?;
        tree.set("mood.days", 4_u8)?;
        tree.set("stock[\"wood\"]", 1_u32)?;
        tree.remove("hero.titles[0]").map(drop)
    })
    .unwrap();
    assert_eq!((save.bag[0].count, save.stock["wood"], save.hero.titles.len()), (9, 1, 0));
    assert_eq!(save.mood, Mood::Angry { at: "Bob".into(), days: 4 });
}

#[test]
fn a_path_to_nothing_changes_nothing() {
    let mut save = save();
    let error = archive::edit(&mut save, |tree| {
        tree.set("bag[0].count", 9_u16)?;
        tree.set("bag[0].weight", 1_u16).map(drop)
    })
    .unwrap_err();
    assert_eq!((error.kind(), &save), (ErrorKind::WrongPath, &self::save()));
}

/// Rust's float literals are `f64`s, and may be set where an `f32` is expected.
#[test]
fn literals_take_the_place_of_an_f32() {
    #[derive(Archive, Debug, PartialEq)]
    struct Ball {
        speed: f32,
        best: Option<f32>,
        at: Vec<f32>,
        far: f64,
    }
    let mut ball = Ball { speed: 0.5, best: Some(1.0), at: vec![0.0, 1.0], far: 0.5 };
    let file = archive::to_vec(&ball).unwrap();
    let change = |tree: &mut Value<'static>| {
        tree.set("speed", 0.85)?;
        tree.set("best", 0.1)?;
        tree.set("at[1]", 1e-7)?;
        tree.set("far", 0.1_f32)?;
        Ok(())
    };
    archive::edit(&mut ball, change).unwrap();
    let (best, at, far) = (Some(0.1), vec![0.0, 1e-7], f64::from(0.1_f32));
    assert_eq!(ball, Ball { speed: 0.85, best, at, far });
    let edited = archive::edit_archive(&file, |tree| tree.set("speed", 0.85).map(drop)).unwrap();
    assert_eq!(archive::from_slice::<Ball>(&edited).unwrap().speed, 0.85);
    // Of two that are as near, texts print one and Rust the other.
    for literal in [3_985_450.2, 3_985_450.3] {
        archive::edit(&mut ball, |tree| tree.set("speed", literal).map(drop)).unwrap();
        assert_eq!(ball.speed, 3_985_450.3);
    }
    // An `f64` with more digits than an `f32` holds is refused.
    let error = archive::edit(&mut ball, |tree| tree.set("speed", 0.123_456_789_01).map(drop));
    assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidValue);
    let mut record = archive::Record::of(1_u8, &ball).unwrap();
    record.set("best", &0.7_f64).unwrap();
    assert_eq!(record.to::<Ball>().unwrap().best, Some(0.7));
}

#[test]
fn what_a_conversion_says_to_do_is_kept() {
    #[derive(Debug, PartialEq)]
    struct Sound(&'static str);
    impl Describe for Sound {
        const TYPE: &'static Type = u8::TYPE;
    }
    impl Serialize for Sound {
        fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
            archive.u8(u8::from(self.0 != "ding"))
        }
    }
    impl<'a> Deserialize<'a> for Sound {
        fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
            let id = usize::from(archive.u8()?);
            let mut context = archive.context();
            let Some(sounds) = context.get::<Vec<&'static str>>() else {
                let error = Error::new(ErrorKind::InvalidValue, "no sounds were lent");
                return Err(error.with_help("lend the sounds").into());
            };
            Ok(Self(sounds[id]))
        }
    }
    #[derive(Archive)]
    struct Bell {
        sound: Sound,
        volume: u8,
    }
    let mut bell = Bell { sound: Sound("ding"), volume: 3 };
    let error = archive::edit(&mut bell, |tree| tree.set("volume", 4).map(drop)).unwrap_err();
    assert_eq!(error.help(), "lend the sounds", "{error}");
    let mut sounds = vec!["ding", "dong"];
    archive::edit_with(&mut bell, |tree| tree.set("sound", 1).map(drop), &mut sounds).unwrap();
    assert_eq!((bell.sound.0, bell.volume), ("dong", 3));
    // The library's own help would speak of archives.
    let louder = |tree: &mut Value<'_>| tree.set("volume", 300).map(drop);
    let error = archive::edit_with(&mut bell, louder, &mut sounds).unwrap_err();
    assert!(error.help().starts_with("make the edited tree fit the type"), "{error}");
}
