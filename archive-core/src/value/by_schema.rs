//! Writes a tree as rows, by its schema (FORMAT.md §5).

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use arrayvec::ArrayVec;

use super::Value;
use super::by_name::Quantity;
use super::elements::Elements;
use super::graph::link_of;
use super::lookups::{Ordered, Variants};
use super::numbers::encode;
use crate::schema::{BodyDef, FieldsDef, Schema, TypeRef, VariantDef};
use crate::varint::write_len;
use crate::{Error, ErrorKind, PrimitiveKind, Step, varint};

/// Writes the parts of a value for which the type alone does not determine the bytes.
pub(crate) trait Parts {
    /// Appends a struct or enum, whose type is at an index in the schema.
    fn named(&mut self, def: usize, value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Error>;

    /// Appends a value that may be shared.
    fn shared(
        &mut self,
        inner: &TypeRef,
        value: &Value<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error>;

    /// Whether sets and hash maps with keys of this type are already in order.
    fn is_in_order(&self, _key: &TypeRef) -> bool {
        false
    }

    /// Whether equal keys of a map or set become one entry, as when it was stored as a list. Otherwise they
    /// are an error.
    fn unites(&self) -> bool {
        true
    }

    /// The error for a value that does not match its type.
    fn strange(&self, _ty: &TypeRef, value: &Value<'_>) -> Error {
        strange(value)
    }

    /// If the value is a link where none is expected, or a literal, appends what it stands for.
    fn follow(
        &mut self,
        _ty: &TypeRef,
        _value: &Value<'_>,
        _out: &mut Vec<u8>,
    ) -> Option<Result<(), Error>> {
        None
    }
}

/// Writes values with the schema's own names and tables. Maps and sets keep their order, since keys that are links
/// cannot be sorted by their links.
pub(crate) struct Own<'s> {
    pub(crate) schema: &'s Schema,
    pub(crate) variants: Variants<'s>,
}

impl<'s> Own<'s> {
    pub(crate) fn new(schema: &'s Schema) -> Self {
        Self { schema, variants: Variants::new(schema) }
    }
}

impl Parts for Own<'_> {
    fn named(&mut self, def: usize, value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        let (schema, variant) = (self.schema, self.variants.of(def, value));
        own(self, (schema, def), variant, value, out)
    }

    fn shared(
        &mut self,
        inner: &TypeRef,
        value: &Value<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        match link_of(value).and_then(|(_, row)| u32::try_from(row).ok()) {
            Some(row) => {
                out.extend(row.to_le_bytes());
                Ok(())
            }
            None => put(self, inner, value, out),
        }
    }

    fn is_in_order(&self, _key: &TypeRef) -> bool {
        true
    }
}

/// Appends the rows of a value of a type.
///
/// # Errors
///
/// Fails if the value does not match the type, or for any error of `parts`.
pub(crate) fn put(
    parts: &mut dyn Parts,
    ty: &TypeRef,
    value: &Value<'_>,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    if let Some(followed) = parts.follow(ty, value, out) {
        return followed;
    }
    match (ty, value) {
        (TypeRef::Shared(inner), value) => parts.shared(inner, value, out),
        (TypeRef::Option(_), Value::Option(None)) => {
            out.push(0);
            Ok(())
        }
        (TypeRef::Option(inner), Value::Option(Some(value))) => {
            out.push(1);
            put(parts, inner, value, out)
        }
        // The value became optional, or no longer is.
        (TypeRef::Option(inner), value) => {
            out.push(1);
            put(parts, inner, value, out)
        }
        (ty, Value::Option(Some(value))) => put(parts, ty, value, out),
        (TypeRef::Primitive(kind), value) => {
            primitive(*kind, value, out).ok_or_else(|| parts.strange(ty, value))
        }
        (TypeRef::Set(inner), value) if !(parts.is_in_order(inner) && parts.unites()) => {
            let items = items(value).ok_or_else(|| parts.strange(ty, value))?;
            put_different(parts, inner, &items, out)
        }
        (TypeRef::List(inner) | TypeRef::Heap(inner) | TypeRef::Set(inner), value) => {
            let items = items(value).ok_or_else(|| parts.strange(ty, value))?;
            write_len(out, items.len());
            all(parts, inner, &items, out)
        }
        (TypeRef::Array(inner, len), value) => {
            let items = items(value).ok_or_else(|| parts.strange(ty, value))?;
            if u64::try_from(items.len()) != Ok(*len) {
                return Err(parts.strange(ty, value));
            }
            all(parts, inner, &items, out)
        }
        (TypeRef::HashSet(inner), value) => {
            let items = items(value).ok_or_else(|| parts.strange(ty, value))?;
            let keys = items.iter().map(|item| (item.as_ref(), None));
            by_bytes(parts, keys, (inner, inner), out)
        }
        (TypeRef::Map(key, of), Value::Map(entries)) => {
            put_entries(parts, (key, of), entries.iter(), out)
        }
        (TypeRef::HashMap(key, of), Value::Map(entries)) => {
            let entries = entries.iter().map(|(key, value)| (key, Some(value)));
            by_bytes(parts, entries, (key, of), out)
        }
        (TypeRef::Tuple(types), value) => {
            let items = items(value).filter(|items| items.len() == types.len());
            let items = items.ok_or_else(|| parts.strange(ty, value))?;
            types.iter().zip(&items).enumerate().try_for_each(|(index, (ty, item))| {
                put(parts, ty, item, out).map_err(|error| error.within(Step::Element(index)))
            })
        }
        (TypeRef::Named(def), value) => parts.named(*def, value, out),
        (TypeRef::Map(..) | TypeRef::HashMap(..), value) => Err(parts.strange(ty, value)),
    }
}

