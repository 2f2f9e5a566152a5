//! Serializes rows to a serde format, by the schema that they were written with (FORMAT.md §9).

use core::cell::{Cell, RefCell};
use core::iter::repeat_n;

use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::levels::Levels;
use super::plain::Plain;
use crate::numbered::{Meeting, Numbered, Object};
use crate::omitted::Omitted;
use crate::plain::Data;
use crate::rows::Reader;
use crate::schema::{BodyDef, FieldsDef, Schema, TypeRef, of_tag};
use crate::shape::Style;
use crate::text::escape::hex;
use crate::text::print::{double_word, single_word};
use crate::text::tape::{LINK, SOME};
use crate::traits::MinSize;
use crate::unknown::{CATCH, style};
use crate::{Deserialize, Error, InputArchive, Primitive, PrimitiveKind, Unknown};

/// The state shared by all parts of the rows.
pub(super) struct Walk<'r, 'c> {
    pub(super) rows: RefCell<Reader<'r, 'r, 'c>>,
    pub(super) schema: &'r Schema,
    pub(super) numbered: &'r Numbered<'r>,
    /// The defaults of fields that are left out if they hold them.
    pub(super) omitted: Option<&'r Omitted>,
    /// The unknown parts that the value kept from the document it was loaded from.
    pub(super) meeting: Option<Meeting>,
    /// The size in bytes from which integers are written as strings.
    pub(super) wide: usize,
    pub(super) levels: Levels<'r>,
    /// The type of values that only implement serde's traits, if there are some.
    pub(super) plain: Option<usize>,
    /// Whether the next such value is in an option.
    pub(super) is_in_option: Cell<bool>,
}

impl<'r, 'c> Walk<'r, 'c> {
    fn read<T, E: serde::ser::Error>(
        &self,
        read: impl FnOnce(&mut Reader<'r, 'r, 'c>) -> Result<T, Error>,
    ) -> Result<T, E> {
        read(&mut self.rows.borrow_mut()).map_err(E::custom)
    }

    /// Whether this is the type of values that only implement serde's traits, or a pointer to one.
    fn is_plain(&self, ty: &TypeRef) -> bool {
        match ty {
            TypeRef::Shared(inner) => self.is_plain(inner),
            TypeRef::Named(index) => self.plain == Some(*index),
            _ => false,
        }
    }

    /// The number of entries for these fields, or `None` if it depends on what is left out or what flattened structs kept.
    pub(super) fn len_of(&self, fields: &FieldsDef, held: Option<&Unknown>) -> Option<usize> {
        if self.omitted.is_some() {
            return None;
        }
        let mut len = 0_usize;
        for field in &fields.list {
            let inner = match self.schema.flattened(field) {
                Some((_, inner)) if self.meeting.is_none() => self.len_of(inner, None)?,
                Some(_) => return None,
                None => usize::from(held.is_none_or(|held| held.key(&field.name).is_some())),
            };
            len = len.saturating_add(inner);
        }
        Some(len.saturating_add(held.map_or(0, |held| held.fields().len())))
    }

    /// Serializes an object from its own rows, then returns to the current place.
    pub(super) fn object<T, E>(
        &self,
        object: &Object<'r>,
        show: impl FnOnce(&Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let left = self.rows.borrow_mut().go_to(object.rows);
        let from = self.meeting.as_ref().map(|meeting| meeting.go_to(object.place));
        let shown = show(self)?;
        if let (Some(meeting), Some(from)) = (&self.meeting, from) {
            meeting.go_to(from);
        }
        self.rows.borrow_mut().go_to(left);
        Ok(shown)
    }

    /// What the next struct or variant kept.
    pub(super) fn held(&self, ty: &str, variant: &str) -> Option<Unknown> {
        self.meeting.as_ref()?.next(ty, variant)
    }

    /// Whether the field at a place of a struct or variant holds its default and is left out. If so, passes over it.
    fn omits(&self, of: Option<(usize, usize)>, place: usize) -> bool {
        let default = of.and_then(|of| self.omitted?.get(of, place));
        let mut rows = self.rows.borrow_mut();
        let left = default.and_then(|default| rows.left().0.strip_prefix(default));
        left.map(|left| rows.go_to(left)).is_some()
    }

    /// Serializes the fields of a flattened struct, or of the struct or variant at the indices `of`.
    pub(super) fn put_fields<M: SerializeMap>(
        &self,
        of: Option<(usize, usize)>,
        fields: &FieldsDef,
        held: Option<&Unknown>,
        map: &mut M,
    ) -> Result<(), M::Error> {
        for (place, field) in fields.list.iter().enumerate() {
            if self.omits(of, place) {
                continue;
            }
            let part = Part { walk: self, ty: &field.ty };
            let Some(key) = held.map_or(Some(&*field.name), |held| held.key(&field.name)) else {
                // The original document did not have this field: skip the default in the rows.
                self.pass(&part)?;
                continue;
            };
            if let Some((index, inner)) = self.schema.flattened(field) {
                let def = self.schema.types.get(index).filter(|_| self.meeting.is_some());
                let held = def.and_then(|def| self.held(&def.name, ""));
                // If all its fields were left out, the whole would get the default of the field that it is.
                self.put_fields(None, inner, held.as_ref(), map)?;
                continue;
            }
            map.serialize_entry(key, &part)?;
        }
        for (name, value) in held.into_iter().flat_map(Unknown::fields) {
            map.serialize_entry(name, value)?;
        }
        Ok(())
    }

    /// Serializes a value of each type as a sequence.
    fn items<'t, S: Serializer>(
        &self,
        types: impl ExactSizeIterator<Item = &'t TypeRef>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let _level = self.levels.deeper()?;
        let mut seq = serializer.serialize_seq(Some(types.len()))?;
        for ty in types {
            seq.serialize_element(&Part { walk: self, ty })?;
        }
        seq.end()
    }

    /// Skips a value.
    fn pass<E: serde::ser::Error>(&self, part: &Part<'_, '_, '_>) -> Result<(), E> {
        Data::of(part).map(drop).map_err(E::custom)
    }
}

/// The next value in the rows, of type `ty`.
#[derive(Clone, Copy)]
pub(super) struct Part<'w, 'r, 'c> {
    pub(super) walk: &'w Walk<'r, 'c>,
    pub(super) ty: &'w TypeRef,
}

