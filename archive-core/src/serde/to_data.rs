//! Converts a value of a serde type to [`Data`].

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::vec::Vec;

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use crate::plain::{Data, signed, unsigned};

/// The error of a serde type that could not be written or read.
pub(crate) type Refused = serde::de::value::Error;

impl Data {
    /// Converts a value of a serde type.
    ///
    /// # Errors
    ///
    /// Fails if the value's own `Serialize` fails.
    pub(crate) fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, Refused> {
        value.serialize(ToData)
    }
}

/// The serializer.
struct ToData;

/// The data of a variant with its content, or of the content alone if there is no variant.
fn of_variant(name: Option<&'static str>, held: Data) -> Data {
    match name {
        Some(name) => Data::Map(Vec::from([(Data::Str(name.to_owned()), held)])),
        None => held,
    }
}

macro_rules! integers {
    ($($method:ident $ty:ident $data:ident)*) => {$(
        fn $method(self, number: $ty) -> Result<Data, Refused> {
            Ok($data(number.into()))
        }
    )*};
}

impl Serializer for ToData {
    type Ok = Data;
    type Error = Refused;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Entries;

    integers! {
        serialize_u8 u8 unsigned serialize_u16 u16 unsigned serialize_u32 u32 unsigned
        serialize_u64 u64 unsigned serialize_u128 u128 unsigned
        serialize_i8 i8 signed serialize_i16 i16 signed serialize_i32 i32 signed
        serialize_i64 i64 signed serialize_i128 i128 signed
    }

    fn serialize_bool(self, value: bool) -> Result<Data, Refused> {
        Ok(Data::Bool(value))
    }

    fn serialize_f32(self, number: f32) -> Result<Data, Refused> {
        Ok(Data::F32(number))
    }

    fn serialize_f64(self, number: f64) -> Result<Data, Refused> {
        Ok(Data::F64(number))
    }

    fn serialize_char(self, c: char) -> Result<Data, Refused> {
        Ok(Data::Char(c))
    }

    fn serialize_str(self, text: &str) -> Result<Data, Refused> {
        Ok(Data::Str(text.to_owned()))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Data, Refused> {
        Ok(Data::Bytes(bytes.to_owned()))
    }

    fn serialize_none(self) -> Result<Data, Refused> {
        Ok(Data::None)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Data, Refused> {
        Ok(Data::Some(Box::new(Data::of(value)?)))
    }

    fn serialize_unit(self) -> Result<Data, Refused> {
        Ok(Data::Unit)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Data, Refused> {
        Ok(Data::Unit)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<Data, Refused> {
        Ok(Data::Str(name.to_owned()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Data, Refused> {
        Data::of(value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<Data, Refused> {
        Ok(of_variant(Some(name), Data::of(value)?))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items, Refused> {
        Ok(Items { variant: None, list: Vec::new() })
    }

    fn serialize_tuple(self, len: usize) -> Result<Items, Refused> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Items, Refused> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Items, Refused> {
        Ok(Items { variant: Some(name), list: Vec::new() })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entries, Refused> {
        Ok(Entries { variant: None, key: None, list: Vec::new() })
    }

    fn serialize_struct(self, _: &'static str, len: usize) -> Result<Entries, Refused> {
        self.serialize_map(Some(len))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Entries, Refused> {
        Ok(Entries { variant: Some(name), key: None, list: Vec::new() })
    }

    /// What a type buffers before it knows what it is, such as a variant without a tag, is always read as if people read it,
    /// so it could not be read as anything else.
    fn is_human_readable(&self) -> bool {
        true
    }
}

/// An unfinished sequence.
struct Items {
    variant: Option<&'static str>,
    list: Vec<Data>,
}

/// All kinds of sequences are built in the same way.
macro_rules! sequences {
    ($($name:ident $method:ident)*) => {$(
        impl $name for Items {
            type Ok = Data;
            type Error = Refused;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
                self.list.push(Data::of(value)?);
                Ok(())
            }

            fn end(self) -> Result<Data, Refused> {
                Ok(of_variant(self.variant, Data::List(self.list)))
            }
        }
    )*};
}
sequences! {
    SerializeSeq serialize_element SerializeTuple serialize_element
    SerializeTupleStruct serialize_field SerializeTupleVariant serialize_field
}

/// An unfinished map.
struct Entries {
    variant: Option<&'static str>,
    key: Option<Data>,
    list: Vec<(Data, Data)>,
}

impl SerializeMap for Entries {
    type Ok = Data;
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        self.key = Some(Data::of(key)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        let key = self.key.take().ok_or_else(|| Refused::custom("a value without a key"))?;
        self.list.push((key, Data::of(value)?));
        Ok(())
    }

    fn end(self) -> Result<Data, Refused> {
        Ok(of_variant(self.variant, Data::Map(self.list)))
    }
}

/// All kinds of structs are built in the same way.
macro_rules! structs {
    ($($name:ident)*) => {$(
        impl $name for Entries {
            type Ok = Data;
            type Error = Refused;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Refused> {
                self.list.push((Data::Str(name.to_owned()), Data::of(value)?));
                Ok(())
            }

            fn end(self) -> Result<Data, Refused> {
                Ok(of_variant(self.variant, Data::Map(self.list)))
            }
        }
    )*};
}
structs! { SerializeStruct SerializeStructVariant }
