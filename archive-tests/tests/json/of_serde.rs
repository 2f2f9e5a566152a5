//! What `serde_json` writes of the same types, where it differs from what is written here.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::Duration;

use archive::{Archive, json};
use serde::{Deserialize, Serialize};
use serde_json::to_string;

#[derive(Archive, Serialize, Deserialize, Debug, PartialEq)]
struct Pos {
    x: f32,
    y: f64,
}

#[derive(Archive, Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Id(u64);

#[derive(Archive, Serialize, Deserialize, Debug, PartialEq)]
struct Name(String);

#[derive(Archive, Serialize, Deserialize, Debug, PartialEq)]
struct Around(Pos);

#[derive(Archive, Serialize, Deserialize, Debug, PartialEq)]
struct Maybe(Option<u8>);

#[derive(Archive, Serialize, Deserialize, Debug, PartialEq)]
struct Table(BTreeMap<String, Id>);

/// By room.
#[derive(Archive, Serialize, Deserialize, Debug, PartialEq)]
struct Chests(BTreeMap<u32, BTreeMap<u8, u32>>);

#[derive(Archive, Serialize, Deserialize, Debug, PartialEq)]
struct Switches {
    on: BTreeMap<bool, char>,
}

#[derive(Archive, Serialize, Deserialize, Debug, PartialEq)]
struct Pair(u8, String);

#[derive(Archive, Serialize, Deserialize, Debug, PartialEq)]
struct Marker;

/// Its type has changed.
#[derive(Archive, Serialize, Deserialize, Debug, PartialEq)]
struct Level(#[archive(was(u8, until = 2))] u32);

#[derive(Archive, Serialize, Deserialize, Debug, PartialEq)]
enum Control {
    Keyboard,
    Gamepad(u32),
    Axis(u8, i8),
    Named { a: u8 },
    At(Pos),
    Held(Id),
    Of(Box<Control>),
    Text(String),
    Maybe(Option<u8>),
    Marked(Marker),
    Looted(BTreeMap<u32, BTreeMap<u8, u32>>),
}

fn read<T: Archive + Serialize + PartialEq + Debug>(value: &T) {
    let written = to_string(value).unwrap();
    let found: T = json::from_str(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(found, *value, "{written}");
    // The same without the types.
    let file = json::to_archive(&written, &archive::to_vec(value).unwrap()).unwrap();
    assert_eq!(archive::from_slice::<T>(&file).unwrap(), *value, "{written}");
    let ours = json::to_string(value).unwrap();
    assert_eq!(json::from_str::<T>(&ours).unwrap(), *value, "{ours}");
}

#[test]
fn what_serde_json_writes_is_read() {
    let pos = || Pos { x: 0.5, y: 1e300 };
    read(&Id(3));
    read(&Name("Ann".into()));
    read(&Around(pos()));
    read(&Maybe(None));
    read(&Maybe(Some(3)));
    read(&Table(BTreeMap::from([("a".into(), Id(1)), ("b".into(), Id(2))])));
    read(&Table(BTreeMap::new()));
    read(&Table(BTreeMap::from([("0".into(), Id(1))])));
    for chest in [BTreeMap::new(), BTreeMap::from([(0, 3)]), BTreeMap::from([(7, 3)])] {
        read(&Chests(BTreeMap::from([(0, chest.clone())])));
        read(&Chests(BTreeMap::from([(0, chest.clone()), (1, BTreeMap::new())])));
        read(&vec![Control::Looted(BTreeMap::from([(0, chest)]))]);
    }
    read(&Switches { on: [(true, 'a'), (false, 'b')].into() });
    read(&Pair(1, "x".into()));
    read(&Marker);
    read(&Level(300));
    read(&vec![
        Control::Keyboard,
        Control::Gamepad(3),
        Control::Axis(1, -1),
        Control::Named { a: 1 },
        Control::At(pos()),
        Control::Held(Id(7)),
        Control::Of(Box::new(Control::Of(Box::new(Control::Gamepad(1))))),
        Control::Of(Box::new(Control::Keyboard)),
        Control::Text("x".into()),
        Control::Maybe(None),
        Control::Maybe(Some(3)),
        Control::Marked(Marker),
    ]);
    read(&BTreeMap::from([(Id(3), 1_u8)]));
    read(&BTreeMap::from([(3_u32, 1_u8)]));
    read(&BTreeMap::from([('a', Id(1))]));
    read(&Duration::from_millis(1500));
    read(&(0..3_u8));
    read(&[1_u8; 20]);
    read(&(vec![1_u8, 2], u64::MAX, i64::MIN, 'x', 0.1_f32));
    read(&Some(Id(3)));
    read(&Err::<u8, String>("x".into()));
}

#[test]
fn what_is_no_value_of_the_field_is_refused() {
    for (source, place, expected) in [
        (r#"{"Gamepad":"x"}"#, "0", "expected a u32, found"),
        (r#"{"At":{"x":1}}"#, "0.y", "the field `y` is missing"),
        (r#"{"At":3}"#, "0", "expected an object of fields"),
        (r#"{"Named":3}"#, "", "expected an object or an array of the variant's fields"),
        (r#"{"Axis":3}"#, "", "expected an object or an array of the variant's fields"),
        (r#"{"Keyboard":3}"#, "", "expected an object or an array of the variant's fields"),
    ] {
        let error = json::from_str::<Control>(source).unwrap_err();
        assert_eq!(error.path(), place, "{source}: {error}");
        assert!(error.detail().starts_with(expected), "{source}: {error}");
    }
}
