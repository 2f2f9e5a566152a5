//! Stores any type of serde: `#[archive(with = archive::with::serde)]`.
//!
//! ```
//! use archive_core::{from_slice, to_vec};
//! # use archive_derive::Archive;
//!
//! // From a crate that knows serde, and nothing of this one.
//! #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
//! struct Color { r: u8, g: u8, b: u8 }
//!
//! #[derive(Archive, Debug, PartialEq)]
//! # #[archive(crate = archive_core)]
//! struct Lamp {
//!     power: u16,
//!     #[archive(with = archive_core::with::serde)]
//!     color: Color,
//! }
//!
//! let lamp = Lamp { power: 40, color: Color { r: 255, g: 240, b: 200 } };
//! assert_eq!(from_slice::<Lamp>(&to_vec(&lamp)?)?, lamp);
//! # Ok::<(), archive_core::Error>(())
//! ```
//!
//! Each value of a container is stored so by `with = Vec<archive::with::serde>`, or
//! `HashMap<_, archive::with::serde>`.
//!
//! What is stored is the value in serde's data model, names of fields included (FORMAT.md §12): larger
//! than what the derive stores, and its history is what serde's own attributes say: `#[since]` on a type within counts for nothing, and
//! schema and lock see no more than a `std.Serde`. A type of this crate keeps its history there by
//! [`Serde`](super::Serde) around it: `SlotMap<Key, Serde<Item>>`. Any archive holds
//! it, text and JSON included, within the same limits.
//!
//! Maps and sets are stored in the order in which serde visits them, as it does not say whether that counts. Those of
//! `HashMap` and `HashSet` have another order in each run: equal values may have other bytes and hashes. Where
//! that matters, store a `BTreeMap`, or describe the type by the derive.

use alloc::string::{String, ToString};

use ::serde::de::DeserializeOwned;

use crate::serde::Data;
use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Size, Type,
};

/// A value of a type of serde as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored(Result<Data, String>);

/// The form in which a value is stored. Where its own impl of serde's `Serialize` fails, saving fails.
pub fn to_stored<T: ::serde::Serialize + ?Sized>(value: &T) -> Stored {
    Stored(Data::of(value).map_err(|refused| refused.to_string()))
}

/// The value that is stored.
///
/// # Errors
///
/// What is stored is no `T`, in the words of its own impl of serde's `Deserialize`.
pub fn from_stored<T: DeserializeOwned>(stored: Stored) -> Result<T, String> {
    stored.0?.value().map_err(|refused| refused.to_string())
}

impl Describe for Stored {
    const TYPE: &'static Type = Data::TYPE;
    const SIZE: Size = Data::SIZE;
}

impl Serialize for Stored {
    fn serialize<A: OutputArchive>(&self, archive: &mut A) -> Result<(), A::Error> {
        match &self.0 {
            Ok(data) => data.serialize(archive),
            Err(refused) => {
                let error = Error::new(ErrorKind::Unrepresentable, refused.clone());
                Err(error.with_help("see the `Serialize` impl of the field's type").into())
            }
        }
    }
}

impl<'a> Deserialize<'a> for Stored {
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        Data::deserialize(archive).map(|data| Self(Ok(data)))
    }
}
