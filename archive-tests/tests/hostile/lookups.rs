//! What another program has many of is looked up in maps: no look-up goes through all the others.

use std::collections::BTreeMap;
use std::time::Duration;

use archive::schema::{BodyDef, FieldsDef, Schema, TypeRef, VariantDef};
use archive::{
    Archive, Compound, Describe, ErrorKind, Layout, Newer, Options, Style, Unknown, UnknownPolicy,
    Value,
};
use archive_tests::made::{BYTE, a_struct, field, file, file_with};
use archive_tests::wire;
use cpu_time::ThreadTime;

/// Much more than a debug build needs, much less than quadratic work takes.
const LONG: Duration = Duration::from_secs(2);

fn is_soon<R>(run: impl FnOnce() -> R) -> R {
    let start = ThreadTime::now();
    let result = run();
    assert!(start.elapsed() < LONG, "{:?}", start.elapsed());
    result
}

fn retaining() -> Options {
    Options::file().newer(Newer::Accept).unknown(UnknownPolicy::Retain)
}

#[derive(Archive, Debug)]
struct Hero {
    health: u8,
}

#[test]
fn versions_of_many_types_that_changed() {
    let mut types: Vec<_> = (0..4000).map(|n| a_struct(&format!("A{n:06}"), vec![])).collect();
    types.push(a_struct("Hero", vec![field("health", u16::schema().root)]));
    let schema = Schema { root: TypeRef::Named(4000), types };
    let names: Vec<String> = (0..40_000).map(|n| format!("a{n}")).collect();
    let mut named: BTreeMap<&str, u32> = names.iter().map(|name| (name.as_str(), 1)).collect();
    named.insert("Hero", 1);
    let bytes = file_with(&schema, &named, &[0; 2]);
    let error = is_soon(|| archive::from_slice::<Hero>(&bytes).unwrap_err());
    assert_eq!((error.kind(), error.found_version()), (ErrorKind::Mismatch, Some(1)));
    assert!(error.detail().len() < 1000, "{error}");
}

#[derive(Archive, Debug)]
struct Keeper {
    health: u8,
    #[archive(unknown)]
    others: Unknown,
}

#[test]
fn many_types_in_two_programs() {
    const TYPES: usize = 8000;
    let bytes = |has_more: bool| {
        let mut types: Vec<_> =
            (0..TYPES).map(|n| a_struct(&format!("A{n:06}"), vec![field("x", BYTE)])).collect();
        let last = TypeRef::Named(TYPES - 1);
        types.push(a_struct("Keeper", vec![field("health", BYTE), field("last", last)]));
        if has_more {
            types.push(a_struct("More", vec![]));
        }
        let root = TypeRef::List(Box::new(TypeRef::Named(TYPES)));
        file(&Schema { root, types }, &[1, 1, 1])
    };
    let load = |bytes: &[u8]| retaining().from_slice::<Vec<Keeper>>(bytes).unwrap();
    let mut all = load(&bytes(false));
    all.extend(load(&bytes(true)));
    let saved = is_soon(|| retaining().to_vec(&all).unwrap());
    assert_eq!(load(&saved).len(), 2);
}

mod theirs {
    pub trait Thing: archive::Object {}

    #[derive(archive::Archive, Default)]
    pub struct Rock {
        pub weight: u32,
    }

    impl Thing for Rock {}
    archive::registry! { dyn Thing as "Thing" { Rock as "rock" } }
}

mod ours {
    use archive::Unknown;

    pub trait Thing: archive::Object {}

    pub struct Strange(Unknown);

    impl AsRef<Unknown> for Strange {
        fn as_ref(&self) -> &Unknown {
            &self.0
        }
    }

    impl From<Unknown> for Strange {
        fn from(unknown: Unknown) -> Self {
            Self(unknown)
        }
    }

    impl Thing for Strange {}
    archive::registry! { dyn Thing as "Thing" { unknown Strange } }
}