/// Like [`put`], but sorts heaps, sets and maps as derived types do, for values that come from a type without
/// an order or with another.
pub(super) fn put_in_order(
    parts: &mut dyn Parts,
    ty: &TypeRef,
    value: &Value<'_>,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    match (ty, value) {
        (TypeRef::Option(inner), Value::Option(Some(value))) => {
            out.push(1);
            put_in_order(parts, inner, value, out)
        }
        (TypeRef::Heap(inner) | TypeRef::Set(inner), value) => {
            let mut items = items(value).ok_or_else(|| parts.strange(ty, value))?;
            items.sort();
            if matches!(ty, TypeRef::Set(_)) {
                return put_different(parts, inner, &items, out);
            }
            write_len(out, items.len());
            all(parts, inner, &items, out)
        }
        (TypeRef::Map(key, of), Value::Map(entries)) => {
            let mut sorted: Vec<_> = entries.iter().collect();
            sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
            put_entries(parts, (key, of), sorted.into_iter(), out)
        }
        _ => put(parts, ty, value, out),
    }
}

/// Appends the elements of a set in the order given, each once, as it may come from a list.
fn put_different(
    parts: &mut dyn Parts,
    inner: &TypeRef,
    items: &[Cow<'_, Value<'_>>],
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let (mut known, mut all) = (BTreeSet::new(), Vec::new());
    for (index, item) in items.iter().enumerate() {
        let mut bytes = Vec::new();
        put(parts, inner, item, &mut bytes).map_err(|error| error.within(Step::Element(index)))?;
        let len = all.len();
        all.extend_from_slice(&bytes);
        if !known.insert(bytes) {
            if !parts.unites() {
                return Err(twice().within(Step::Element(index)));
            }
            all.truncate(len);
        }
    }
    write_len(out, known.len());
    out.extend_from_slice(&all);
    Ok(())
}

fn put_entries<'v>(
    parts: &mut dyn Parts,
    (key, of): (&TypeRef, &TypeRef),
    entries: impl ExactSizeIterator<Item = &'v (Value<'v>, Value<'v>)>,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    write_len(out, entries.len());
    let mut known = BTreeSet::new();
    for (index, (at, value)) in entries.enumerate() {
        let start = out.len();
        put(parts, key, at, out).map_err(|error| error.within(Step::Key(index)))?;
        if !parts.unites() && !known.insert(out.get(start..).unwrap_or_default().to_vec()) {
            return Err(twice().within(Step::Key(index)));
        }
        put(parts, of, value, out).map_err(|error| error.within(Step::Value(index)))?;
    }
    Ok(())
}

fn all(
    parts: &mut dyn Parts,
    ty: &TypeRef,
    items: &[Cow<'_, Value<'_>>],
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    items.iter().enumerate().try_for_each(|(index, item)| {
        put(parts, ty, item, out).map_err(|error| error.within(Step::Element(index)))
    })
}

