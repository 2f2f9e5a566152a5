//! Converts [`Data`] to a value of a serde type. It is lent: some types accept only borrowed texts and bytes.

use serde::de::value::{
    BorrowedStrDeserializer, MapAccessDeserializer, MapDeserializer, SeqDeserializer,
};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::to_data::Refused;
use crate::plain::Data;

impl Data {
    /// Converts back to a value of a serde type. A text by hand, or JSON from elsewhere, has what the type shows to people
    /// (the digits of a UUID), while files have what it gives to other formats (the bytes): either is accepted.
    ///
    /// # Errors
    ///
    /// Fails if the data is not a `T`.
    pub(crate) fn value<T: DeserializeOwned>(&self) -> Result<T, Refused> {
        let value = T::deserialize(Lent::<false>(self));
        value.or_else(|refused| {
            // What is wrong with a text is better said by who takes texts.
            let is_text = matches!(self, Self::Str(_));
            let value = T::deserialize(Lent::<true>(self));
            value.map_err(|other| if is_text { other } else { refused })
        })
    }
}

/// The deserializer of a value. `READABLE` says whether it may be as people read it.
struct Lent<'de, const READABLE: bool>(&'de Data);

impl<'de, const READABLE: bool> IntoDeserializer<'de, Refused> for Lent<'de, READABLE> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The entries of a map.
fn entries<const READABLE: bool>(
    entries: &[(Data, Data)],
) -> impl Iterator<Item = (KeyOf<'_, READABLE>, Lent<'_, READABLE>)> {
    entries.iter().map(|(key, value)| (KeyOf(Lent(key)), Lent(value)))
}

impl<'de, const READABLE: bool> Deserializer<'de> for Lent<'de, READABLE> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.0 {
            Data::None => visitor.visit_none(),
            Data::Some(value) => visitor.visit_some(Self(value)),
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
                let mut values = SeqDeserializer::new(values.iter().map(Self));
                let value = visitor.visit_seq(&mut values)?;
                values.end()?;
                Ok(value)
            }
            Data::Map(list) => {
                let mut entries = MapDeserializer::new(entries::<READABLE>(list));
                let value = visitor.visit_map(&mut entries)?;
                entries.end()?;
                Ok(value)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.0 {
            Data::None | Data::Unit => visitor.visit_none(),
            Data::Some(value) => visitor.visit_some(Self(value)),
            // The field was not an option when it was saved, or a text shows what it holds.
            _ => visitor.visit_some(self),
        }
    }

    /// JSON has one word for both.
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.0 {
            Data::None => visitor.visit_unit(),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        match self.0 {
            Data::Str(name) => visitor.visit_enum(BorrowedStrDeserializer::new(name)),
            // A text by hand may name a variant without quotes.
            Data::None | Data::Unit => {
                visitor.visit_enum(BorrowedStrDeserializer::new(self.0.name()))
            }
            Data::Map(list) => {
                let entries = MapDeserializer::new(entries::<READABLE>(list));
                visitor.visit_enum(MapAccessDeserializer::new(entries))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn is_human_readable(&self) -> bool {
        READABLE
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The deserializer of the key of a map: in JSON, a number is between quotes there.
struct KeyOf<'de, const READABLE: bool>(Lent<'de, READABLE>);

impl<'de, const READABLE: bool> IntoDeserializer<'de, Refused> for KeyOf<'de, READABLE> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! integers {
    ($($method:ident $visit:ident $ty:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            match self.0.0 {
                Data::Str(digits) => match digits.parse::<$ty>() {
                    Ok(number) => visitor.$visit(number),
                    Err(_) => self.0.deserialize_any(visitor),
                },
                _ => self.0.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de, const READABLE: bool> Deserializer<'de> for KeyOf<'de, READABLE> {
    type Error = Refused;

    integers! {
        deserialize_u8 visit_u8 u8 deserialize_u16 visit_u16 u16 deserialize_u32 visit_u32 u32
        deserialize_u64 visit_u64 u64 deserialize_u128 visit_u128 u128
        deserialize_i8 visit_i8 i8 deserialize_i16 visit_i16 i16 deserialize_i32 visit_i32 i32
        deserialize_i64 visit_i64 i64 deserialize_i128 visit_i128 i128
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
        bool f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}
