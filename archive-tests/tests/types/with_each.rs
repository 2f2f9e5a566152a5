//! Containers whose elements are each stored by a module.

use std::collections::{BTreeMap, HashMap, LinkedList, VecDeque};

use archive::{Archive, Describe, ErrorKind, Options, VersionTable};
use archive_tests::readable::READABLE;
use arrayvec::ArrayVec;
use indexmap::IndexMap;
use smallvec::{SmallVec, smallvec};

/// From a crate that does not know `archive`.
#[derive(Clone, Debug, PartialEq)]
pub struct Angle {
    pub degrees: f32,
}

/// Stores an angle in sixteenths of a degree.
mod angle {
    use super::Angle;

    pub type Stored = u16;

    pub fn to_stored(angle: &Angle) -> u16 {
        (angle.degrees * 16.0) as u16
    }

    pub fn from_stored(stored: u16) -> Result<Angle, String> {
        match stored {
            0..5760 => Ok(Angle { degrees: f32::from(stored) / 16.0 }),
            _ => Err(format!("{} degrees are more than a circle", stored / 16)),
        }
    }
}

/// Stores a word as its length, by which it is found in a list that is lent.
mod word {
    use archive::Context;

    pub type Stored = u8;

    pub fn to_stored(word: &&'static str) -> u8 {
        word.len() as u8
    }

