//! A value of serde's data model, which is stored for a field whose type implements serde's traits.

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
/// Structs are maps from field names to values; a variant is its name, or a map from its name to its content.
/// That is how self-describing formats represent them, so types expect it.
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
    /// Converts a value of a serde type.
    ///
    /// # Errors
    ///
    /// Fails if the value's own `Serialize` fails.
    pub(crate) fn of<T: serde::Serialize + ?Sized>(value: &T) -> Result<Self, Refused> {
        value.serialize(to::ToData)
    }

    /// Converts back to a value of a serde type.
    ///
    /// # Errors
    ///
    /// Fails if the data is not a `T`.
    pub(crate) fn value<T: DeserializeOwned>(&self) -> Result<T, Refused> {
        T::deserialize(self)
    }
}
