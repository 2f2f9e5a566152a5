//! Literals, which are `f64`s, where a type has an `f32`.

use std::collections::BTreeMap;

use archive::{Archive, Compound, Error, ErrorKind, Value};

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

/// Only edits are of literals: a number that was stored is converted exactly.
#[test]
fn stored_f64s_are_no_literals() {
    let tree = Value::of(&0.1_f64).unwrap();
    assert_eq!(tree.to::<f32>().unwrap_err().kind(), ErrorKind::InvalidValue);
}
