//! Tests that each schema has exactly one encoding.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use crate::schema::tests::{changed, def, field, fields, number, sample};
use crate::schema::{ArgDef, BodyDef, MetaDef, MetaValueDef, Style, TypeDef, TypeRef};
use crate::{ErrorKind, PrimitiveKind, Schema};

fn list(inner: TypeRef) -> TypeRef {
    TypeRef::List(Box::new(inner))
}

fn generic(name: &str, args: Vec<ArgDef>) -> TypeDef {
    TypeDef { args, ..def(name, 1, BodyDef::Struct(fields(Style::Unit, Vec::new()))) }
}

fn kind_of(bytes: &[u8]) -> ErrorKind {
    Schema::from_bytes(bytes).unwrap_err().kind()
}

#[test]
fn the_example_of_the_format() {
    let list =
        vec![field("level", number(PrimitiveKind::U32)), field("name", number(PrimitiveKind::Str))];
    let mut hero = def("Hero", 2, BodyDef::Struct(fields(Style::Named, list)));
    hero.doc = "A hero.".to_string();
    let schema = Schema { root: TypeRef::Named(0), types: vec![hero] };
    let bytes = b"\x03\x04Hero\x05level\x04name\x01\x1b\x00\
        \x00\x02\x00\x01\x02\x01\x04\x00\x02\x0f\x00\x01\x07A hero.";
    assert_eq!(schema.to_bytes(), bytes);
    assert_eq!(schema.canonical(), "Hero\nHero@2{level:u32,name:str}\n");
    assert_eq!(schema.fingerprint(), 0x09c8a27907840953);
}

#[test]
fn schemas_come_back() {
    for schema in [sample(), changed()] {
        let bytes = schema.to_bytes();
        assert_eq!(Schema::from_bytes(&bytes).unwrap(), schema);
    }
}

#[test]
fn numbers_in_notes_and_arguments_come_back() {
    for value in [0, 1, -1, i128::MAX, i128::MIN, 1 << 63, -(1 << 64)] {
        let mut grid =
            generic("Grid", vec![ArgDef::Const(value), ArgDef::Type(list(TypeRef::Named(1)))]);
        grid.meta = vec![MetaDef { key: "k".to_string(), value: MetaValueDef::Int(value) }];
        let schema =
            Schema { root: TypeRef::Named(0), types: vec![grid, generic("Hex", Vec::new())] };
        assert_eq!(Schema::from_bytes(&schema.to_bytes()).unwrap(), schema);
    }
}

#[test]
fn bytes_that_are_cut_short_or_changed_never_panic_and_have_one_form() {
    let bytes = sample().to_bytes();
    for len in 0..bytes.len() {
        Schema::from_bytes(&bytes[..len]).unwrap_err();
    }
    for at in 0..bytes.len() {
        for value in (0..30).chain([127, 128, 255]) {
            let mut changed = bytes.clone();
            changed[at] = value;
            if let Ok(schema) = Schema::from_bytes(&changed) {
                assert_eq!(schema.to_bytes(), changed);
                let _ =
                    (schema.to_string(), schema.fingerprint(), schema.diff(&sample()).to_string());
            }
        }
    }
    let mut longer = bytes;
    longer.push(0);
    assert_eq!(kind_of(&longer), ErrorKind::TrailingBytes);
}

#[test]
fn counts_beyond_the_input() {
    assert_eq!(kind_of(&[5, 0]), ErrorKind::Length);
    assert_eq!(kind_of(&[0, 0, 25, 0xff, 0xff, 0xff, 0x7f]), ErrorKind::Length);
    // Each count is small enough on its own, but together they claim more bytes than there are.
    assert_eq!(kind_of(&[0, 0, 25, 6, 25, 6, 25, 6, 0, 0, 0]), ErrorKind::Length);
}

#[test]
fn names_out_of_order_unused_or_twice() {
    let unit = |table: &[u8], name: u8| [table, &[1, 27, 0, name, 1, 0, 0, 0]].concat();
    Schema::from_bytes(&unit(b"\x01\x01A", 0)).unwrap();
    assert_eq!(kind_of(&unit(b"\x01\x01A", 1)), ErrorKind::InvalidValue);
    assert_eq!(kind_of(&unit(b"\x02\x01A\x01B", 0)), ErrorKind::InvalidValue);
    assert_eq!(kind_of(&unit(b"\x02\x01A\x01A", 0)), ErrorKind::InvalidValue);
    assert_eq!(kind_of(&unit(b"\x01\x01\xff", 0)), ErrorKind::InvalidUtf8);
}

#[test]
fn types_nested_without_end() {
    let nested = |levels: usize| [&[0, 0], vec![17; levels].as_slice(), &[4]].concat();
    Schema::from_bytes(&nested(128)).unwrap();
    assert_eq!(kind_of(&nested(129)), ErrorKind::DepthLimit);
    assert_eq!(kind_of(&nested(1_000_000)), ErrorKind::DepthLimit);
}

#[test]
fn a_type_that_is_its_own_argument() {
    let types = vec![generic("A", vec![ArgDef::Type(list(TypeRef::Named(0)))])];
    let bytes = Schema { root: TypeRef::Named(0), types }.to_bytes();
    assert_eq!(kind_of(&bytes), ErrorKind::InvalidValue);
}

#[test]
fn arguments_that_double_at_every_level() {
    let types = (0..60).map(|n| {
        let next = || ArgDef::Type(TypeRef::Named(n + 1));
        generic(&format!("T{n:02}"), if n < 59 { vec![next(), next()] } else { Vec::new() })
    });
    let bytes = Schema { root: TypeRef::Named(0), types: types.collect() }.to_bytes();
    assert_eq!(kind_of(&bytes), ErrorKind::MemoryLimit);
}

#[test]
fn one_long_name_used_everywhere() {
    let name = "x".repeat(10_000);
    let types = (0..1_000).map(|n| {
        let list = vec![field(&name, number(PrimitiveKind::U8))];
        def(&format!("T{n:03}"), 1, BodyDef::Struct(fields(Style::Named, list)))
    });
    let bytes = Schema { root: TypeRef::Named(0), types: types.collect() }.to_bytes();
    assert_eq!(kind_of(&bytes), ErrorKind::MemoryLimit);
}

#[test]
fn types_and_tags_out_of_order() {
    let mut schema = sample();
    schema.types.swap(0, 1);
    assert_eq!(kind_of(&schema.to_bytes()), ErrorKind::KeyOrder);
    let mut schema = sample();
    if let BodyDef::Enum(variants) = &mut schema.types[0].body {
        variants.swap(0, 1);
    }
    assert_eq!(kind_of(&schema.to_bytes()), ErrorKind::KeyOrder);
}

#[test]
fn a_schema_is_a_value() {
    let schemas = vec![sample(), changed()];
    let bytes = crate::to_vec(&schemas).unwrap();
    assert_eq!(crate::from_slice::<Vec<Schema>>(&bytes).unwrap(), schemas);
}
