//! Reads rows as a tree, by the schema that they were written with (FORMAT.md §5).

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::iter::repeat_n;

use super::open::push;
use super::trees::Trees;
use super::{Compound, Numbers, Value, graph};
use crate::error::shown;
use crate::limits::{Depth, room};
use crate::primitive::for_each_number;
use crate::rows::Reader;
use crate::schema::{BodyDef, FieldsDef, TypeDef, TypeRef, no_such_type, of_tag};
use crate::{Error, ErrorKind, InputArchive, MinSize, PrimitiveKind, Step};

/// The most memory that a tree takes per byte of rows: a number in a struct in an option in a list takes
/// three values for two bytes, and few types need more.
pub(crate) const WEIGHT: usize = 8 * size_of::<Value<'static>>();

/// Reads a tree from rows.
pub(super) struct Tree<'a, 's, 'c, 'r, 't> {
    pub(super) rows: Reader<'a, 's, 'c>,
    pub(super) trees: &'r mut Trees<'t>,
    levels: Depth,
}

impl<'a, 's, 'c, 'r, 't> Tree<'a, 's, 'c, 'r, 't> {
    pub(super) fn new(rows: Reader<'a, 's, 'c>, trees: &'r mut Trees<'t>, depth: u32) -> Self {
        Self { rows, trees, levels: Depth::of_values(depth) }
    }
}

