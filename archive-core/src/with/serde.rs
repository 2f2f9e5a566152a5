//! Stores any type that implements serde's traits: `#[archive(with = archive::with::serde)]`.
//!
//! ```
//! use archive::{Archive, from_slice, to_vec};
//!
//! // From a crate that knows serde, and nothing of this one.
//! #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
//! struct Color { r: u8, g: u8, b: u8 }
//!
//! #[derive(Archive, Debug, PartialEq)]
//! struct Lamp {
//!     power: u16,
//!     #[archive(with = archive::with::serde)]
//!     color: Color,
//! }
//!
//! let lamp = Lamp { power: 40, color: Color { r: 255, g: 240, b: 200 } };
//! assert_eq!(from_slice::<Lamp>(&to_vec(&lamp)?)?, lamp);
//! # Ok::<(), archive::Error>(())
//! ```
//!
//! To store each value of a container this way, write `with = Vec<archive::with::serde>`, `HashMap<_, archive::with::serde>` for
//! the values of a map and `HashMap<archive::with::serde, _>` for its keys.
//!
//! The value is stored in serde's data model as formats that people read receive it, field names included (FORMAT.md §12), so
//! it is larger than with the derive: an integer takes 2 to 5 bytes, or more if it is large, an `f32` 5 and an `f64` 9, and
//! none of them is in a column of its own. Only serde's own attributes describe its history: `#[since]` on a type inside has
//! no effect, and schema and lock only see a `std.Serde`. To keep the history of an archivable type inside, wrap it in
//! [`Serde`](super::Serde): `SlotMap<Key, Serde<Item>>`. Any archive can hold such a value within the same limits. Texts and
//! JSON show it as serde's own formats would (in JSON, keys are texts: one of an `untagged` enum may load as another variant),
//! and tell no `f32` from an `f64` and no `Some(3)` from `3`: a type for which that matters, such as a dynamic value, only
//! loads as it was from a file or message.
//!
//! When the type gets a derive, or another takes its place, the field's former type is what was stored:
//!
//! ```
//! use archive::Archive;
//! use archive::with::serde::{Stored, from_stored};
//!
//! // What the crate had that the game has now.
//! #[derive(serde::Deserialize)]
//! struct Place(f32, f32);
//!
//! #[derive(Archive)]
//! struct Position { x: f32, y: f32 }
//!
//! #[derive(Archive)]
//! struct Unit {
//!     #[archive(was(Stored, until = 2, with = |old| from_stored(old).map(|Place(x, y)| Position { x, y })))]
//!     place: Position,
//! }
//! ```
//!
//! Maps and sets are stored in the order in which serde visits them. The order of a `HashMap` or `HashSet` differs from
//! run to run, so equal values may have different bytes and hashes. If that matters, use a `BTreeMap`, the derive, or one of these:
//! `with = HashSet<archive::with::serde>` and `with = HashMap<archive::with::serde, archive::with::serde>`.

use alloc::string::{String, ToString};

use ::serde::de::DeserializeOwned;

use crate::plain::Data;
use crate::{
    Describe, Deserialize, Error, ErrorKind, InputArchive, OutputArchive, Serialize, Size, Type,
};

/// The stored form of a serde value.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored(Result<Data, String>);

/// Converts a value to its stored form. If its `Serialize` impl fails, saving fails.
pub fn to_stored<T: ::serde::Serialize + ?Sized>(value: &T) -> Stored {
    Stored(Data::of(value).map_err(|refused| refused.to_string()))
}

/// Converts the stored form back to a value.
///
/// # Errors
///
/// Fails if the stored form is not a `T`, with the error of its `Deserialize` impl.
pub fn from_stored<T: DeserializeOwned>(stored: Stored) -> Result<T, Error> {
    let value = match stored.0 {
        Ok(data) => data.value(),
        Err(refused) => Err(Error::new(ErrorKind::Convert, refused)),
    };
    value.map_err(|error| {
        let error = error.of_part().with_help(
            "the type's `Deserialize` impl, of serde, must accept what its `Serialize` impl gave when this was saved",
        );
        error.or_in_text("write a value that the field's type accepts, as a saved text has it")
    })
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
        let data = match archive.plain()? {
            Some(data) => data,
            None => Data::deserialize(archive)?,
        };
        Ok(Self(Ok(data)))
    }
}
