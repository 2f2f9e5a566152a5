//! Made-up schemas, and files of them.

use std::collections::BTreeMap;

use archive::schema::{BodyDef, FieldDef, FieldsDef, TypeDef, TypeRef};
use archive::{PrimitiveKind, Schema, Style};

use crate::wire;

pub fn field(name: &str, ty: TypeRef) -> FieldDef {
    FieldDef { name: name.into(), ty, flatten: false, doc: String::new(), meta: vec![] }
}

pub fn a_struct(name: &str, list: Vec<FieldDef>) -> TypeDef {
    let style = if list.is_empty() { Style::Unit } else { Style::Named };
    let body = BodyDef::Struct(FieldsDef { style, list });
    TypeDef { name: name.into(), args: vec![], version: 1, body, doc: String::new(), meta: vec![] }
}

pub const UNIT: TypeRef = TypeRef::Primitive(PrimitiveKind::Unit);
pub const BYTE: TypeRef = TypeRef::Primitive(PrimitiveKind::U8);

pub fn list(inner: TypeRef) -> TypeRef {
    TypeRef::List(Box::new(inner))
}

pub fn array(inner: TypeRef, len: u64) -> TypeRef {
    TypeRef::Array(Box::new(inner), len)
}

/// A file of a schema that no type has.
#[must_use]
pub fn file(schema: &Schema, body: &[u8]) -> Vec<u8> {
    let defs = schema.types.iter().filter(|def| !def.name.starts_with("std."));
    file_with(schema, &defs.map(|def| (&*def.name, def.version)).collect(), body)
}

/// The same, with another version table.
#[must_use]
pub fn file_with(schema: &Schema, versions: &BTreeMap<&str, u32>, body: &[u8]) -> Vec<u8> {
    let mut table = Vec::new();
    wire::varint(&mut table, versions.len() as u64);
    for (name, version) in versions {
        wire::text(&mut table, name.as_bytes());
        wire::varint(&mut table, u64::from(*version));
    }
    let root = schema.type_name(&schema.root);
    let (fingerprint, schema) = (schema.fingerprint(), schema.to_bytes());
    let schema = Some(&schema[..]);
    wire::File { flags: 0, fingerprint, root: &root, table: &table, schema, body }.bytes()
}
