//! Schemas shared by the tests of the renderers, the diff and the encoding.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{
    BodyDef, FieldDef, FieldsDef, MetaDef, MetaValueDef, Schema, Style, TypeDef, TypeRef,
    VariantDef,
};
use crate::PrimitiveKind;

pub(super) fn field(name: &str, ty: TypeRef) -> FieldDef {
    FieldDef { name: name.to_owned(), ty, flatten: false, doc: String::new(), meta: Vec::new() }
}

pub(super) fn variant(name: &str, tag: u32, fields: FieldsDef) -> VariantDef {
    VariantDef { name: name.to_owned(), tag, fields, doc: String::new(), meta: Vec::new() }
}

pub(super) fn def(name: &str, version: u32, body: BodyDef) -> TypeDef {
    TypeDef {
        name: name.to_owned(),
        args: Vec::new(),
        version,
        body,
        doc: String::new(),
        meta: Vec::new(),
    }
}

pub(super) fn fields(style: Style, list: Vec<FieldDef>) -> FieldsDef {
    FieldsDef { style, list }
}

pub(super) fn number(kind: PrimitiveKind) -> TypeRef {
    TypeRef::Primitive(kind)
}

fn note(key: &str, value: MetaValueDef) -> MetaDef {
    MetaDef { key: key.to_owned(), value }
}

/// A save game at version 4, whose items are a recursive enum.
pub(super) fn sample() -> Schema {
    let sword = vec![
        field("sharpness", number(PrimitiveKind::U8)),
        field("owner", TypeRef::Option(Box::new(number(PrimitiveKind::Str)))),
    ];
    let pair = vec![
        field("0", TypeRef::Shared(Box::new(TypeRef::Named(0)))),
        field("1", number(PrimitiveKind::U8)),
    ];
    let item = BodyDef::Enum(vec![
        variant("Coin", 0, fields(Style::Unit, Vec::new())),
        variant("Sword", 1, fields(Style::Named, sword)),
        variant("Pair", 2, fields(Style::Tuple, pair)),
    ]);
    let mut hp = field("hp", number(PrimitiveKind::F32));
    hp.doc = "In hearts.\n\n  Never negative.".to_owned();
    hp.meta = vec![
        note("unit", MetaValueDef::Str("heart".to_owned())),
        note("min", MetaValueDef::Int(-4)),
        note("step", MetaValueDef::Float(0.5)),
        note("hidden", MetaValueDef::Bool(true)),
        note("shown", MetaValueDef::Bool(false)),
    ];
    let items = field("items", TypeRef::List(Box::new(TypeRef::Named(0))));
    let list = vec![field("level", number(PrimitiveKind::U8)), hp, items];
    let mut save = def("SaveGame", 4, BodyDef::Struct(fields(Style::Named, list)));
    save.doc = "What a player has.".to_owned();
    Schema { root: TypeRef::Named(1), types: vec![def("Item", 1, item), save] }
}

/// The sample after changes of every kind.
pub(super) fn changed() -> Schema {
    let mut schema = sample();
    if let [item, save] = schema.types.as_mut_slice() {
        item.version = 2;
        if let BodyDef::Enum(variants) = &mut item.body {
            variants.remove(0);
            variants[0].tag = 3;
            variants.swap(0, 1);
            variants.push(variant("Bow", 4, fields(Style::Unit, Vec::new())));
        }
        if let BodyDef::Struct(list) = &mut save.body {
            list.list[0].ty = number(PrimitiveKind::U32);
            list.list[1].name = "health".to_owned();
            list.list[2] = field("stamina", number(PrimitiveKind::U16));
        }
    }
    schema
}