impl<'a, 't> Tree<'a, '_, '_, '_, 't> {
    pub(super) fn value(&mut self, ty: &'t TypeRef) -> Result<Value<'a>, Error> {
        self.levels.descend()?;
        let value = match ty {
            TypeRef::Primitive(kind) => self.primitive(*kind),
            TypeRef::Option(inner) => self.option(inner),
            TypeRef::List(inner)
            | TypeRef::Heap(inner)
            | TypeRef::Set(inner)
            | TypeRef::HashSet(inner) => self.list(inner),
            TypeRef::Map(key, value) | TypeRef::HashMap(key, value) => self.map(key, value),
            TypeRef::Array(inner, len) => {
                self.sequence(inner, usize::try_from(*len).unwrap_or(usize::MAX))
            }
            TypeRef::Tuple(parts) => self.elements(parts.iter()).map(Value::Tuple),
            TypeRef::Shared(inner) => self.shared(inner),
            TypeRef::Named(index) => self.named(*index),
        };
        self.levels.ascend();
        value
    }

    #[cfg_attr(debug_assertions, inline(never))]
    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Value<'a>, Error> {
        self.rows.primitive(kind).map(Value::from)
    }

    /// Appends a value. A value without parts is built in place, as moving it would take longer than reading
    /// it.
    #[inline]
    fn append(&mut self, ty: &'t TypeRef, values: &mut Vec<Value<'a>>) -> Result<(), Error> {
        match ty {
            TypeRef::Primitive(kind) if self.levels.left > 0 => {
                append(&mut self.rows, *kind, values)
            }
            TypeRef::Named(index) if self.levels.left > 0 => {
                self.levels.left = self.levels.left.wrapping_sub(1);
                let (is_struct, compound) = self.compound(*index)?;
                self.levels.left = self.levels.left.wrapping_add(1);
                if is_struct {
                    push(values, || Value::Struct(compound));
                } else {
                    push(values, || Value::Variant(compound));
                }
                Ok(())
            }
            _ => self.value(ty).map(|value| values.push(value)),
        }
    }

    fn option(&mut self, inner: &'t TypeRef) -> Result<Value<'a>, Error> {
        if !self.rows.option()? {
            return Ok(Value::Option(None));
        }
        self.rows.claim(1, size_of::<Value<'_>>())?;
        self.value(inner).map(|value| Value::Option(Some(Box::new(value))))
    }

    fn shared(&mut self, inner: &'t TypeRef) -> Result<Value<'a>, Error> {
        let table = self.trees.shared.table_of(inner);
        if let Some(head) = table.and_then(|table| self.trees.links.get(table)) {
            self.rows.claim(1, size_of::<Value<'_>>())?;
            return self.rows.u32().map(|row| graph::link(head, row));
        }
        self.rows.begin_pointer()?;
        let value = self.value(inner)?;
        self.rows.end_pointer();
        Ok(value)
    }

    fn list(&mut self, inner: &'t TypeRef) -> Result<Value<'a>, Error> {
        let fewest = self.trees.fewest.of(inner);
        let len = self.rows.begin_list(MinSize { today: fewest, ever: fewest })?;
        self.sequence(inner, len)
    }

    /// Reads the elements of a list or array; numbers stay in compact form.
    fn sequence(&mut self, inner: &'t TypeRef, len: usize) -> Result<Value<'a>, Error> {
        match inner {
            TypeRef::Primitive(PrimitiveKind::U8) => {
                self.rows.take(len).map(|bytes| Value::Bytes(Cow::Borrowed(bytes)))
            }
            TypeRef::Primitive(kind) if kind.is_number() => {
                let bytes = self.rows.take(len.saturating_mul(kind.min_size()))?;
                self.rows.claim(1, size_of::<Numbers<'_>>())?;
                Ok(Value::Numbers(Box::new(Numbers::new(*kind, Cow::Borrowed(bytes)))))
            }
            _ => self.elements(repeat_n(inner, len)).map(Value::List),
        }
    }

    /// Reads a value of each type.
    fn elements(
        &mut self,
        types: impl ExactSizeIterator<Item = &'t TypeRef>,
    ) -> Result<Vec<Value<'a>>, Error> {
        let mut values = self.room(types.len())?;
        for (index, ty) in types.enumerate() {
            let step = Step::Element(index);
            self.append(ty, &mut values).map_err(|error| self.rows.locate(error, step))?;
        }
        Ok(values)
    }

    fn map(&mut self, key: &'t TypeRef, value: &'t TypeRef) -> Result<Value<'a>, Error> {
        let fewest = self.trees.fewest.of(key).saturating_add(self.trees.fewest.of(value));
        let len = self.rows.begin_map(MinSize { today: fewest, ever: fewest })?;
        let mut entries = self.room(len)?;
        for index in 0..len {
            let at = Step::Key(index);
            let key = self.value(key).map_err(|error| self.rows.locate(error, at))?;
            let at = Step::Value(index);
            entries.push((key, self.value(value).map_err(|error| self.rows.locate(error, at))?));
        }
        Ok(Value::Map(entries))
    }

    pub(super) fn named(&mut self, index: usize) -> Result<Value<'a>, Error> {
        match self.compound(index)? {
            (true, compound) => Ok(Value::Struct(compound)),
            (false, compound) => Ok(Value::Variant(compound)),
        }
    }

    /// Reads a struct (`true`) or a variant (`false`).
    // Do not force inlining in debug builds, where large functions need much stack.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compound(&mut self, index: usize) -> Result<(bool, Compound<'a>), Error> {
        let schema = self.trees.schema;
        let def = schema.types.get(index).ok_or_else(no_such_type)?;
        self.rows.begin_pointer()?;
        let (is_struct, at, fields) = match &def.body {
            BodyDef::Struct(fields) => (true, 0, fields),
            BodyDef::Enum(variants) => {
                let offset = self.rows.offset();
                let tag = self.rows.varint()?;
                let Some((at, variant)) = of_tag(variants, tag) else {
                    return Err(unknown_tag(def, tag).at_offset(offset.unwrap_or_default()));
                };
                (false, at, &variant.fields)
            }
        };
        let head = self.trees.heads.of(index, def, at).ok_or_else(no_such_type)?;
        let fields = self.fields(fields, def)?;
        self.rows.end_pointer();
        Ok((is_struct, Compound { head, fields }))
    }

    fn fields(&mut self, fields: &'t FieldsDef, def: &TypeDef) -> Result<Box<[Value<'a>]>, Error> {
        let mut values = self.room(fields.list.len())?;
        for field in &fields.list {
            self.append(&field.ty, &mut values).map_err(|error| {
                self.rows.placed(error).in_field(&field.name, &def.name, def.version)
            })?;
        }
        Ok(values.into_boxed_slice())
    }

    /// An empty list with room for `len` values, charged to the memory budget.
    fn room<T>(&mut self, len: usize) -> Result<Vec<T>, Error> {
        self.rows.claim(len, size_of::<T>())?;
        room(len)
    }
}

macro_rules! append {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        // Do not inline in debug builds, where large functions need much stack.
        #[cfg_attr(debug_assertions, inline(never))]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn append<'a>(
            rows: &mut Reader<'a, '_, '_>,
            kind: PrimitiveKind,
            values: &mut Vec<Value<'a>>,
        ) -> Result<(), Error> {
            match kind {
                PrimitiveKind::Unit => push(values, || Value::Unit),
                PrimitiveKind::Bool => {
                    let value = rows.bool()?;
                    push(values, || Value::Bool(value));
                }
                $(PrimitiveKind::$variant => {
                    let value = rows.$ty()?;
                    push(values, || Value::$variant(value));
                })*
                PrimitiveKind::Char => {
                    let value = rows.char()?;
                    push(values, || Value::Char(value));
                }
                PrimitiveKind::Str => {
                    let value = rows.str()?;
                    push(values, || Value::Str(value));
                }
                PrimitiveKind::Bytes => {
                    let value = rows.bytes()?;
                    push(values, || Value::Bytes(value));
                }
            }
            Ok(())
        }
    };
}
for_each_number!(append);

#[cold]
fn unknown_tag(def: &TypeDef, tag: u64) -> Error {
    let (name, version) = (shown(&def.name), def.version);
    let detail = format!("`{name}` version {version} has no variant with the tag {tag}");
    Error::new(ErrorKind::UnknownTag, detail).in_type(name.into_owned())
}
