//! Implements serde's traits for [`Value`].

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Compound, Style, Value};

macro_rules! serialize {
    ($($variant:ident $method:ident)*) => {
        /// Serializes the tree: structs become maps of their fields, or sequences if these have no names; a variant
        /// becomes its name, or a map from its name to its fields.
        ///
        /// Type names, versions and the difference between lists and tuples are lost; in most formats, `Some(None)`
        /// becomes `None` and a `char` becomes text. For a lossless round trip, write the value as its type
        /// ([`AsSerde`](crate::with::AsSerde)) or as an archive.
        ///
        /// ```
        /// use archive::{Layout, Options, Value};
        ///
        /// let file = Options::file().layout(Layout::Rows).to_vec(&[(1_u8, "torch")])?;
        /// assert_eq!(serde_json::to_string(&Value::from_slice(&file)?)?, r#"[[1,"torch"]]"#);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        impl Serialize for Value<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    Self::Unit => serializer.serialize_unit(),
                    $(Self::$variant(value) => serializer.$method(*value),)*
                    Self::Str(text) => serializer.serialize_str(text),
                    Self::Bytes(bytes) => serializer.serialize_bytes(bytes),
                    Self::Numbers(numbers) => {
                        let mut seq = serializer.serialize_seq(Some(numbers.len()))?;
                        for number in numbers.iter() {
                            seq.serialize_element(&number)?;
                        }
                        seq.end()
                    }
                    Self::Option(None) => serializer.serialize_none(),
                    Self::Option(Some(value)) => serializer.serialize_some(&**value),
                    Self::List(values) | Self::Tuple(values) => serializer.collect_seq(values),
                    Self::Map(entries) => {
                        serializer.collect_map(entries.iter().map(|(key, value)| (key, value)))
                    }
                    Self::Struct(value) => Fields(value).serialize(serializer),
                    Self::Variant(value) => {
                        let name = value.variant().unwrap_or_default();
                        if value.style() == Style::Unit {
                            return serializer.serialize_str(name);
                        }
                        let mut map = serializer.serialize_map(Some(1))?;
                        map.serialize_entry(name, &Fields(value))?;
                        map.end()
                    }
                }
            }
        }
    };
}
serialize! {
    Bool serialize_bool Char serialize_char
    U8 serialize_u8 U16 serialize_u16 U32 serialize_u32 U64 serialize_u64 U128 serialize_u128
    I8 serialize_i8 I16 serialize_i16 I32 serialize_i32 I64 serialize_i64 I128 serialize_i128
    F32 serialize_f32 F64 serialize_f64
}

struct Fields<'v, 'a>(&'v Compound<'a>);

impl Serialize for Fields<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.written() {
            Style::Tuple => serializer.collect_seq(self.0.fields().map(|(_, value)| value)),
            _ => serializer.collect_map(self.0.fields()),
        }
    }
}

/// Deserializes any value from a self-describing format. Structs come back as maps, and numbers have the width that the
/// format gives them.
///
/// ```
/// use archive::Value;
///
/// let value: Value = serde_json::from_str(r#"{ "level": 12 }"#)?;
/// assert_eq!(value, Value::Map(vec![(Value::Str("level".into()), Value::U64(12))]));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<'de> Deserialize<'de> for Value<'static> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

struct Any;

macro_rules! visit {
    ($($method:ident $ty:ident $variant:ident)*) => {$(
        fn $method<E>(self, value: $ty) -> Result<Self::Value, E> {
            Ok(Value::$variant(value))
        }
    )*};
}

impl<'de> Visitor<'de> for Any {
    type Value = Value<'static>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    visit! {
        visit_bool bool Bool visit_char char Char
        visit_u8 u8 U8 visit_u16 u16 U16 visit_u32 u32 U32 visit_u64 u64 U64 visit_u128 u128 U128
        visit_i8 i8 I8 visit_i16 i16 I16 visit_i32 i32 I32 visit_i64 i64 I64 visit_i128 i128 I128
        visit_f32 f32 F32 visit_f64 f64 F64
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Value::Str(Cow::Owned(text.to_owned())))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(Value::Str(Cow::Owned(text)))
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(Value::Bytes(Cow::Owned(bytes.to_owned())))
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Self::Value, E> {
        Ok(Value::Bytes(Cow::Owned(bytes)))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Value::Unit)
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(Value::Option(None))
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        Value::deserialize(from).map(|value| Value::Option(Some(Box::new(value))))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        Value::deserialize(from)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        // Do not reserve memory by the format's size hint, which is untrusted.
        let mut values = Vec::new();
        while let Some(value) = seq.next_element()? {
            values.push(value);
        }
        Ok(Value::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Value::Map(entries))
    }
}
