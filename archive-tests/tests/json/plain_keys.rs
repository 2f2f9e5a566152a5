//! Keys of maps in fields whose types only support serde: JSON has texts for them.

use std::collections::BTreeMap;

use archive::{Archive, Value, json, text};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Nothing;

#[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Tile(i8, u8);

#[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Left,
    Number(u8),
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Keys {
    by_u64: BTreeMap<u64, u8>,
    by_u128: BTreeMap<u128, u8>,
    by_i128: BTreeMap<i128, u8>,
    by_bool: BTreeMap<bool, u8>,
    by_char: BTreeMap<char, u8>,
    by_text: BTreeMap<String, String>,
    by_unit: BTreeMap<(), u8>,
    by_nothing: BTreeMap<Nothing, u8>,
    by_option: BTreeMap<Option<u32>, u8>,
    by_tile: BTreeMap<Tile, u8>,
    by_slot: BTreeMap<Slot, u8>,
}

#[derive(Archive, Debug, PartialEq)]
struct World {
    #[archive(with = archive::with::serde)]
    keys: Keys,
}

fn world() -> World {
    let keys = Keys {
        by_u64: [(0, 1), (u64::MAX, 2)].into(),
        by_u128: [(u128::MAX, 1)].into(),
        by_i128: [(i128::MIN, 1)].into(),
        by_bool: [(false, 1), (true, 2)].into(),
        by_char: [('5', 1), ('\u{e9}', 2)].into(),
        by_text: [("5".into(), "5".into()), ("true".into(), "true".into())].into(),
        by_unit: [((), 1)].into(),
        by_nothing: [(Nothing, 1)].into(),
        by_option: [(None, 1), (Some(3), 2)].into(),
        by_tile: [(Tile(-1, 2), 1)].into(),
        by_slot: [(Slot::Left, 1), (Slot::Number(7), 2)].into(),
    };
    World { keys }
}

#[test]
fn keys_of_all_kinds_come_back() {
    let (world, file) = (world(), archive::to_vec(&world()).unwrap());
    assert_eq!(text::from_str::<World>(&text::to_string(&world).unwrap()).unwrap(), world);
    assert_eq!(json::from_str::<World>(&json::to_string(&world).unwrap()).unwrap(), world);
    assert_eq!(text::to_archive(&text::of_archive(&file).unwrap(), &file).unwrap(), file);
    assert_eq!(json::to_archive(&json::of_archive(&file).unwrap(), &file).unwrap(), file);
}

