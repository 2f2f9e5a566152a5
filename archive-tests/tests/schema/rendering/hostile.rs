//! A schema whose names try to break out of their context.

use archive::PrimitiveKind;
use archive::Schema;
use archive::schema::{
    BodyDef, FieldDef, FieldsDef, MetaDef, MetaValueDef, Style, TypeDef, TypeRef, VariantDef,
    c_header, json_schema, markdown, rust,
};

fn field(name: &str, doc: &str, ty: TypeRef) -> FieldDef {
    FieldDef { name: name.into(), ty, flatten: false, doc: doc.into(), meta: vec![] }
}

fn note(key: &str, value: MetaValueDef) -> MetaDef {
    MetaDef { key: key.into(), value }
}

fn def(name: &str, version: u32, body: BodyDef) -> TypeDef {
    TypeDef { name: name.into(), args: vec![], version, body, doc: String::new(), meta: vec![] }
}

pub(crate) fn schema() -> Schema {
    let number = || TypeRef::Primitive(PrimitiveKind::U32);
    let mut health = field("hit points", "*/ int x; /* ??/ \u{202e}<b>|`\n\"\\", number());
    health.meta = vec![
        note("a b", MetaValueDef::Bool(true)),
        note("unit", MetaValueDef::Str("\"*/\n\u{1b}[31m".into())),
        note("max", MetaValueDef::Float(f64::INFINITY)),
        note("type", MetaValueDef::Int(-1)),
    ];
    let fields = vec![
        health,
        field("hit_points", "", number()),
        field("hit*points", "", number()),
        field("self", "", number()),
        field("match", "", number()),
        field("_", "", number()),
        field("9", "", number()),
        field("größe", "", number()),
        field("a\"b\\c\nd|`e`", "", number()),
        field("int", "", TypeRef::Named(1)),
    ];
    let list = FieldsDef { style: Style::Named, list: fields };
    let mut weird = def("*/\"Weird\n", 3, BodyDef::Struct(list));
    weird.doc = "*/\r#error\n#![forbid(x)]\n\n- <script>alert(1)</script>".into();
    let one = FieldsDef { style: Style::Tuple, list: vec![field("2", "", number())] };
    let variant = |name: &str, tag| VariantDef {
        name: name.into(),
        tag,
        fields: FieldsDef { style: Style::Unit, list: vec![] },
        doc: String::new(),
        meta: vec![],
    };
    let variants = vec![variant("crate", 3), variant("No/Way~ \"", 7)];
    let types =
        vec![weird, def("Vec", 2, BodyDef::Struct(one)), def("struct", 1, BodyDef::Enum(variants))];
    let mut schema = Schema { root: TypeRef::Named(0), types };
    if let BodyDef::Struct(fields) = &mut schema.types[0].body {
        fields.list.push(field("$ref", "", TypeRef::Named(2)));
    }
    schema
}

#[test]
fn in_json() {
    insta::assert_snapshot!(json_schema(&schema()));
}

#[test]
fn in_markdown() {
    insta::assert_snapshot!(markdown(&schema()));
}

#[test]
fn in_c() {
    insta::assert_snapshot!(c_header(&schema()));
}

/// No file can have this schema, but a program can build it.
#[test]
fn references_that_lead_nowhere() {
    let schema = Schema { root: TypeRef::Named(5), types: vec![] };
    for text in [json_schema(&schema), markdown(&schema), c_header(&schema), rust(&schema)] {
        assert!(text.len() < 400, "{text}");
    }
}

/// A chain of structs, each of which holds the next.
#[test]
fn structs_within_each_other_as_deep_as_a_file_may_be_long() {
    let count = 20_000;
    let types = (0..count).map(|index| {
        let next = TypeRef::Named((index + 1) % count);
        let list = vec![field("next", "", TypeRef::Option(Box::new(next)))];
        let body = BodyDef::Struct(FieldsDef { style: Style::Named, list });
        def(&format!("T{index:06}"), 1, body)
    });
    let schema = Schema { root: TypeRef::Named(0), types: types.collect() };
    for text in [json_schema(&schema), markdown(&schema), c_header(&schema), rust(&schema)] {
        assert!(text.contains("T019999"));
    }
    let chain = |index: usize| match index + 1 {
        next if next < count => TypeRef::Named(next),
        _ => TypeRef::Primitive(PrimitiveKind::U8),
    };
    let types = (0..count).map(|index| {
        let list = vec![field("next", "", chain(index))];
        let body = BodyDef::Struct(FieldsDef { style: Style::Named, list });
        def(&format!("T{index:06}"), 1, body)
    });
    let schema = Schema { root: TypeRef::Named(0), types: types.collect() };
    assert!(c_header(&schema).contains("typedef struct T019999"));
}
