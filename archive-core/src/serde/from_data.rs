//! Converts [`Data`] to a value of a serde type. It is lent: some types accept only borrowed texts and bytes.

use alloc::format;
use alloc::string::ToString;
use core::slice::Iter;

use serde::Deserialize;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::path::{Part, Path};
use super::to_data::Refused;
use crate::nearest::meant;
use crate::plain::Data;
use crate::{Error, ErrorKind};

/// The names of the variants of an option.
const NONE: &str = "None";
const SOME: &str = "Some";

/// The longest error of a serde type that is shown as it is: some list all variants.
const LONG: usize = 200;

impl Data {
    /// Converts back to a value of a serde type.
    ///
    /// # Errors
    ///
    /// Fails if the data is not a `T`.
    pub(crate) fn value<T: DeserializeOwned>(&self) -> Result<T, Error> {
        let path = Path::default();
        T::deserialize(Lent::<true> { data: self, path: &path }).or_else(|refused| {
            let compact = Lent::<false> { data: self, path: &Path::default() };
            // Some older archives have what a type gives to formats that nobody reads.
            T::deserialize(compact)
                .map_err(|_| path.locate(Error::new(ErrorKind::Convert, refused.to_string())))
        })
    }
}

/// The deserializer of a value. `READABLE` says whether it is as people read it.
struct Lent<'de, 'p, const READABLE: bool> {
    data: &'de Data,
    path: &'p Path<'de>,
}

impl<'de, 'p, const READABLE: bool> Lent<'de, 'p, READABLE> {
    fn of(&self, data: &'de Data) -> Self {
        Self { data, path: self.path }
    }

    /// What is in an option, for a type that is none: RON writes `Some(..)` around all options, also those that hold the value.
    fn opened(self) -> Self {
        match self.data {
            Data::Some(held) => self.of(held).opened(),
            _ => self,
        }
    }

    /// The fields of a struct, behind whose name they may be.
    fn behind(self, name: &str, is_field: impl Fn(&str) -> bool) -> Self {
        match self.data {
            Data::Map(list) => match list.as_slice() {
                [(Data::Str(key), held)] if key == name && !is_field(key) => self.of(held),
                _ => self,
            },
            _ => self,
        }
    }
}

macro_rules! opened {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            self.opened().deserialize_any(visitor)
        }
    )*};
}

impl<'de, const READABLE: bool> Deserializer<'de> for Lent<'de, '_, READABLE> {
    type Error = Refused;

