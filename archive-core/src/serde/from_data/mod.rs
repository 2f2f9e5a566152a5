//! Converts [`Data`] to a value of a serde type. It is lent: some types accept only borrowed texts and bytes.

mod parts;
mod path;
mod variant;

use alloc::format;
use alloc::string::ToString;
use core::str::FromStr;

use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};

use super::to_data::Refused;
use crate::plain::Data;
use crate::{Error, ErrorKind};

use parts::{List, Map};
use path::Path;
use variant::{Name, Variant, of_variant};

/// The names of the variants of an option.
const NONE: &str = "None";
const SOME: &str = "Some";

impl Data {
    /// Converts back to a value of a serde type.
    ///
    /// # Errors
    ///
    /// Fails if the data is not a `T`.
    pub(crate) fn value<T: DeserializeOwned>(&self) -> Result<T, Error> {
        let path = Path::default();
        T::deserialize(Lent::<true>::new(self, &path)).or_else(|refused| {
            // Some older archives have what a type gives to formats that nobody reads.
            T::deserialize(Lent::<false>::new(self, &Path::default()))
                .map_err(|_| path.locate(Error::new(ErrorKind::Convert, refused.to_string())))
        })
    }
}

/// Whether a number becomes infinite as an `f32`. The digits of the largest `f32` are more than it, and are rounded down.
#[expect(clippy::cast_possible_truncation, reason = "the rounded number is looked at")]
fn is_too_large(number: f64) -> bool {
    number.is_finite() && (number as f32).is_infinite()
}

/// The deserializer of a value. `READABLE` says whether it is as people read it.
struct Lent<'de, 'p, const READABLE: bool> {
    data: &'de Data,
    path: &'p Path<'de>,
    /// Whether it is the key of a map: in JSON, numbers and `bool`s are between quotes there.
    is_key: bool,
}

impl<'de, 'p, const READABLE: bool> Lent<'de, 'p, READABLE> {
    fn new(data: &'de Data, path: &'p Path<'de>) -> Self {
        Self { data, path, is_key: false }
    }

    /// What is in an option, which is a key if the option is.
    fn of(&self, data: &'de Data) -> Self {
        Self { data, ..*self }
    }

    /// What is in a variant.
    fn inside(&self, data: &'de Data) -> Self {
        Self::new(data, self.path)
    }

    /// The text of a key.
    fn key(&self) -> Option<&'de str> {
        match self.data {
            Data::Str(text) if self.is_key => Some(text),
            _ => None,
        }
    }

    /// The integer or `bool` that the text of a key says. There is only one text for each, so that no two keys are the same.
    fn parsed<T: FromStr + ToString>(&self) -> Option<T> {
        let text = self.key()?;
        text.parse().ok().filter(|value: &T| value.to_string() == text)
    }

    /// The float that the text of a key says, unless it has none of its digits.
    fn float(&self) -> Option<f64> {
        self.key()?.parse().ok().filter(|number: &f64| number.is_finite())
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
                [(Data::Str(key), held)] if key == name && !is_field(key) => self.inside(held),
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

macro_rules! parsed {
    ($($method:ident $visit:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            let lent = self.opened();
            match lent.parsed() {
                Some(value) => visitor.$visit(value),
                None => lent.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de, const READABLE: bool> Deserializer<'de> for Lent<'de, '_, READABLE> {
    type Error = Refused;

    opened! {
        deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf
        deserialize_seq deserialize_map deserialize_identifier
    }

    parsed! {
        deserialize_bool visit_bool
        deserialize_u8 visit_u8 deserialize_u16 visit_u16 deserialize_u32 visit_u32
        deserialize_u64 visit_u64 deserialize_u128 visit_u128
        deserialize_i8 visit_i8 deserialize_i16 visit_i16 deserialize_i32 visit_i32
        deserialize_i64 visit_i64 deserialize_i128 visit_i128
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
                let mut list = List::<READABLE>::new(values, self.path);
                let value = visitor.visit_seq(&mut list)?;
                list.end()?;
                Ok(value)
            }
            Data::Map(entries) => {
                let mut map = Map::<READABLE>::new(entries, self.path);
                let value = visitor.visit_map(&mut map)?;
                map.end()?;
                Ok(value)
            }
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let lent = self.opened();
        let number = if let Data::F64(number) = lent.data { Some(*number) } else { lent.float() };
        match number {
            Some(number) if is_too_large(number) => {
                Err(Refused::custom(format!("{number:e} is too large for an `f32`")))
            }
            Some(number) => visitor.visit_f64(number),
            None => lent.deserialize_any(visitor),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let lent = self.opened();
        match lent.float() {
            Some(number) => visitor.visit_f64(number),
            None => lent.deserialize_any(visitor),
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
                [(Data::Str(name), held)] => (Name::Text(name), Some(self.inside(held))),
                [(key, held)] => (Name::Other(self.inside(key)), Some(self.inside(held))),
                _ => {
                    let count = entries.len();
                    return Err(Refused::custom(format!("expected one variant, found {count}")));
                }
            },
            // A text by hand may name a variant without quotes.
            Data::None => (Name::Text(NONE), None),
            Data::Some(held) if variants.contains(&SOME) => {
                (Name::Text(SOME), Some(self.inside(held)))
            }
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
