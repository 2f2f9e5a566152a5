//! Literals, which are `i32`s and `f64`s, where a type has other numbers.

use std::collections::BTreeMap;

use archive::{Archive, Compound, Error, ErrorKind, Record, Value};

#[derive(Archive, Clone, Debug, PartialEq)]
struct Ball {
    at: Vec<f32>,
    speeds: BTreeMap<String, f32>,
    best: Option<f32>,
}

fn ball() -> Ball {
    Ball { at: vec![1.5], speeds: [("a".into(), 1.0)].into(), best: None }
}

/// The ball after a change, in the program and in its file.
fn changed(change: impl Fn(&mut Value<'_>) -> Result<(), Error>) -> Ball {
    let (mut ball, file) = (ball(), archive::to_vec(&ball()).unwrap());
    archive::edit(&mut ball, |tree| change(tree)).unwrap();
    let edited = archive::edit_archive(&file, |tree| change(tree)).unwrap();
    assert_eq!(archive::from_slice::<Ball>(&edited).unwrap(), ball);
    ball
}

#[test]
fn literals_are_inserted_among_f32s() {
    let at = vec![1.5, 0.1];
    assert_eq!(changed(|tree| tree.insert("at[1]", 0.1)), Ball { at, ..ball() });
    let speeds = [("a".into(), 1.0), ("b".into(), 0.1)].into();
    assert_eq!(changed(|tree| tree.insert("speeds[\"b\"]", 0.1)), Ball { speeds, ..ball() });
}

#[test]
fn literals_fill_options_and_lists_of_f32s() {
    let best = Some(0.1);
    assert_eq!(changed(|tree| tree.set("best", 0.1).map(drop)), Ball { best, ..ball() });
    let set = |tree: &mut Value<'_>| tree.set("best", Some(0.1)).map(drop);
    assert_eq!(changed(set), Ball { best, ..ball() });
    let at = vec![0.1, 0.2];
    assert_eq!(changed(|tree| tree.set("at", vec![0.1, 0.2]).map(drop)), Ball { at, ..ball() });
}

#[test]
fn literals_update_f32s() {
    let mut ball = ball();
    let over = Compound::of_struct("Ball", [("best", Value::from(Some(0.1)))]);
    archive::update(&mut ball, over.into()).unwrap();
    assert_eq!(ball.best, Some(0.1));
}

#[test]
fn more_digits_than_an_f32_has_are_refused() {
    let (mut ball, file) = (ball(), archive::to_vec(&ball()).unwrap());
    let error = archive::edit(&mut ball, |tree| tree.insert("at[1]", 0.123_456_789_01));
    assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidValue);
    let error = archive::edit_archive(&file, |tree| tree.insert("at[1]", 1e39));
    assert_eq!(error.unwrap_err().kind(), ErrorKind::CannotWrite);
}

/// Nothing tells the type here, so the number that is replaced does.
#[test]
fn integers_take_the_kind_of_what_they_replace() {
    let mut tree = Value::of(&(5_u16, Some(-1_i64), 0.5_f32, vec![7_u8], (1_u32, 2_u8))).unwrap();
    tree.set("[0]", 6).unwrap();
    tree.set("[1]", 7_u8).unwrap();
    tree.set("[2]", 1 << 24).unwrap();
    tree.set("[3][0]", 9).unwrap();
    tree.insert("[3][0]", 8).unwrap();
    let expected = (6_u16, 7_i64, 16_777_216.0_f32, vec![8_u8, 9], (1_u32, 2_u8));
    assert_eq!(tree, Value::of(&expected).unwrap());
    // What does not fit keeps its kind, and is refused where the type is known.
    tree.set("[0]", -6).unwrap();
    tree.set("[2]", (1 << 24) + 1).unwrap();
    tree.insert("[3][0]", 256).unwrap();
    let kept = ["[0]", "[2]", "[3][0]"].map(|path| tree.get(path).unwrap().clone());
    assert_eq!(kept, [-6, 16_777_217, 256].map(Value::I32));
    // A float is no integer, even if it is whole.
    tree.set("[1]", 7.0).unwrap();
    assert_eq!(tree.get("[1]"), Some(&Value::F64(7.0)));
}

#[test]
fn integers_are_inserted_among_others_of_their_kind() {
    let mut tree = Value::of(&(vec![1_u64], BTreeMap::from([(1_u8, 2_u128)]))).unwrap();
    tree.insert("[0][1]", 2).unwrap();
    tree.insert("[1][3]", 4).unwrap();
    let expected = (vec![1_u64, 2], BTreeMap::from([(1_u8, 2_u128), (3, 4)]));
    assert_eq!(tree, Value::of(&expected).unwrap());
}

#[test]
fn a_record_keeps_the_kinds_of_its_fields() {
    #[derive(Archive, Clone)]
    struct Ship {
        fuel: u32,
    }
    let mut record = Record::of(1_u8, &Ship { fuel: 5 }).unwrap();
    assert!(!record.set("fuel", &5).unwrap(), "not changed");
    assert!(record.set("fuel", &6).unwrap());
    assert_eq!(record.value("fuel"), Some(&Value::U32(6)));
    assert_eq!(record.to::<Ship>().unwrap().fuel, 6);
}

/// Only edits are of literals: a number that was stored is converted exactly.
#[test]
fn stored_f64s_are_no_literals() {
    let tree = Value::of(&0.1_f64).unwrap();
    assert_eq!(tree.to::<f32>().unwrap_err().kind(), ErrorKind::InvalidValue);
}