    pub fn from_stored(len: u8, context: &mut Context<'_>) -> Result<&'static str, &'static str> {
        let words = context.get::<Vec<&'static str>>().ok_or("no words are lent")?;
        words.iter().copied().find(|word| word.len() == usize::from(len)).ok_or("no such word")
    }
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Turret {
    #[archive(with = Option<angle>)]
    aim: Option<Angle>,
    #[archive(with = Vec<angle>)]
    stops: Vec<Angle>,
    #[archive(with = Option<VecDeque<angle>>)]
    next: Option<VecDeque<Angle>>,
    #[archive(with = [angle; 2])]
    limits: [Angle; 2],
    #[archive(with = BTreeMap<_, Vec<angle>>)]
    presets: BTreeMap<String, Vec<Angle>>,
    #[archive(with = std::collections::HashMap<_, angle>)]
    by_id: HashMap<u8, Angle>,
    #[archive(with = IndexMap<_, angle, _>)]
    by_order: IndexMap<u8, Angle, std::hash::RandomState>,
    #[archive(with = SmallVec<[angle; 2]>, max_len = 3)]
    few: SmallVec<[Angle; 2]>,
    #[archive(with = Box<angle>)]
    boxed: Box<Angle>,
    #[archive(with = Box<[LinkedList<angle>]>)]
    slices: Box<[LinkedList<Angle>]>,
    #[since(2, default = vec![Angle { degrees: 7.0 }])]
    #[archive(with = Vec<angle>)]
    late: Vec<Angle>,
}

fn at(degrees: f32) -> Angle {
    Angle { degrees }
}

fn turret() -> Turret {
    Turret {
        aim: Some(at(90.0)),
        stops: vec![at(0.0), at(180.5)],
        next: Some([at(1.0)].into()),
        limits: [at(10.0), at(350.0)],
        presets: [("rear".to_owned(), vec![at(180.0)]), (String::new(), vec![])].into(),
        by_id: [(3, at(3.0)), (1, at(1.0))].into(),
        by_order: [(1, at(1.0)), (3, at(3.0))].into_iter().collect(),
        few: smallvec![at(1.0), at(2.0), at(3.0)],
        boxed: Box::new(at(45.0)),
        slices: [LinkedList::from([at(5.0)]), LinkedList::new()].into(),
        late: vec![at(8.0)],
    }
}

#[test]
fn each_value_passes_every_archive() {
    for archive in READABLE {
        let saved = archive.save(&vec![turret(); 70], None).unwrap();
        let loaded: Vec<Turret> = archive.load(&saved, &Options::file(), &mut ()).unwrap();
        assert_eq!(loaded, vec![turret(); 70], "{}", archive.name);
    }
}

/// The schema has the container of the stored type.
#[test]
fn the_schema_is_that_of_what_is_stored() {
    #[derive(Archive)]
    #[archive(name = "Turret")]
    struct Plain {
        aim: Option<u16>,
        stops: Vec<u16>,
        next: Option<Vec<u16>>,
        limits: [u16; 2],
        presets: BTreeMap<String, Vec<u16>>,
        by_id: HashMap<u8, u16>,
        by_order: BTreeMap<u8, u16>,
        few: Vec<u16>,
        boxed: u16,
        slices: Vec<Vec<u16>>,
        #[since(2, default)]
        late: Vec<u16>,
    }
    assert_eq!(Plain::schema().canonical(), Turret::schema().canonical());
    let plain: Plain = archive::from_slice(&archive::to_vec(&turret()).unwrap()).unwrap();
    assert_eq!((plain.aim, plain.limits, plain.boxed), (Some(1440), [160, 5600], 720));
    assert_eq!(plain.slices, [vec![80], vec![]]);
}

#[test]
fn a_version_without_the_field_gets_its_default() {
    let table = VersionTable::of::<Turret>().unwrap().at::<Turret>(1).unwrap();
    let old = Options::file().write_for(&table);
    let refused = old.to_vec(&turret()).unwrap_err();
    assert_eq!((refused.kind(), refused.path()), (ErrorKind::CannotWrite, "late"));
    let value = Turret { late: vec![at(7.0)], ..turret() };
    assert_eq!(archive::from_slice::<Turret>(&old.to_vec(&value).unwrap()).unwrap(), value);
}

#[test]
fn an_error_says_which_value_is_none() {
    #[derive(Archive)]
    #[archive(name = "Angles")]
    struct Numbers {
        held: Option<Vec<u16>>,
    }
    #[derive(Archive, Debug)]
    struct Angles {
        #[archive(with = Option<Vec<angle>>)]
        held: Option<Vec<Angle>>,
    }
    #[derive(Archive)]
    #[archive(name = "ByName")]
    struct NumbersByName {
        held: BTreeMap<u8, u16>,
    }
    #[derive(Archive, Debug)]
    struct ByName {
        #[archive(with = BTreeMap<_, angle>)]
        held: BTreeMap<u8, Angle>,
    }
    let list = archive::to_vec(&Numbers { held: Some(vec![16_u16, 6400]) }).unwrap();
    let map = archive::to_vec(&NumbersByName { held: BTreeMap::from([(1_u8, 6400_u16)]) }).unwrap();
    let lists = BTreeMap::from([("rear".to_owned(), vec![Some(1_u16), Some(6400)])]);
    let nested = archive::to_vec(&lists).unwrap();
    #[derive(Archive, Debug)]
    #[archive(transparent)]
    struct Nested(
        #[archive(with = BTreeMap<_, Vec<Option<angle>>>)] BTreeMap<String, Vec<Option<Angle>>>,
    );
    insta::assert_snapshot!(format!(
        "{}\n\n{}\n\n{}",
        archive::from_slice::<Angles>(&list).unwrap_err(),
        archive::from_slice::<ByName>(&map).unwrap_err(),
        archive::from_slice::<Nested>(&nested).unwrap_err(),
    ));
}

#[test]
fn the_functions_may_take_what_is_lent() {
    #[derive(Archive, Debug, PartialEq)]
    struct Sentence {
        #[archive(with = Vec<Option<word>>)]
        words: Vec<Option<&'static str>>,
    }
    #[derive(Archive, Debug, PartialEq)]
    #[archive(transparent)]
    struct Words(#[archive(with = Vec<word>)] Vec<&'static str>);

    let sentence = Sentence { words: vec![Some("a"), None, Some("turret")] };
    let mut known = vec!["turret", "a"];
    let loaded: Sentence =
        Options::file().from_slice_with(&archive::to_vec(&sentence).unwrap(), &mut known).unwrap();
    assert_eq!(loaded, sentence);
    let words = archive::to_vec(&Words(vec!["a"])).unwrap();
    let loaded: Words = Options::file().from_slice_with(&words, &mut known).unwrap();
    assert_eq!(loaded.0, ["a"]);
}

/// A macro's path fragment is in a group of its own.
#[test]
fn a_macro_may_name_the_module() {
    macro_rules! held {
        ($name:ident $module:path, $ty:ty) => {
            #[derive(Archive, Debug, PartialEq)]
            struct $name {
                #[archive(with = $module)]
                one: $ty,
                #[archive(with = Vec<$module>)]
                many: Vec<$ty>,
                #[archive(with = ArrayVec<$module, 2>)]
                few: ArrayVec<$ty, 2>,
            }
        };
    }
    held!(Held angle, Angle);
    let held = Held { one: at(1.0), many: vec![at(2.0)], few: [at(3.0), at(4.0)].into() };
    assert_eq!(archive::from_slice::<Held>(&archive::to_vec(&held).unwrap()).unwrap(), held);
}

#[test]
fn types_of_serde_may_be_held_as_well() {
    #[derive(serde::Serialize, serde::Deserialize, Clone, Debug, PartialEq)]
    struct Color(u8, u8, u8);

    #[derive(Archive, Debug, PartialEq)]
    struct Palette {
        #[archive(with = Vec<archive::with::serde>)]
        colors: Vec<Color>,
        #[archive(with = Option<archive::with::serde>)]
        sky: Option<Color>,
    }

    let palette = Palette { colors: vec![Color(1, 2, 3)], sky: None };
    let loaded: Palette = archive::from_slice(&archive::to_vec(&palette).unwrap()).unwrap();
    assert_eq!(loaded, palette);
}