impl Serialize for Part<'_, '_, '_> {
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
                let len = walk.read(|rows| rows.begin_list(MinSize::ANY))?;
                walk.items(repeat_n(&**inner, len), serializer)
            }
            TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => {
                self.map(key, value, serializer)
            }
            TypeRef::Array(inner, len) => match self.ty.blob() {
                Some(len) => self.blob(len, serializer),
                None => {
                    let len = usize::try_from(*len).unwrap_or(usize::MAX);
                    walk.items(repeat_n(&**inner, len), serializer)
                }
            },
            TypeRef::Tuple(parts) => walk.items(parts.iter(), serializer),
            TypeRef::Shared(inner) => self.shared(inner, serializer),
            TypeRef::Named(index) => self.named(*index, serializer),
        }
    }
}

impl Part<'_, '_, '_> {
    /// Serializes an array of bytes.
    fn blob<S: Serializer>(&self, len: usize, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = self.walk.read(|rows| Ok(rows.array_bytes(len)?.map(<[u8]>::to_vec)))?;
        self.walk.primitive(Primitive::Bytes(bytes.unwrap_or_default().into()), serializer)
    }

    /// Serializes a numbered object as a link, and any other as if it was owned.
    fn shared<S: Serializer>(&self, inner: &TypeRef, serializer: S) -> Result<S::Ok, S::Error> {
        let walk = self.walk;
        let Some(object) = walk.read(|rows| walk.numbered.link(inner, rows))? else {
            return Part { walk, ty: inner }.serialize(serializer);
        };
        if object.number > 0 {
            let mut map = serializer.serialize_map(Some(1))?;
            map.serialize_entry(LINK, &object.number)?;
            return map.end();
        }
        walk.object(object, |walk| Part { walk, ty: inner }.serialize(serializer))
    }

    fn option<S: Serializer>(&self, inner: &TypeRef, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.walk.read(InputArchive::option)? {
            return serializer.serialize_none();
        }
        let held = Part { walk: self.walk, ty: inner };
        if !inner.may_be_null() {
            self.walk.is_in_option.set(self.walk.is_plain(inner));
            let shown = serializer.serialize_some(&held);
            self.walk.is_in_option.set(false);
            return shown;
        }
        let _level = self.walk.levels.deeper()?;
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(SOME, &held)?;
        map.end()
    }

    /// Serializes a map as an object if its keys are text, and otherwise as pairs.
    fn map<S: Serializer>(
        &self,
        key: &TypeRef,
        value: &TypeRef,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let walk = self.walk;
        let len = walk.read(|rows| rows.begin_map(MinSize::ANY))?;
        let _level = walk.levels.deeper()?;
        if !matches!(key, TypeRef::Primitive(PrimitiveKind::Str)) {
            let mut seq = serializer.serialize_seq(Some(len))?;
            for _ in 0..len {
                seq.serialize_element(&Pair { walk, types: [key, value] })?;
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
        let no_type = || S::Error::custom("the schema does not have this type or variant");
        if walk.plain == Some(index) {
            let is_in_option = walk.is_in_option.take();
            let value = walk.read(Data::deserialize)?;
            return Plain { walk, value: &value, is_in_option }.serialize(serializer);
        }
        let def = walk.schema.types.get(index).ok_or_else(no_type)?;
        let variants = match &def.body {
            BodyDef::Struct(fields) => {
                let (of, held) = ((index, 0), walk.held(&def.name, ""));
                return Fields { walk, of, fields, held }.serialize(serializer);
            }
            BodyDef::Enum(variants) => variants,
        };
        let tag = walk.read(Reader::varint)?;
        let (at, variant) = of_tag(variants, tag).ok_or_else(no_type)?;
        let held = walk.held(&def.name, &variant.name);
        if variant.tag == CATCH && variant.name.is_empty() {
            return caught(&held.ok_or_else(no_type)?, serializer);
        }
        if style(&variant.fields, held.as_ref()) == Style::Unit {
            return serializer.serialize_str(&variant.name);
        }
        let _level = walk.levels.deeper()?;
        let mut map = serializer.serialize_map(Some(1))?;
        let fields = &variant.fields;
        map.serialize_entry(&variant.name, &Fields { walk, of: (index, at), fields, held })?;
        map.end()
    }
}

/// An entry of a map whose keys are not text.
struct Pair<'w, 'r, 'c> {
    walk: &'w Walk<'r, 'c>,
    types: [&'w TypeRef; 2],
}

impl Serialize for Pair<'_, '_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.walk.items(self.types.into_iter(), serializer)
    }
}