/// Appends entries, sorted by the bytes of their keys.
fn by_bytes<'v>(
    parts: &mut dyn Parts,
    entries: impl ExactSizeIterator<Item = (&'v Value<'v>, Option<&'v Value<'v>>)>,
    (key, of): (&TypeRef, &TypeRef),
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let (mut sorted, mut known) = (Vec::new(), BTreeSet::new());
    for (index, (at, value)) in entries.enumerate() {
        let (mut bytes, mut behind) = (Vec::new(), Vec::new());
        let is_map = value.is_some();
        let step = || if is_map { Step::Key(index) } else { Step::Element(index) };
        put(parts, key, at, &mut bytes).map_err(|error| error.within(step()))?;
        if !parts.unites() && !known.insert(bytes.clone()) {
            return Err(twice().within(step()));
        }
        if let Some(value) = value {
            put(parts, of, value, &mut behind).map_err(|error| error.within(Step::Value(index)))?;
        }
        sorted.push((bytes, behind));
    }
    if !parts.is_in_order(key) {
        sorted.sort_unstable();
        // Equal entries may come from a list.
        sorted.dedup();
    }
    write_len(out, sorted.len());
    sorted.iter().for_each(|(key, value)| {
        out.extend_from_slice(key);
        out.extend_from_slice(value);
    });
    Ok(())
}

/// The elements of a sequence or tuple.
pub(crate) fn items<'v, 'a>(value: &'v Value<'a>) -> Option<Vec<Cow<'v, Value<'a>>>> {
    let elements = match value {
        Value::Tuple(values) => Elements::Values(values),
        value => Elements::of(value)?,
    };
    Some(elements.iter().collect())
}

/// Appends a value without parts, if it matches the kind.
fn primitive(kind: PrimitiveKind, value: &Value<'_>, out: &mut Vec<u8>) -> Option<()> {
    match (kind, value) {
        (PrimitiveKind::Unit, Value::Unit) => {}
        (PrimitiveKind::Str, Value::Str(text)) => text_of(text.as_bytes(), out),
        (PrimitiveKind::Bytes, Value::Bytes(bytes)) => text_of(bytes, out),
        (PrimitiveKind::Bytes, value) => {
            let items = items(value)?;
            write_len(out, items.len());
            for item in &items {
                out.extend(number(item, PrimitiveKind::U8)?);
            }
        }
        (kind, value) => out.extend(number(value, kind)?),
    }
    Some(())
}

fn text_of(bytes: &[u8], out: &mut Vec<u8>) {
    write_len(out, bytes.len());
    out.extend_from_slice(bytes);
}

/// The bytes of a number, `bool` or `char` as this kind, if it fits.
pub(crate) fn number(value: &Value<'_>, kind: PrimitiveKind) -> Option<ArrayVec<u8, 16>> {
    if !kind.is_number() {
        return encode(kind, value);
    }
    encode(kind, &Quantity::of(value)?.to(kind)?.into())
}

/// Appends a struct, or this variant of an enum, that matches its schema by name.
pub(crate) fn own(
    parts: &mut dyn Parts,
    (schema, at): (&Schema, usize),
    variant: Option<&VariantDef>,
    value: &Value<'_>,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let ty = &TypeRef::Named(at);
    let def = schema.types.get(at).ok_or_else(|| parts.strange(ty, value))?;
    let (fields, it) = match (&def.body, value) {
        (BodyDef::Struct(fields), Value::Struct(it)) => (fields, it),
        (BodyDef::Enum(_), Value::Variant(it)) => {
            (begin(variant.ok_or_else(|| parts.strange(ty, value))?, out), it)
        }
        _ => return Err(parts.strange(ty, value)),
    };
    let found = Ordered::new(it, &fields.list);
    for (place, field) in fields.list.iter().enumerate() {
        let put = match found.get(place, &field.name) {
            Some(value) => put(parts, &field.ty, value, out),
            None => Err(missing()),
        };
        put.map_err(|error| error.in_field(&field.name, &def.name, def.version))?;
    }
    Ok(())
}

/// Appends the tag of a variant, and returns its fields.
pub(super) fn begin<'d>(variant: &'d VariantDef, out: &mut Vec<u8>) -> &'d FieldsDef {
    varint::write(out, u64::from(variant.tag));
    &variant.fields
}

/// The error for a key that occurs twice.
#[cold]
pub(crate) fn twice() -> Error {
    Error::new(ErrorKind::KeyOrder, "this key occurs twice")
        .with_help("keep only one of its entries")
}

#[cold]
fn missing() -> Error {
    Error::new(ErrorKind::CannotWrite, "the value does not have this field")
        .with_help("add the field: `Schema::of_archive` shows its type")
}

/// The error for a value that does not match its type.
#[cold]
pub(super) fn strange(value: &Value<'_>) -> Error {
    let detail = alloc::format!("this {} does not fit the type that is saved here", value.kind());
    Error::new(ErrorKind::CannotWrite, detail)
}
