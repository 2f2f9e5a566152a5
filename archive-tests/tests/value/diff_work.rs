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

/// Each list has a bound of its own neither by its path, which may be written in many ways, nor by its place.
#[test]
fn the_work_in_all_lists_is_bounded_together() {
    let lists = |texts: [&'static str; 2]| Value::List(vec![Value::from(texts.to_vec()); 2]);
    let swap = json::to_string(&lists(["a", "b"]).diff(&lists(["b", "a"]))).unwrap();
    let text = |text: String| Value::from(text);
    let long: Vec<Value<'_>> = (0..100_000).map(|at| text(at.to_string())).collect();
    let mut value = Value::List(vec![Value::List(long); 2]);
    let mut swaps = Vec::new();
    for zeros in 0..40 {
        let path = format!("[{}0]", "0".repeat(zeros));
        let far = swap.replace("\"[0]\"", &format!("\"{path}\"")).replace("\"1\"", "\"99999\"");
        let far = far
            .replace("\"from\":\"0\"", "\"from\":\"99999\"")
            .replace("\"to\":\"99999\"", "\"to\":\"0\"");
        swaps.push(json::from_str::<Diff>(&far).unwrap());
    }
    let before = value.clone();
    let start = ThreadTime::now();
    let error = repeated(&swaps, 1_000).apply(&mut value).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidValue);
    assert!(start.elapsed().as_secs() < 20);
    assert!(value == before);
}

/// Each change puts its value into that of the one before.
#[test]
fn the_depth_of_what_a_difference_makes_is_bounded() {
    let nested = |levels: u32| {
        (0..levels).fold(Value::List(vec![]), |inner, _| Value::Option(Some(Box::new(inner))))
    };
    let empty = Value::List(vec![]);
    let added = json::to_string(&empty.diff(&Value::List(vec![nested(100)]))).unwrap();
    let deeper = |levels: usize| -> Vec<Diff> {
        let paths = (1..=levels).map(|level| "[0]".repeat(level));
        let all = paths.map(|path| added.replace("\"[0]\"", &format!("\"{path}\"")));
        all.map(|change| json::from_str(&change).unwrap()).collect()
    };
    let mut value = empty.clone();
    let error = repeated(&deeper(1_000), 1).apply(&mut value).unwrap_err();
    let fourth = "[0]".repeat(6);
    assert_eq!((error.kind(), error.path()), (ErrorKind::DepthLimit, &*fourth));
    assert_eq!(value, empty);
    repeated(&deeper(5), 1).apply(&mut value).unwrap();
    // Nor does what replaces a part go deeper.
    let replaced = Value::List(vec![empty.clone()]).diff(&Value::List(vec![nested(100)]));
    let replaced = json::to_string(&replaced).unwrap().replace("[0]", &"[0]".repeat(6));
    repeated(&deeper(6)[5..], 1).apply(&mut value).unwrap_err();
    let replaced: Diff = json::from_str(&replaced).unwrap();
    assert!(replaced.apply(&mut value).is_err());
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