/// The fields of a struct or a variant.
struct Fields<'w, 'r, 'c> {
    walk: &'w Walk<'r, 'c>,
    /// The indices of the type and the variant.
    of: (usize, usize),
    fields: &'w FieldsDef,
    held: Option<Unknown>,
}

impl Serialize for Fields<'_, '_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let held = self.held.as_ref();
        let _level = self.walk.levels.deeper()?;
        let len = self.walk.len_of(self.fields, held);
        if style(self.fields, held) != Style::Tuple {
            let mut map = serializer.serialize_map(len)?;
            self.walk.put_fields(Some(self.of), self.fields, held, &mut map)?;
            return map.end();
        }
        let mut seq = serializer.serialize_seq(len)?;
        for field in &self.fields.list {
            let part = Part { walk: self.walk, ty: &field.ty };
            match held.map_or(Some(&*field.name), |held| held.key(&field.name)) {
                Some(_) => seq.serialize_element(&part)?,
                None => self.walk.pass(&part)?,
            }
        }
        for (_, value) in held.into_iter().flat_map(Unknown::fields) {
            seq.serialize_element(value)?;
        }
        seq.end()
    }
}

/// Serializes an unknown variant that was kept.
fn caught<S: Serializer>(held: &Unknown, serializer: S) -> Result<S::Ok, S::Error> {
    let (Some(name), Some(text)) = (held.variant(), held.text()) else {
        return Err(S::Error::custom("nothing was retained in a variant for unknown ones"));
    };
    match text.style {
        Style::Unit => serializer.serialize_str(name),
        style => serializer.collect_map([(name, Kept(held, style))]),
    }
}

/// The fields that were kept of an unknown variant.
struct Kept<'h>(&'h Unknown, Style);

impl Serialize for Kept<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.1 {
            Style::Tuple => serializer.collect_seq(self.0.fields().map(|(_, value)| value)),
            _ => serializer.collect_map(self.0.fields()),
        }
    }
}

impl Walk<'_, '_> {
    pub(super) fn primitive<S: Serializer>(
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
