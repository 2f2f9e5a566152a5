//! Keys that differ only in unsaved parts are refused, since no load could tell them apart.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;

use archive::{Archive, Error, ErrorKind, Options, Value};
use indexmap::{IndexMap, IndexSet};

#[derive(Archive, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key {
    #[archive(skip)]
    seen: u8,
    id: u8,
}

#[derive(Archive, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    Home,
    At { key: Key, floor: Option<i8> },
    Named(#[archive(with = lower)] String),
}

/// Stored as a text alone, and not all of it.
#[derive(Archive, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[archive(transparent)]
struct Name(#[archive(with = lower)] String);

/// Saves a name in lower case.
mod lower {
    pub type Stored = String;

    pub fn to_stored(name: &str) -> Stored {
        name.to_lowercase()
    }

    pub fn from_stored(stored: Stored) -> Result<String, &'static str> {
        Ok(stored)
    }
}

fn refusals<T: Archive>(value: &T) -> Vec<Error> {
    let as_file = |options: Options| options.to_vec(value).map(drop);
    [
        as_file(Options::file()),
        as_file(Options::message()),
        archive::text::to_string(value).map(drop),
        archive::json::to_string(value).map(drop),
        Value::of(value).map(drop),
        archive::hash(value).map(drop),
    ]
    .into_iter()
    .filter_map(Result::err)
    .collect()
}

#[track_caller]
fn are_refused<T: Archive>(value: &T, path: &str) {
    let errors = refusals(value);
    assert_eq!(errors.len(), 6, "{errors:?}");
    for error in errors {
        assert_eq!((error.kind(), error.path()), (ErrorKind::Unrepresentable, path), "{error}");
        assert!(error.to_string().contains("two different keys are saved as the same bytes"));
    }
}

#[track_caller]
fn come_back<T: Archive + PartialEq + Debug>(value: &T) {
    assert_eq!(refusals(value).len(), 0);
    assert_eq!(archive::from_slice::<T>(&archive::to_vec(value).unwrap()).unwrap(), *value);
}

#[test]
fn keys_that_could_not_be_told_apart_are_refused() {
    // The first and last keys have equal bytes, but no neighbours do.
    let keys = [(1, 1), (1, 2), (2, 1)].map(|(seen, id)| Key { seen, id });
    are_refused(&(0_u8, BTreeSet::from(keys)), "[1]");
    are_refused(&(0_u8, HashSet::from(keys)), "[1]");
    are_refused(
        &(0_u8, keys.map(|key| (key, 7_u8)).into_iter().collect::<BTreeMap<_, _>>()),
        "[1]",
    );
    are_refused(&(0_u8, keys.map(|key| (key, 7_u8)).into_iter().collect::<HashMap<_, _>>()), "[1]");
    let lists = keys.map(|key| (key.id, vec![Some(key)]));
    are_refused(&vec![BTreeMap::from([((), BTreeSet::from(lists))])], "[0]{0}");
    let names = ["Ann", "Bob", "ann"].map(|name| Name(name.to_owned()));
    are_refused(&(0_u8, BTreeSet::from(names.clone())), "[1]");
    are_refused(&(0_u8, IndexSet::<Name>::from(names.clone())), "[1]");
    are_refused(&(0_u8, HashSet::from(names.clone())), "[1]");
    let pairs = names.clone().map(|name| ((7_u8, Some(name)), ()));
    are_refused(&(0_u8, BTreeMap::from(pairs.clone())), "[1]");
    are_refused(&(0_u8, IndexMap::<_, _>::from(pairs)), "[1]");
    come_back(&BTreeSet::from([Name("ann".into()), Name("bob".into())]));
    let places = keys.map(|key| Place::At { key, floor: None });
    are_refused(&(0_u8, BTreeSet::from(places)), "[1]");
    are_refused(&(0_u8, BTreeSet::from(["Ann", "ann"].map(|it| Place::Named(it.into())))), "[1]");
}

#[test]
fn keys_that_differ_in_what_is_saved_come_back() {
    let keys = [1, 2, 3].map(|id| Key { seen: 0, id });
    come_back(&BTreeSet::from(keys));
    come_back(&BTreeMap::from(keys.map(|key| (key, vec![key]))));
    let place = |key| Place::At { key, floor: Some(-1) };
    come_back(&BTreeSet::from([Place::Home, place(keys[0]), place(keys[1])]));
}

/// Finding out whether keys leave something out looks at each type once, however recursive it is.
#[test]
fn keys_that_hold_themselves_in_many_ways_are_saved() {
    type Two = (Box<Expr>, Box<Expr>);

    #[derive(Archive, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    enum Expr {
        Number(i64),
        Add(Two),
        Sub(Two),
        Mul(Two),
        Div(Two),
        Min(Two),
        Max(Two),
        Call { name: String, args: Vec<Call> },
    }

    #[derive(Archive, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Call {
        first: Expr,
        second: Expr,
        third: Option<Expr>,
        others: Vec<(Expr, Expr)>,
    }

    let number = |n| Box::new(Expr::Number(n));
    come_back(&BTreeSet::from([
        Expr::Add((number(1), number(2))),
        Expr::Mul((number(3), number(4))),
    ]));
    come_back(&BTreeMap::from([(Expr::Call { name: "f".into(), args: Vec::new() }, 1_u8)]));
}
