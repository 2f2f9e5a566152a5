//! Wrappers that give the types of this crate serde's traits.

use alloc::string::String;
use core::cell::Cell;

use serde::de::Error as _;
use serde::ser::Error as _;

use super::{Builder, Document, tape};
use crate::declared;
use crate::numbered::Numbered;
use crate::text::tape::Dialect;
use crate::{Archive, Context, Lend, Options, Serialize};

/// Wraps a reference to an archivable value so that any serde format can write it.
///
/// It is written in the form described at [`Serde`].
///
/// ```
/// use archive::{Archive, with::AsSerde};
///
/// #[derive(Archive)]
/// struct Item { id: String, count: u32 }
///
/// let item = Item { id: "torch".into(), count: 3 };
/// let value = serde_json::to_value(AsSerde(&item))?;
/// assert_eq!(value, serde_json::json!({ "@versions": { "Item": 1 }, "id": "torch", "count": 3 }));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsSerde<'v, T: ?Sized>(
    /// The value.
    pub &'v T,
);

/// Wraps an archivable value to give it serde's traits: for a field of a type that derives them, or for a serde format.
///
/// ```
/// use archive::{Archive, with::Serde};
///
/// #[derive(Archive, Debug, PartialEq)]
/// struct Item {
///     id: String,
///     #[since(2, default = 1)]
///     count: u32,
/// }
///
/// // What another program wrote before there were counts: it states no versions, so the newest
/// // that has all names in it is taken.
/// let Serde(item): Serde<Item> = serde_json::from_str(r#"{ "id": "torch" }"#)?;
/// assert_eq!(item, Item { id: "torch".into(), count: 1 });
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// serde's traits have no room for options: a value in a field that serde stores is read and written as by [`Options::file`],
/// whatever the options and the context of the whole are. It is always written at today's version, and handles in it are not
/// resolved.
///
/// The format must be self-describing, like JSON, RON, TOML, YAML, CBOR and MessagePack. A value has the same form as
/// in the module `json`, versions included, except that integers of 64 bits are numbers, and bytes are bytes if the
/// format has them. Losses of the format itself remain: the parser of `serde_json` rounds the last digit of some floats
/// unless its feature `float_roundtrip` is on. RON does not reveal variant names to a reader that asks for no specific
/// type, so enums can only be read from RON that this wrapper wrote, not from that of another program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Serde<T>(
    /// The value.
    pub T,
);

/// The size in bytes from which integers are written as strings: few formats have integers of 128 bits.
const WIDE: usize = 16;

impl<T: Serialize + ?Sized> serde::Serialize for AsSerde<'_, T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Options::file().to_serde(self.0, serializer)
    }
}

impl<T: Serialize> serde::Serialize for Serde<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AsSerde(&self.0).serialize(serializer)
    }
}

impl<'de, T: Archive> serde::Deserialize<'de> for Serde<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Options::file().from_serde(deserializer).map(Self)
    }
}

impl Options {
    /// Saves a value in a self-describing serde format, as [`AsSerde`] does with default options.
    ///
    /// ```
    /// use archive::{Archive, Options, VersionTable};
    ///
    /// #[derive(Archive)]
    /// struct Item { id: String, #[since(2, default = 1)] count: u32 }
    ///
    /// let options = Options::file().write_for(&VersionTable::new().with("Item", 1));
    /// let item = Item { id: "torch".into(), count: 1 };
    /// let value = options.to_serde(&item, serde_json::value::Serializer)?;
    /// assert_eq!(value, serde_json::json!({ "@versions": { "Item": 1 }, "id": "torch" }));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// If the crate of a format exposes no serializer, call this in a `Serialize` impl of your own.
    ///
    /// # Errors
    ///
    /// Fails like [`Options::to_vec`], or if the format does, with the format's own error type.
    pub fn to_serde<T: Serialize + ?Sized, S: serde::Serializer>(
        &self,
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let limits = self.get_limits();
        let shown = declared::checked(self.shown_rows(&value, true), &value, limits);
        let (saving, shown) = shown.map_err(S::Error::custom)?;
        let edition = &*saving.edition;
        let numbered = Numbered::new(&edition.schema, &shown, limits);
        let numbered = &numbered.map_err(S::Error::custom)?;
        let (shown, refused) = (&shown, Cell::new(None));
        let document =
            Document { edition, shown, numbered, limits, wide: WIDE, versions: true, refused };
        serde::Serialize::serialize(&document, serializer)
    }

    /// Loads a value from a self-describing serde format, as [`Serde`] does with default options.
    ///
    /// ```
    /// use archive::{Archive, Options, Unknown};
    ///
    /// #[derive(Archive, Debug, PartialEq)]
    /// struct Item { id: String }
    ///
    /// let mut source = serde_json::Deserializer::from_str(r#"{ "id": "torch", "fuel": 3 }"#);
    /// let item: Item = Options::file().unknown(Unknown::Skip).from_serde(&mut source)?;
    /// assert_eq!(item, Item { id: "torch".into() });
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// If the crate of a format exposes no deserializer, call this in a `Deserialize` impl of your own.
    ///
    /// # Errors
    ///
    /// Fails if the input does not hold such a value, with the format's own error type.
    pub fn from_serde<'de, T: Archive, D: serde::Deserializer<'de>>(
        &self,
        deserializer: D,
    ) -> Result<T, D::Error> {
        self.read_serde(deserializer, Context::empty())
    }

    /// Loads a value from a self-describing serde format, lending `context` to its hooks, converters and handles.
    ///
    /// # Errors
    ///
    /// Fails like [`from_serde`](Self::from_serde).
    pub fn from_serde_with<'de, T: Archive, D: serde::Deserializer<'de>>(
        &self,
        deserializer: D,
        mut context: impl Lend,
    ) -> Result<T, D::Error> {
        self.read_serde(deserializer, Context::of(&mut context))
    }

    fn read_serde<'de, T: Archive, D: serde::Deserializer<'de>>(
        &self,
        deserializer: D,
        context: Context<'_>,
    ) -> Result<T, D::Error> {
        let limits = self.get_limits();
        let mut builder = Builder::new(String::new(), limits, limits.max_alloc);
        builder.fill(deserializer)?;
        let (text, tokens) = builder.finish();
        let tape = tape(tokens, Dialect::Serde, &text);
        tape.and_then(|tape| self.read_tape(&tape, context)).map_err(D::Error::custom)
    }
}
