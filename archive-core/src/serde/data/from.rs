//! Converts [`Data`] to a value of a serde type. It is lent: some types accept only borrowed texts and bytes.

use serde::de::value::{
    BorrowedStrDeserializer, MapAccessDeserializer, MapDeserializer, SeqDeserializer,
};
use serde::de::{Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::{Data, Refused};

impl<'de> IntoDeserializer<'de, Refused> for &'de Data {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for &'de Data {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self {
            Data::None => visitor.visit_none(),
            Data::Some(value) => visitor.visit_some(&**value),
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
                let mut values = SeqDeserializer::new(values.iter());
                let value = visitor.visit_seq(&mut values)?;
                values.end()?;
                Ok(value)
            }
            Data::Map(entries) => {
                let mut entries =
                    MapDeserializer::new(entries.iter().map(|(key, value)| (key, value)));
                let value = visitor.visit_map(&mut entries)?;
                entries.end()?;
                Ok(value)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self {
            Data::None | Data::Unit => visitor.visit_none(),
            Data::Some(value) => visitor.visit_some(&**value),
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
            Data::Str(name) => visitor.visit_enum(BorrowedStrDeserializer::new(name)),
            Data::Map(entries) => {
                let entries = MapDeserializer::new(entries.iter().map(|(key, value)| (key, value)));
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
