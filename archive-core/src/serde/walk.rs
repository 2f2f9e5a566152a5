//! Rows shown to a format of serde, by the schema that they were written with (FORMAT.md §9).

use core::cell::RefCell;

use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::numbered::Numbered;
use crate::rows::Reader;
use crate::schema::{BodyDef, FieldsDef, Schema, TypeRef};
use crate::shape::Style;
use crate::text::escape::hex;
use crate::text::print::{double_word, single_word};
use crate::text::tape::{LINK, SOME};
use crate::traits::MinSize;
use crate::{Error, InputArchive, Primitive, PrimitiveKind};

/// Any number of bytes: these rows were written by this program just now.
const ANY: MinSize = MinSize { today: 0, ever: 0 };

/// What all parts of the rows share.
pub(super) struct Walk<'r> {
    pub(super) rows: RefCell<Reader<'r, 'r, 'r>>,
    pub(super) schema: &'r Schema,
    pub(super) numbered: &'r Numbered<'r>,
    /// Integers of so many bytes are strings.
    pub(super) wide: usize,
}

impl<'r> Walk<'r> {
    fn read<T, E: serde::ser::Error>(
        &self,
        read: impl FnOnce(&mut Reader<'r, 'r, 'r>) -> Result<T, Error>,
    ) -> Result<T, E> {
        read(&mut self.rows.borrow_mut()).map_err(E::custom)
    }

    /// How many entries stand for fields.
    fn len_of(&self, fields: &FieldsDef) -> usize {
        let each = fields.list.iter().map(|field| match self.schema.flattened(field) {
            Some((_, inner)) => self.len_of(inner),
            None => 1,
        });
        each.fold(0, usize::saturating_add)
    }

    pub(super) fn put_fields<M: SerializeMap>(
        &self,
        fields: &FieldsDef,
        map: &mut M,
    ) -> Result<(), M::Error> {
        for field in &fields.list {
            if let Some((_, inner)) = self.schema.flattened(field) {
                self.put_fields(inner, map)?;
                continue;
            }
            map.serialize_entry(&field.name, &Part { walk: self, ty: &field.ty })?;
        }
        Ok(())
    }
}

/// The value that comes next, which is of this type.
#[derive(Clone, Copy)]
pub(super) struct Part<'w, 'r> {
    pub(super) walk: &'w Walk<'r>,
    pub(super) ty: &'w TypeRef,
}

impl Serialize for Part<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let walk = self.walk;
        match self.ty {
            TypeRef::Primitive(kind) => {
                let value = walk.read(|rows| rows.primitive(*kind))?;
                walk.primitive(value, serializer)
            }
            TypeRef::Option(inner) => self.option(inner, serializer),
            TypeRef::List(inner)
            | TypeRef::Heap(inner)
            | TypeRef::Set(inner)
            | TypeRef::HashSet(inner) => {
                let len = walk.read(|rows| rows.begin_list(ANY))?;
                self.items(inner, len, serializer)
            }
            TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => {
                self.map(key, value, serializer)
            }
            TypeRef::Array(inner, len) => {
                self.items(inner, usize::try_from(*len).unwrap_or(usize::MAX), serializer)
            }
            TypeRef::Tuple(parts) => {
                let mut seq = serializer.serialize_seq(Some(parts.len()))?;
                for ty in parts {
                    seq.serialize_element(&Part { walk, ty })?;
                }
                seq.end()
            }
            TypeRef::Shared(inner) => self.shared(inner, serializer),
            TypeRef::Named(index) => self.named(*index, serializer),
        }
    }
}

/// Whether `null` may stand for a value of a type, so that an option of it needs another sign.
fn may_be_null(ty: &TypeRef) -> bool {
    match ty {
        TypeRef::Shared(inner) => may_be_null(inner),
        TypeRef::Option(_) | TypeRef::Primitive(PrimitiveKind::Unit) => true,
        _ => false,
    }
}

impl Part<'_, '_> {
    /// What stands apart is shown by its number, and anything else as if it was owned.
    fn shared<S: Serializer>(&self, inner: &TypeRef, serializer: S) -> Result<S::Ok, S::Error> {
        let walk = self.walk;
        let held = Part { walk, ty: inner };
        let Some(object) = walk.read(|rows| walk.numbered.link(inner, rows))? else {
            return held.serialize(serializer);
        };
        if object.number > 0 {
            let mut map = serializer.serialize_map(Some(1))?;
            map.serialize_entry(LINK, &object.number)?;
            return map.end();
        }
        let left = walk.rows.borrow_mut().go_to(object.rows);
        let shown = held.serialize(serializer)?;
        walk.rows.borrow_mut().go_to(left);
        Ok(shown)
    }

    fn option<S: Serializer>(&self, inner: &TypeRef, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.walk.read(InputArchive::option)? {
            return serializer.serialize_none();
        }
        let held = Part { walk: self.walk, ty: inner };
        if !may_be_null(inner) {
            return serializer.serialize_some(&held);
        }
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(SOME, &held)?;
        map.end()
    }

