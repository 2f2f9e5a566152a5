//! What a difference from elsewhere may do.

use std::collections::BTreeMap;

use archive::{Change, Diff, ErrorKind, Value, json};
use cpu_time::ThreadTime;

/// The changes of some differences in JSON, this many times.
fn repeated(all: &[Diff], count: usize) -> Diff {
    let all: Vec<String> = all.iter().map(|diff| json::to_string(diff).unwrap()).collect();
    let parts: Vec<_> = all.iter().map(|it| it.split_once('[').unwrap()).collect();
    let (head, tail) = (parts[0].0, parts[0].1.rsplit_once(']').unwrap().1);
    let changes: Vec<&str> = parts.iter().map(|it| it.1.rsplit_once(']').unwrap().0).collect();
    let changes = vec![changes.join(","); count].join(",");
    json::from_str(&format!("{head}[{changes}]{tail}")).unwrap()
}

/// A difference that moves an element of the list at a path.
pub(crate) fn moved(path: &str, from: usize, to: usize) -> Diff {
    let text = format!(r#"[{{"Moved":{{"path":"{path}","from":"{from}","to":"{to}"}}}}]"#);
    let changes = json::to_string(&Diff::default()).unwrap().replace("[]", &text);
    json::from_str(&changes).unwrap_or_else(|error| panic!("{error}\n{changes}"))
}

/// A hundred bytes, once compressed, that would take minutes.
#[test]
fn the_work_of_a_difference_from_elsewhere_is_bounded() {
    let start = ThreadTime::now();
    let list = |texts: &[&'static str]| Value::from(texts.to_vec());
    let hostile = repeated(&[list(&["x"]).diff(&list(&["", "x"]))], 50_000);
    let mut value = list(&["x"]);
    let error = hostile.apply(&mut value).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::InvalidValue, "[0]"));
    assert_eq!(value, list(&["x"]));

    // Ever from one end of a map to the other.
    let map = |ends: u8| {
        let value = |at| (at, if at % 49_999 == 0 { ends } else { 7 });
        Value::of(&BTreeMap::from_iter((0..50_000_u32).map(value))).unwrap()
    };
    let changes = map(1).diff(&map(2));
    assert_eq!(changes.changes().len(), 2);
    let hostile = repeated(&[changes.clone(), changes.inverse()], 3_000);
    let mut value = map(1);
    assert_eq!(hostile.apply(&mut value).unwrap_err().kind(), ErrorKind::InvalidValue);
    assert_eq!(value, map(1));
    assert!(start.elapsed().as_secs() < 60);
}

/// A path may be written in many ways, and a list may move, so no list has a bound of its own.
#[test]
fn the_work_in_all_lists_is_bounded_together() {
    let list: Vec<_> = (0..100_000).map(|at| at.to_string()).collect();
    let mut value = Value::List(vec![Value::from(list)]);
    let before = value.clone();
    let ways = (0..40).map(|zeros| moved(&format!("[{}0]", "0".repeat(zeros)), 0, 99_999));
    let hostile = repeated(&ways.collect::<Vec<_>>(), 1_000);
    let start = ThreadTime::now();
    assert_eq!(hostile.apply(&mut value).unwrap_err().kind(), ErrorKind::InvalidValue);
    assert!(start.elapsed().as_secs() < 20);
    assert!(value == before);
}

/// Each change puts its value into that of the one before.
#[test]
fn the_depth_of_what_a_difference_makes_is_bounded() {
    let empty = || Value::List(vec![]);
    let nested = || (0..100).fold(empty(), |inner, _| Value::Option(Some(Box::new(inner))));
    let at = |level: usize, change: Diff| -> Diff {
        let path = format!("\"{}\"", "[0]".repeat(level));
        json::from_str(&json::to_string(&change).unwrap().replace("\"[0]\"", &path)).unwrap()
    };
    let added = |level| at(level, empty().diff(&Value::List(vec![nested()])));
    let mut value = empty();
    let all: Vec<_> = (1..=1_000).map(added).collect();
    let error = repeated(&all, 1).apply(&mut value).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::DepthLimit, &*"[0]".repeat(6)));
    assert_eq!(value, empty());

    // Nor does what replaces a part go deeper.
    repeated(&all[..5], 1).apply(&mut value).unwrap();
    value.insert(&"[0]".repeat(6), empty()).unwrap();
    let before = value.clone();
    let replaced = at(6, Value::List(vec![empty()]).diff(&Value::List(vec![nested()])));
    let error = replaced.apply(&mut value).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::DepthLimit, &*"[0]".repeat(6)));
    assert_eq!(value, before);
    at(6, Value::List(vec![empty()]).diff(&Value::List(vec![7_u8.into()])))
        .apply(&mut value)
        .unwrap();
}

/// As many changes as are made one by one; a list that takes more changes as a whole.
#[test]
fn a_difference_that_was_made_here_is_no_work() {
    let list = |step: usize| {
        Value::from((0..60_000).step_by(step).map(|at| at.to_string()).collect::<Vec<_>>())
    };
    let lists = |step| Value::List(vec![list(step); 3]);
    let (from, to) = (lists(1), lists(2));
    for (from, to) in [(&from, &to), (&to, &from)] {
        let mut value = from.clone();
        from.diff(to).apply(&mut value).unwrap();
        assert_eq!(value, *to);
    }
}

/// An element moves past those between, not to the end of the list and back.
#[test]
fn moves_take_time_that_grows_with_their_distance() {
    let list = |swapped: usize| {
        let mut all: Vec<String> = (0..200_000).map(|at| at.to_string()).collect();
        all.chunks_exact_mut(2).take(swapped).for_each(|pair| pair.swap(0, 1));
        Value::from(all)
    };
    let (from, to) = (list(0), list(20_000));
    let diff = from.diff(&to);
    let is_move = |change: &&Change| matches!(change, Change::Moved { .. });
    assert_eq!(diff.changes().iter().filter(is_move).count(), 20_000);
    let mut value = from.clone();
    let start = ThreadTime::now();
    diff.apply(&mut value).unwrap();
    diff.inverse().apply(&mut value).unwrap();
    assert!(start.elapsed().as_secs() < 10);
    assert_eq!(value, from);
}
