//! Encodes a schema as bytes.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::code;
use crate::schema::{
    ArgDef, BodyDef, FieldsDef, MetaDef, MetaValueDef, Schema, Style, TypeDef, TypeRef, VariantDef,
};
use crate::varint;

/// Encodes a schema.
pub(super) fn schema(schema: &Schema) -> Vec<u8> {
    let mut writer = Writer { ranks: BTreeMap::new(), names: Vec::new(), out: Vec::new() };
    writer.count(schema.types.len());
    writer.ty(&schema.root);
    for def in &schema.types {
        writer.def(def);
    }
    let Writer { names, out: body, .. } = writer;
    let mut out = Writer { ranks: BTreeMap::new(), names: Vec::new(), out: Vec::new() };
    out.count(names.len());
    for name in names {
        out.text(name);
    }
    out.out.extend(body);
    out.out
}

/// Adds names to the table in the order of their first use, so that equal schemas have equal bytes.
struct Writer<'s> {
    ranks: BTreeMap<&'s str, usize>,
    names: Vec<&'s str>,
    out: Vec<u8>,
}

impl<'s> Writer<'s> {
    fn count(&mut self, count: usize) {
        varint::write(&mut self.out, u64::try_from(count).unwrap_or(u64::MAX));
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.out.extend(text.as_bytes());
    }

    fn name(&mut self, name: &'s str) {
        let next = self.names.len();
        let rank = *self.ranks.entry(name).or_insert(next);
        if rank == next {
            self.names.push(name);
        }
        self.count(rank);
    }

    fn number(&mut self, value: i128) {
        let zigzag = match u128::try_from(value) {
            Ok(value) => value << 1,
            Err(_) => (u128::try_from(!value).unwrap_or(0) << 1) | 1,
        };
        let low = u64::try_from(zigzag & u128::from(u64::MAX)).unwrap_or(0);
        varint::write(&mut self.out, low);
        varint::write(&mut self.out, u64::try_from(zigzag >> 64).unwrap_or(0));
    }

    fn def(&mut self, def: &'s TypeDef) {
        self.name(&def.name);
        varint::write(&mut self.out, u64::from(def.version));
        self.count(def.args.len());
        for arg in &def.args {
            match arg {
                ArgDef::Type(ty) => self.ty(ty),
                ArgDef::Const(value) => {
                    self.out.push(code::CONST);
                    self.number(*value);
                }
            }
        }
        match &def.body {
            BodyDef::Struct(fields) => self.fields(fields),
            BodyDef::Enum(variants) => {
                self.out.push(code::ENUM);
                self.count(variants.len());
                for variant in variants {
                    self.variant(variant);
                }
            }
        }
        self.notes(&def.doc, &def.meta);
    }

    fn variant(&mut self, variant: &'s VariantDef) {
        self.name(&variant.name);
        varint::write(&mut self.out, u64::from(variant.tag));
        self.fields(&variant.fields);
        self.notes(&variant.doc, &variant.meta);
    }

    fn fields(&mut self, fields: &'s FieldsDef) {
        self.out.push(match fields.style {
            Style::Named if !fields.list.is_empty() => code::BRACES,
            Style::Tuple if !fields.list.is_empty() => code::PARENS,
            _ => return self.out.push(code::UNIT),
        });
        self.count(fields.list.len());
        for field in &fields.list {
            self.name(&field.name);
            self.ty(&field.ty);
            self.notes(&field.doc, &field.meta);
        }
    }

    fn ty(&mut self, ty: &TypeRef) {
        self.out.push(match ty {
            TypeRef::Primitive(kind) => kind.code(),
            TypeRef::Option(_) => code::OPTION,
            TypeRef::List(_) => code::LIST,
            TypeRef::Heap(_) => code::HEAP,
            TypeRef::Set(_) => code::SET,
            TypeRef::HashSet(_) => code::HASH_SET,
            TypeRef::Map(..) => code::MAP,
            TypeRef::HashMap(..) => code::HASH_MAP,
            TypeRef::Array(..) => code::ARRAY,
            TypeRef::Tuple(_) => code::TUPLE,
            TypeRef::Shared(_) => code::SHARED,
            TypeRef::Named(_) => code::NAMED,
        });
        match ty {
            TypeRef::Array(_, len) => varint::write(&mut self.out, *len),
            TypeRef::Tuple(parts) => self.count(parts.len()),
            TypeRef::Named(index) => self.count(*index),
            _ => {}
        }
        ty.parts().for_each(|part| self.ty(part));
    }

    /// Docs and notes are written in place, not in the table: they seldom repeat, and a reader that copies
    /// them in place takes no more memory than they have bytes.
    fn notes(&mut self, doc: &str, meta: &'s [MetaDef]) {
        let has_doc = if doc.is_empty() { 0 } else { code::DOC };
        let has_meta = if meta.is_empty() { 0 } else { code::META };
        self.out.push(has_doc | has_meta);
        if has_doc != 0 {
            self.text(doc);
        }
        if has_meta != 0 {
            self.count(meta.len());
        }
        for note in meta {
            self.name(&note.key);
            match &note.value {
                MetaValueDef::Bool(false) => self.out.push(code::FALSE),
                MetaValueDef::Bool(true) => self.out.push(code::TRUE),
                MetaValueDef::Int(value) => {
                    self.out.push(code::INT);
                    self.number(*value);
                }
                MetaValueDef::Float(value) => {
                    self.out.push(code::FLOAT);
                    self.out.extend(value.to_le_bytes());
                }
                MetaValueDef::Str(value) => {
                    self.out.push(code::STR);
                    self.text(value);
                }
            }
        }
    }
}