    fn items<S: Serializer>(
        &self,
        ty: &TypeRef,
        len: usize,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(len))?;
        for _ in 0..len {
            seq.serialize_element(&Part { walk: self.walk, ty })?;
        }
        seq.end()
    }

    /// An object if the keys are text, and pairs if they are not.
    fn map<S: Serializer>(
        &self,
        key: &TypeRef,
        value: &TypeRef,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let walk = self.walk;
        let len = walk.read(|rows| rows.begin_map(ANY))?;
        if !matches!(key, TypeRef::Primitive(PrimitiveKind::Str)) {
            let mut seq = serializer.serialize_seq(Some(len))?;
            for _ in 0..len {
                seq.serialize_element(&Pair { walk, key, value })?;
            }
            return seq.end();
        }
        let mut map = serializer.serialize_map(Some(len))?;
        for _ in 0..len {
            let key = walk.read(InputArchive::str)?;
            map.serialize_entry(&*key, &Part { walk, ty: value })?;
        }
        map.end()
    }

    fn named<S: Serializer>(&self, index: usize, serializer: S) -> Result<S::Ok, S::Error> {
        let walk = self.walk;
        let no_type = || S::Error::custom("the schema has no such type or variant");
        let def = walk.schema.types.get(index).ok_or_else(no_type)?;
        let variants = match &def.body {
            BodyDef::Struct(fields) => return Fields { walk, fields }.serialize(serializer),
            BodyDef::Enum(variants) => variants,
        };
        let tag = walk.read(Reader::varint)?;
        let variant = variants.iter().find(|variant| u64::from(variant.tag) == tag);
        let variant = variant.ok_or_else(no_type)?;
        if variant.fields.style == Style::Unit {
            return serializer.serialize_str(&variant.name);
        }
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(&variant.name, &Fields { walk, fields: &variant.fields })?;
        map.end()
    }
}

/// An entry of a map whose keys are no text.
struct Pair<'w, 'r> {
    walk: &'w Walk<'r>,
    key: &'w TypeRef,
    value: &'w TypeRef,
}

impl Serialize for Pair<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(2))?;
        seq.serialize_element(&Part { walk: self.walk, ty: self.key })?;
        seq.serialize_element(&Part { walk: self.walk, ty: self.value })?;
        seq.end()
    }
}

/// The fields of a struct or a variant.
struct Fields<'w, 'r> {
    walk: &'w Walk<'r>,
    fields: &'w FieldsDef,
}

impl Serialize for Fields<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.fields.style != Style::Tuple {
            let len = self.walk.len_of(self.fields);
            let mut map = serializer.serialize_map(Some(len))?;
            self.walk.put_fields(self.fields, &mut map)?;
            return map.end();
        }
        let mut seq = serializer.serialize_seq(Some(self.fields.list.len()))?;
        for field in &self.fields.list {
            seq.serialize_element(&Part { walk: self.walk, ty: &field.ty })?;
        }
        seq.end()
    }
}

impl Walk<'_> {
    fn primitive<S: Serializer>(
        &self,
        value: Primitive<'_>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let as_text = self.wide <= value.kind().min_size();
        let mut buffer = itoa::Buffer::new();
        match value {
            Primitive::Unit => serializer.serialize_unit(),
            Primitive::Bool(value) => serializer.serialize_bool(value),
            Primitive::U8(number) => serializer.serialize_u8(number),
            Primitive::U16(number) => serializer.serialize_u16(number),
            Primitive::U32(number) => serializer.serialize_u32(number),
            Primitive::I8(number) => serializer.serialize_i8(number),
            Primitive::I16(number) => serializer.serialize_i16(number),
            Primitive::I32(number) => serializer.serialize_i32(number),
            Primitive::U64(number) if as_text => serializer.serialize_str(buffer.format(number)),
            Primitive::I64(number) if as_text => serializer.serialize_str(buffer.format(number)),
            Primitive::U128(number) if as_text => serializer.serialize_str(buffer.format(number)),
            Primitive::I128(number) if as_text => serializer.serialize_str(buffer.format(number)),
            Primitive::U64(number) => serializer.serialize_u64(number),
            Primitive::I64(number) => serializer.serialize_i64(number),
            Primitive::U128(number) => serializer.serialize_u128(number),
            Primitive::I128(number) => serializer.serialize_i128(number),
            Primitive::F32(number) if number.is_finite() => serializer.serialize_f32(number),
            Primitive::F64(number) if number.is_finite() => serializer.serialize_f64(number),
            Primitive::F32(number) => serializer.serialize_str(&single_word(number)),
            Primitive::F64(number) => serializer.serialize_str(&double_word(number)),
            Primitive::Char(c) => serializer.serialize_char(c),
            Primitive::Str(text) => serializer.serialize_str(&text),
            Primitive::Bytes(bytes) if serializer.is_human_readable() => {
                serializer.serialize_str(&hex(&bytes))
            }
            Primitive::Bytes(bytes) => serializer.serialize_bytes(&bytes),
        }
    }
}