    opened! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f64
        deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf
        deserialize_seq deserialize_map deserialize_identifier
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.data {
            Data::None => visitor.visit_none(),
            Data::Some(value) => visitor.visit_some(self.of(value)),
            Data::Unit => visitor.visit_unit(),
            Data::Bool(value) => visitor.visit_bool(*value),
            // Many types only implement the visitor methods for 64 bits.
            Data::U8(number) => visitor.visit_u64((*number).into()),
            Data::U16(number) => visitor.visit_u64((*number).into()),
            Data::U32(number) => visitor.visit_u64((*number).into()),
            Data::U64(number) => visitor.visit_u64(*number),
            Data::U128(number) => visitor.visit_u128(*number),
            Data::I8(number) => visitor.visit_i64((*number).into()),
            Data::I16(number) => visitor.visit_i64((*number).into()),
            Data::I32(number) => visitor.visit_i64((*number).into()),
            Data::I64(number) => visitor.visit_i64(*number),
            Data::I128(number) => visitor.visit_i128(*number),
            Data::F32(number) => visitor.visit_f32(*number),
            Data::F64(number) => visitor.visit_f64(*number),
            Data::Char(c) => visitor.visit_char(*c),
            Data::Str(text) => visitor.visit_borrowed_str(text),
            Data::Bytes(bytes) => visitor.visit_borrowed_bytes(bytes),
            Data::List(values) => {
                let mut list =
                    List::<READABLE> { values: values.iter(), taken: 0, path: self.path };
                let value = visitor.visit_seq(&mut list)?;
                list.end(values.len())?;
                Ok(value)
            }
            Data::Map(entries) => {
                let mut map = Map::<READABLE> {
                    entries: entries.iter(),
                    taken: 0,
                    value: None,
                    path: self.path,
                };
                let value = visitor.visit_map(&mut map)?;
                map.end(entries.len())?;
                Ok(value)
            }
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.data {
            // It would become infinite.
            Data::F64(number) if number.is_finite() && number.abs() > f32::MAX.into() => {
                Err(Refused::custom(format!("{number:e} is too large for an `f32`")))
            }
            _ => self.opened().deserialize_any(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Refused> {
        self.opened().deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.data {
            Data::None | Data::Unit => visitor.visit_none(),
            Data::Some(value) => visitor.visit_some(self.of(value)),
            // The field was not an option when it was saved, or a text shows what it holds.
            _ => visitor.visit_some(self),
        }
    }

    /// JSON has one word for both.
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.data {
            Data::None => visitor.visit_unit(),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        match self.data {
            Data::Str(found) if found == name => visitor.visit_unit(),
            _ => self.deserialize_unit(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.opened().behind(name, |_| false).deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.opened().behind(name, |key| fields.contains(&key)).deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        of: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let (name, held) = match self.data {
            Data::Str(name) => (Name::Text(name), None),
            Data::Map(entries) => match entries.as_slice() {
                [(Data::Str(name), held)] => (Name::Text(name), Some(self.of(held))),
                [(key, held)] => (Name::Other(self.of(key)), Some(self.of(held))),
                _ => {
                    let count = entries.len();
                    return Err(Refused::custom(format!("expected one variant, found {count}")));
                }
            },
            // A text by hand may name a variant without quotes.
            Data::None => (Name::Text(NONE), None),
            Data::Some(held) if variants.contains(&SOME) => (Name::Text(SOME), Some(self.of(held))),
            Data::Some(_) => return self.opened().deserialize_enum(of, variants, visitor),
            _ => return self.deserialize_any(visitor),
        };
        let text = if let Name::Text(text) = name { text } else { "" };
        let value = visitor.visit_enum(Variant { name, held });
        value.map_err(|refused| of_variant(refused, text, variants))
    }

    fn is_human_readable(&self) -> bool {
        READABLE
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.deserialize_any(visitor)
    }
}

/// A shorter error for the name of a variant that an enum does not have.
fn of_variant(refused: Refused, name: &str, variants: &[&str]) -> Refused {
    let shown = refused.to_string();
    let meant = meant(name, variants.iter().copied());
    let is_unknown = shown.starts_with("unknown variant") && !variants.contains(&name);
    match is_unknown && (shown.len() > LONG || !meant.is_empty()) {
        true => Refused::custom(format!("unknown variant `{}`{meant}", crate::error::shown(name))),
        false => refused,
    }
}

/// The elements of a list.
struct List<'de, 'p, const READABLE: bool> {
    values: Iter<'de, Data>,
    taken: usize,
    path: &'p Path<'de>,
}

impl<const READABLE: bool> List<'_, '_, READABLE> {
    fn end(&self, len: usize) -> Result<(), Refused> {
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
struct Map<'de, 'p, const READABLE: bool> {
    entries: Iter<'de, (Data, Data)>,
    taken: usize,
    /// The value of the key that was taken last.
    value: Option<(Part<'de>, &'de Data)>,
    path: &'p Path<'de>,
}

impl<const READABLE: bool> Map<'_, '_, READABLE> {
    fn end(&self, len: usize) -> Result<(), Refused> {
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

/// The name of a variant.
enum Name<'de, 'p, const READABLE: bool> {
    Text(&'de str),
    /// Another key, such as a number.
    Other(Lent<'de, 'p, READABLE>),
}

/// A variant and what it holds.
struct Variant<'de, 'p, const READABLE: bool> {
    name: Name<'de, 'p, READABLE>,
    held: Option<Lent<'de, 'p, READABLE>>,
}

impl<'de, 'p, const READABLE: bool> EnumAccess<'de> for Variant<'de, 'p, READABLE> {
    type Error = Refused;
    type Variant = Held<'de, 'p, READABLE>;

    fn variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<(T::Value, Self::Variant), Refused> {
        let (part, value) = match self.name {
            Name::Text(name) => {
                (Part::Name(name), seed.deserialize(BorrowedStrDeserializer::new(name)))
            }
            Name::Other(key) => (Part::Value(0), seed.deserialize(key)),
        };
        Ok((value?, Held { part, held: self.held }))
    }
}

/// What a variant holds.
struct Held<'de, 'p, const READABLE: bool> {
    part: Part<'de>,
    held: Option<Lent<'de, 'p, READABLE>>,
}

impl<'de, 'p, const READABLE: bool> Held<'de, 'p, READABLE> {
    fn read<T>(
        self,
        what: &str,
        read: impl FnOnce(Lent<'de, 'p, READABLE>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        match self.held {
            Some(held) => held.path.within(self.part, || read(held)),
            None => Err(Refused::custom(format!("expected a variant with {what}"))),
        }
    }
}

impl<'de, const READABLE: bool> VariantAccess<'de> for Held<'de, '_, READABLE> {
    type Error = Refused;

    fn unit_variant(self) -> Result<(), Refused> {
        match self.held {
            Some(_) => self.read("nothing", <()>::deserialize),
            None => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Refused> {
        self.read("a value", |held| seed.deserialize(held))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Refused> {
        self.read("values", |held| held.deserialize_tuple(len, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.read("fields", |held| held.deserialize_any(visitor))
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