/// RON's way to write a struct, and what `serde_json` makes of an option.
#[test]
fn keys_may_be_spelt_as_serde_spells_them() {
    let source = text::to_string(&world()).unwrap().replace("[-1, 2]", "Tile(-1, 2)");
    assert!(source.contains("Tile(-1, 2)"), "{source}");
    assert_eq!(text::from_str::<World>(&source).unwrap(), world());

    #[derive(Archive, Debug, PartialEq)]
    struct Counts {
        #[archive(with = archive::with::serde)]
        by_option: BTreeMap<Option<u32>, u8>,
    }
    let counts = Counts { by_option: [(Some(3), 2)].into() };
    assert_eq!(json::from_str::<Counts>(r#"{"by_option":{"3":2}}"#).unwrap(), counts);
}

/// Only keys have quotes that they do not have elsewhere.
#[test]
fn a_number_that_becomes_a_text_stays_one() {
    #[derive(Archive)]
    struct Free {
        #[archive(with = archive::with::serde)]
        value: serde_json::Value,
    }

    let free = |value| archive::to_vec(&Free { value }).unwrap();
    let number = free(serde_json::json!({ "5": [5, true] }));
    let edited =
        json::of_archive(&number).unwrap().replace("5,", "\"5\",").replace(" true", " \"true\"");
    let edited = json::to_archive(&edited, &number).unwrap();
    let expected = free(serde_json::json!({ "5": ["5", "true"] }));
    assert_eq!(Value::from_slice(&edited).unwrap(), Value::from_slice(&expected).unwrap());
}

/// Thousandths, which serde sees as a number.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(from = "f32", into = "f32")]
struct Thousandths(u32);

impl From<f32> for Thousandths {
    fn from(number: f32) -> Self {
        Self((number * 1000.0) as u32)
    }
}

impl From<Thousandths> for f32 {
    fn from(number: Thousandths) -> Self {
        number.0 as f32 / 1000.0
    }
}

#[test]
fn a_float_may_be_a_key() {
    #[derive(Archive, Debug)]
    struct Heights {
        #[archive(with = archive::with::serde)]
        at: BTreeMap<Thousandths, u8>,
    }
    let of = |key: &str| json::from_str::<Heights>(&format!(r#"{{"at":{{"{key}":1}}}}"#));
    assert_eq!(of("0.5").unwrap().at, [(Thousandths(500), 1)].into());
    let error = of("1e39").unwrap_err();
    assert!(error.to_string().contains("too large for an `f32`"), "{error}");
    for key in ["inf", "NaN", "half"] {
        of(key).unwrap_err();
    }
}

/// Two texts of one number would be two entries that become one.
#[test]
fn a_number_has_one_text_as_a_key() {
    #[derive(Archive, Debug)]
    struct Counts {
        #[archive(with = archive::with::serde)]
        by_id: BTreeMap<u32, u8>,
    }
    #[derive(Archive, Debug)]
    struct Slots {
        #[archive(with = archive::with::serde)]
        slots: BTreeMap<Slot, u8>,
    }
    for key in ["+5", "05", "5.0", " 5"] {
        let source = format!(r#"{{"by_id":{{"{key}":1}}}}"#);
        json::from_str::<Counts>(&source).unwrap_err();
    }
    // What a variant holds has no quotes around it that it does not have elsewhere.
    let slots = r#"{"slots":{"@map":[[{"Number":7},1]]}}"#;
    assert_eq!(json::from_str::<Slots>(slots).unwrap().slots, [(Slot::Number(7), 1)].into());
    json::from_str::<Slots>(&slots.replace('7', "\"7\"")).unwrap_err();
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Binds {
    zoom: Option<Option<u8>>,
    angle: Option<Option<u8>>,
    unit: (),
    scale: f32,
    first: char,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Controls {
    #[archive(with = archive::with::serde)]
    binds: Binds,
    #[archive(with = archive::with::serde)]
    list: Vec<(u8, Option<Option<u8>>)>,
    #[archive(with = BTreeMap<_, archive::with::serde>)]
    by_name: BTreeMap<String, Binds>,
}

fn controls() -> Controls {
    let binds = Binds { zoom: Some(None), angle: None, unit: (), scale: 0.1, first: 'x' };
    let other = Binds { zoom: None, angle: Some(None), scale: 0.3, first: 'y', ..binds.clone() };
    let by_name = BTreeMap::from([("b".into(), binds.clone()), ("d".into(), other)]);
    Controls { binds, list: vec![(1, Some(None)), (2, None), (3, Some(Some(4)))], by_name }
}

/// What a text without the types does not tell is restored from the entry with the same key, wherever it is now.
#[test]
fn entries_in_another_order_are_the_same() {
    let file = archive::to_vec(&controls()).unwrap();
    let document: serde_json::Value =
        serde_json::from_str(&json::of_archive(&file).unwrap()).unwrap();
    // Keys are sorted now.
    let sorted = document.to_string();
    assert!(sorted.contains(r#""binds":{"angle""#), "{sorted}");
    let made = json::to_archive(&sorted, &file).unwrap();
    assert_eq!(archive::from_slice::<Controls>(&made).unwrap(), controls());

    let spelt = text::of_archive(&file).unwrap();
    let moved =
        spelt.replacen("zoom = some(none), angle = none,", "angle = none, zoom = some(none),", 1);
    assert_ne!(moved, spelt);
    let made = text::to_archive(&moved, &file).unwrap();
    assert_eq!(archive::from_slice::<Controls>(&made).unwrap(), controls());

    let mut document = document;
    let one = document["by_name"]["d"].clone();
    document["by_name"]["a"] = one;
    let made = json::to_archive(&document.to_string(), &file).unwrap();
    let mut expected = controls();
    expected.by_name.insert("a".into(), expected.by_name["d"].clone());
    assert_eq!(archive::from_slice::<Controls>(&made).unwrap(), expected);
}

/// A `none` that is written is one, whatever was there.
#[test]
fn a_none_that_is_written_is_one() {
    let file = archive::to_vec(&controls()).unwrap();
    let found = |made: Vec<u8>| archive::from_slice::<Controls>(&made).unwrap();
    let mut expected = controls();
    expected.binds.zoom = None;
    assert_eq!(found(text::set_in_archive(&file, "binds.zoom", "none").unwrap()), expected);
    let mut document: serde_json::Value =
        serde_json::from_str(&json::of_archive(&file).unwrap()).unwrap();
    document["binds"]["zoom"] = serde_json::Value::Null;
    assert_eq!(found(json::to_archive(&document.to_string(), &file).unwrap()), expected);

    // Elements of a list are elsewhere if another one is new.
    let mut expected = controls();
    expected.list.insert(0, (0, None));
    let list = "[[0, none], [1, some(none)], [2, none], [3, 4]]";
    assert_eq!(found(text::set_in_archive(&file, "list", list).unwrap()), expected);
    expected.list.remove(1);
    let list = "[[0, none], [2, none], [3, 4]]";
    assert_eq!(found(text::set_in_archive(&file, "list", list).unwrap()), expected);
}
