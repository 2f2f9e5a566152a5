//! A value of serde's data model, as it is stored where a field is of a type of serde.

mod from;
mod to;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use archive_derive::Archive;
use serde::de::DeserializeOwned;

pub(crate) use to::Refused;

/// A value of serde's data model (FORMAT.md §12).
///
/// Structs are maps of their fields' names, variants are their names or maps of these to what they
/// hold: as self-describing formats have it, and types are written to expect.
#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(crate = crate, name = "std.Serde")]
pub(crate) enum Data {
    None,
    Some(Box<Data>),
    Unit,
    Bool(bool),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    U128(u128),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    I128(i128),
    F32(f32),
    F64(f64),
    Char(char),
    Str(String),
    Bytes(Vec<u8>),
    List(Vec<Data>),
    Map(Vec<(Data, Data)>),
}

impl Data {
    /// The data of a value.
    ///
    /// # Errors
    ///
    /// The value's own impl refuses.
    pub(crate) fn of<T: serde::Serialize + ?Sized>(value: &T) -> Result<Self, Refused> {
        value.serialize(to::ToData)
    }

    /// The value that it is the data of.
    ///
    /// # Errors
    ///
    /// It is no `T`.
    pub(crate) fn value<T: DeserializeOwned>(self) -> Result<T, Refused> {
        T::deserialize(self)
    }
}
