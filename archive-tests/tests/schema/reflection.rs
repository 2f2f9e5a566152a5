//! Describes types without values, and values without types.

use std::collections::BTreeMap;

use archive::{
    Archive, ErrorKind, Options, Part, Primitive, Value, VersionTable, Visit, defaults, walk,
};

#[derive(Archive, Debug, PartialEq)]
struct Settings {
    name: String,
    #[default = 1280]
    width: u32,
    #[since(2, default = *width * 9 / 16)]
    height: u32,
    #[archive(default = format!("{name}'s"))]
    title: String,
    #[archive(default = title.len())]
    length: usize,
    #[since(3, default = "en")]
    #[archive(renamed(4, from = "lang"))]
    language: String,
    #[archive(default = 0.5, with = percent)]
    volume: f32,
    #[archive(skip)]
    cache: u32,
    #[archive(skip, default = 7)]
    seed: u32,
    #[archive(default = *seed + 1)]
    next: u32,
    #[archive(default = Inner { depth: 4, more: 1 }, removed(old: u8, until = 2))]
    inner: Inner,
    other: Inner,
}

#[derive(Archive, Debug, PartialEq)]
struct Inner {
    #[default = 3]
    depth: u8,
    more: u8,
}

mod percent {
    pub type Stored = u8;

    pub fn to_stored(value: &f32) -> u8 {
        (value * 100.0) as u8
    }

    pub fn from_stored(stored: u8) -> Result<f32, &'static str> {
        Ok(f32::from(stored) / 100.0)
    }
}

#[test]
fn defaults_are_there_without_a_value() {
    let found = defaults::<Settings>().unwrap();
    let shown = "Settings {
  width = 1280
  height = 720
  language = \"en\"
  volume = 50
  inner = Inner { depth = 4, more = 1 }
}";
    assert_eq!(found.to_string(), shown);
}

#[test]
fn a_struct_without_defaults_has_an_empty_tree() {
    #[derive(Archive)]
    struct Plain {
        x: u32,
    }
    assert_eq!(Plain { x: 1 }.x, 1);
    assert_eq!(defaults::<Plain>().unwrap().to_string(), "Plain {}");
}

#[test]
fn of_a_transparent_type_they_are_those_of_what_it_holds() {
    #[derive(Archive)]
    #[archive(transparent)]
    struct Wrapper(Inner);
    assert_eq!(Wrapper(Inner { depth: 1, more: 2 }).0.depth, 1);
    assert_eq!(defaults::<Wrapper>().unwrap().to_string(), "Inner { depth = 3 }");
}

#[test]
fn what_is_no_struct_has_none() {
    assert_eq!(defaults::<Vec<Inner>>().unwrap(), Value::Unit);
    assert_eq!(defaults::<Option<Inner>>().unwrap(), Value::Unit);
}

#[test]
fn generic_types_have_defaults_too() {
    #[derive(Archive)]
    #[archive(bound = "T: Archive + Default")]
    struct Pair<T> {
        #[archive(default)]
        first: T,
        #[archive(default = 2)]
        second: u8,
    }
    assert_eq!(Pair { first: 1_u8, second: 2 }.first + 1, 2);
    let found = defaults::<Pair<Option<u8>>>().unwrap();
    assert_eq!(found.to_string(), "Pair { first = none, second = 2 }");
}

#[derive(Archive)]
struct World {
    /// What it is called.
    name: String,
    bags: BTreeMap<String, Vec<Item>>,
    seen: BTreeMap<(u8, u8), Option<bool>>,
    place: (f32, Box<u8>),
}

#[derive(Archive)]
enum Item {
    Torch { left: u8 },
    Nothing,
}

fn world() -> World {
    let bags = [("belt".to_owned(), vec![Item::Torch { left: 80 }, Item::Nothing])];
    let seen = [((1, 2), Some(true)), ((3, 4), None)];
    World { name: "Mars".into(), bags: bags.into(), seen: seen.into(), place: (0.5, Box::new(7)) }
}

fn line(part: &Part<'_>) -> String {
    let path = part.path;
    let doc = part.field.map_or("", |field| field.doc);
    match &part.visit {
        Visit::Primitive(value) => format!("{path} = {value:?} {doc}"),
        Visit::None => format!("{path} is none"),
        Visit::Struct(shape) => format!("{path}: {}", shape.name),
        Visit::Variant(shape, variant) => format!("{path}: {}::{}", shape.name, variant.name),
        Visit::List(len) => format!("{path}: list of {len}"),
        Visit::Tuple(len) => format!("{path}: tuple of {len}"),
        Visit::Map(len) => format!("{path}: map of {len}"),
        Visit::End => format!("{path} ends"),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_walk_meets_every_part_with_its_path() {
    let mut lines = Vec::new();
    walk(&world(), |part| lines.push(line(part).trim().to_owned())).unwrap();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn what_is_too_deep_is_an_error_with_its_path() {
    #[derive(Archive)]
    struct Deep {
        inner: Option<Box<Deep>>,
    }
    let mut deep = Deep { inner: None };
    for _ in 0..200 {
        deep = Deep { inner: Some(Box::new(deep)) };
    }
    let error = walk(&deep, |_| ()).unwrap_err();
    let saved = Options::message().to_vec(&deep).unwrap_err();
    assert_eq!((error.kind(), error.path()), (saved.kind(), saved.path()));
}

#[test]
fn a_version_that_no_type_had_is_in_no_table() {
    let table = VersionTable::new();
    let error = table.clone().at::<Vec<u32>>(1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongType);
    assert!(error.to_string().contains("`list<u32>` has no versions"), "{error}");
    assert_eq!(table.at::<VersionTable>(2).unwrap_err().kind(), ErrorKind::TooNew);
}

/// Whatever the keys are, a tree has what the walk met at the same path.
#[test]
fn the_path_of_an_entry_leads_to_it() {
    type Maps<A, B, C, D> = (BTreeMap<A, u8>, BTreeMap<B, u8>, BTreeMap<C, u8>, BTreeMap<D, u8>);
    let maps: Maps<Option<i8>, Vec<u8>, (), char> = (
        [(None, 1), (Some(-3), 2)].into(),
        [(vec![1, 2], 3)].into(),
        [((), 4)].into(),
        [('x', 5)].into(),
    );
    let tree = Value::of(&maps).unwrap();
    let mut paths = Vec::new();
    walk(&maps, |part| {
        if let Visit::Primitive(Primitive::U8(value)) = part.visit
            && tree.get(part.path) == Some(&Value::U8(value))
        {
            paths.push(part.path.to_owned());
        }
    })
    .unwrap();
    assert_eq!(paths, ["[0]{0}", "[0]{1}", "[1]{0}", "[2]{0}", "[3]['x']"]);
}
