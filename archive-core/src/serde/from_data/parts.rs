//! The elements of lists, and the keys and values of maps.

use alloc::format;
use core::slice::Iter;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::super::to_data::Refused;
use super::Lent;
use super::path::{Part, Path};
use crate::plain::Data;

/// The elements of a list.
pub(super) struct List<'de, 'p, const READABLE: bool> {
    values: Iter<'de, Data>,
    taken: usize,
    path: &'p Path<'de>,
}

impl<'de, 'p, const READABLE: bool> List<'de, 'p, READABLE> {
    pub(super) fn new(values: &'de [Data], path: &'p Path<'de>) -> Self {
        Self { values: values.iter(), taken: 0, path }
    }

    /// Fails if there are elements that were not taken.
    pub(super) fn end(&self, len: usize) -> Result<(), Refused> {
        match self.values.len() {
            0 => Ok(()),
            _ => Err(too_many("elements", len, self.taken)),
        }
    }
}

#[cold]
fn too_many(what: &str, len: usize, taken: usize) -> Refused {
    Refused::custom(format!("expected {taken} {what}, found {len}"))
}

impl<'de, const READABLE: bool> SeqAccess<'de> for List<'de, '_, READABLE> {
    type Error = Refused;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Refused> {
        let Some(data) = self.values.next() else { return Ok(None) };
        let (path, part) = (self.path, Part::Element(self.taken));
        self.taken = self.taken.saturating_add(1);
        path.within(part, || seed.deserialize(Lent::<READABLE> { data, path })).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.values.len())
    }
}

/// The entries of a map.
pub(super) struct Map<'de, 'p, const READABLE: bool> {
    entries: Iter<'de, (Data, Data)>,
    taken: usize,
    /// The value of the key that was taken last.
    value: Option<(Part<'de>, &'de Data)>,
    path: &'p Path<'de>,
}

impl<'de, 'p, const READABLE: bool> Map<'de, 'p, READABLE> {
    pub(super) fn new(entries: &'de [(Data, Data)], path: &'p Path<'de>) -> Self {
        Self { entries: entries.iter(), taken: 0, value: None, path }
    }

    /// Fails if there are entries that were not taken.
    pub(super) fn end(&self, len: usize) -> Result<(), Refused> {
        match self.entries.len() {
            0 => Ok(()),
            _ => Err(too_many("entries", len, self.taken)),
        }
    }
}

impl<'de, const READABLE: bool> MapAccess<'de> for Map<'de, '_, READABLE> {
    type Error = Refused;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Refused> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        let (path, place) = (self.path, self.taken);
        self.taken = self.taken.saturating_add(1);
        self.value = Some((Part::of_entry(key, place), value));
        let key = KeyOf(Lent::<READABLE> { data: key, path });
        path.within(Part::Key(place), || seed.deserialize(key)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Refused> {
        let Some((part, data)) = self.value.take() else {
            return Err(Refused::custom("a value without a key"));
        };
        let path = self.path;
        path.within(part, || seed.deserialize(Lent::<READABLE> { data, path }))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// The deserializer of the key of a map: in JSON, numbers and `bool`s are between quotes there.
struct KeyOf<'de, 'p, const READABLE: bool>(Lent<'de, 'p, READABLE>);

macro_rules! from_text {
    ($($method:ident $visit:ident $ty:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            match self.0.data {
                Data::Str(text) => match text.parse::<$ty>() {
                    Ok(value) => visitor.$visit(value),
                    Err(_) => self.0.deserialize_any(visitor),
                },
                _ => self.0.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de, const READABLE: bool> Deserializer<'de> for KeyOf<'de, '_, READABLE> {
    type Error = Refused;

    from_text! {
        deserialize_bool visit_bool bool
        deserialize_u8 visit_u8 u8 deserialize_u16 visit_u16 u16 deserialize_u32 visit_u32 u32
        deserialize_u64 visit_u64 u64 deserialize_u128 visit_u128 u128
        deserialize_i8 visit_i8 i8 deserialize_i16 visit_i16 i16 deserialize_i32 visit_i32 i32
        deserialize_i64 visit_i64 i64 deserialize_i128 visit_i128 i128
        deserialize_f32 visit_f32 f32 deserialize_f64 visit_f64 f64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.0.deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.0.deserialize_option(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    fn is_human_readable(&self) -> bool {
        READABLE
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}
