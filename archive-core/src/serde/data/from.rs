//! Converts [`Data`] to a value of a serde type.

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::{Data, Refused};

impl IntoDeserializer<'_, Refused> for Data {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Data {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self {
            Self::None => visitor.visit_none(),
            Self::Some(value) => visitor.visit_some(*value),
            Self::Unit => visitor.visit_unit(),
            Self::Bool(value) => visitor.visit_bool(value),
            // Many types only implement the visitor methods for 64 bits.
            Self::U8(number) => visitor.visit_u64(number.into()),
            Self::U16(number) => visitor.visit_u64(number.into()),
            Self::U32(number) => visitor.visit_u64(number.into()),
            Self::U64(number) => visitor.visit_u64(number),
            Self::U128(number) => visitor.visit_u128(number),
            Self::I8(number) => visitor.visit_i64(number.into()),
            Self::I16(number) => visitor.visit_i64(number.into()),
            Self::I32(number) => visitor.visit_i64(number.into()),
            Self::I64(number) => visitor.visit_i64(number),
            Self::I128(number) => visitor.visit_i128(number),
            Self::F32(number) => visitor.visit_f32(number),
            Self::F64(number) => visitor.visit_f64(number),
            Self::Char(c) => visitor.visit_char(c),
            Self::Str(text) => visitor.visit_string(text),
            Self::Bytes(bytes) => visitor.visit_byte_buf(bytes),
            Self::List(values) => {
                let mut values = SeqDeserializer::new(values.into_iter());
                let value = visitor.visit_seq(&mut values)?;
                values.end()?;
                Ok(value)
            }
            Self::Map(entries) => {
                let mut entries = MapDeserializer::new(entries.into_iter());
                let value = visitor.visit_map(&mut entries)?;
                entries.end()?;
                Ok(value)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self {
            Self::None | Self::Unit => visitor.visit_none(),
            Self::Some(value) => visitor.visit_some(*value),
            // The field was not an option when it was saved.
            value => visitor.visit_some(value),
        }
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
        match self {
            Self::Str(name) => visitor.visit_enum(name.into_deserializer()),
            Self::Map(entries) => {
                let entries = MapDeserializer::new(entries.into_iter());
                visitor.visit_enum(MapAccessDeserializer::new(entries))
            }
            other => other.deserialize_any(visitor),
        }
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