/// The file of a mod with this name that has many classes, each with a type of its own.
fn modded(name: &str) -> Vec<u8> {
    const CLASSES: usize = 3000;
    let things: Vec<Box<dyn theirs::Thing>> = vec![Box::new(theirs::Rock { weight: 3 })];
    let saved = Options::file().layout(Layout::Rows).to_vec(&things).unwrap();
    let mut schema = Vec::<Box<dyn theirs::Thing>>::schema();
    let first = schema.types.len();
    let classes = (0..CLASSES).map(|n| {
        let name = format!("{name}{n}");
        let tag = name
            .bytes()
            .fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        let list = vec![field("x", TypeRef::Named(first + n))];
        let fields = FieldsDef { style: Style::Named, list };
        VariantDef { name, tag, fields, doc: String::new(), meta: vec![] }
    });
    let classes: Vec<_> = classes.collect();
    for def in &mut schema.types {
        if let BodyDef::Enum(variants) = &mut def.body {
            variants.extend_from_slice(&classes);
            variants.sort_by_key(|variant| variant.tag);
        }
    }
    // One name with many arguments: then only whole names differ.
    schema.types.extend((0..CLASSES).map(|n| {
        let mut def = a_struct(&format!("Zone{name}"), vec![field("x", BYTE)]);
        def.args = vec![archive::schema::ArgDef::Const(100_000 + n as i128)];
        def
    }));
    file(&schema, &saved[wire::body_start(&saved)..])
}

#[test]
fn many_classes_of_two_mods() {
    let load = |bytes: &[u8]| retaining().from_slice::<Vec<Box<dyn ours::Thing>>>(bytes).unwrap();
    let mut all = load(&modded("a"));
    all.extend(load(&modded("b")));
    let saved = is_soon(|| retaining().to_vec(&all).unwrap());
    assert_eq!(load(&saved).len(), 2);
}

/// A struct with as many fields as `names`, all of the same number.
fn wide(names: &[String], number: u8) -> Value<'static> {
    let fields = names.iter().map(|name| (name.as_str(), Value::U8(number)));
    Compound::of_struct("Wide", fields).into()
}

#[test]
fn many_fields_are_merged() {
    let names: Vec<String> = (0..40_000).map(|n| format!("f{n}")).collect();
    let (base, over) = (wide(&names, 1), wide(&names, 2));
    is_soon(|| {
        let mut tree = base.clone();
        tree.merge(over.clone());
        assert!(tree == over);
        let mut tree = wide(&names[..1], 1);
        tree.merge(over.clone());
        assert!(tree == over);
        assert!(over.beyond(&base).unwrap() == over);
    });
}

#[test]
fn a_difference_in_many_fields_is_applied() {
    let names: Vec<String> = (0..40_000).map(|n| format!("f{n}")).collect();
    let (base, over) = (wide(&names, 1), wide(&names, 2));
    is_soon(|| {
        let difference = base.diff(&over);
        let mut tree = base.clone();
        difference.apply(&mut tree).unwrap();
        assert!(tree == over);
    });
}

#[test]
fn the_first_field_of_a_name_is_merged() {
    let twice = |more: usize| {
        let mut names: Vec<String> = (0..more).map(|n| format!("f{n}")).collect();
        names.extend(["twice".into(), "twice".into()]);
        names
    };
    for more in [2, 100] {
        let mut tree = wide(&twice(more), 1);
        tree.merge(wide(&twice(more), 2));
        let Value::Struct(all) = &tree else { panic!("{tree:?}") };
        let numbers: Vec<_> = all.fields().skip(more).map(|(_, value)| value.clone()).collect();
        assert_eq!(numbers, [Value::U8(2), Value::U8(1)]);

        let mut tree = wide(&[], 1);
        tree.merge(wide(&twice(more), 2));
        let Value::Struct(all) = &tree else { panic!("{tree:?}") };
        assert_eq!(all.fields().len(), more + 1);
    }
}

#[test]
fn fields_of_a_tuple_are_appended_as_such() {
    let numbered = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>();
    for count in [3, 30] {
        let mut tree = wide(&numbered(1), 1);
        tree.merge(wide(&numbered(count), 2));
        assert!(tree == wide(&numbered(count), 2));
        let Value::Struct(all) = &tree else { panic!("{tree:?}") };
        assert_eq!(all.style(), Style::Tuple);
        tree.merge(wide(&["more".into()], 3));
        let Value::Struct(all) = &tree else { panic!("{tree:?}") };
        assert_eq!(all.style(), Style::Named);
    }
}
