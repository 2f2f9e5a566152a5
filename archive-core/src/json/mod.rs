//! JSON, for tools and programs that read only JSON.
//!
//! ```
//! use archive::{Archive, json};
//!
//! #[derive(Archive, Debug, PartialEq)]
//! struct SaveGame {
//!     #[archive(renamed(2, from = "lvl"))]
//!     level: u32,
//!     #[since(2, default = 100)]
//!     stamina: u16,
//!     played: u64,
//! }
//!
//! // What version 1 wrote loads as a file of version 1 does.
//! let old = r#"{ "@versions": { "SaveGame": 1 }, "lvl": 12, "played": "7200" }"#;
//! let game: SaveGame = json::from_str(old)?;
//! assert_eq!(game, SaveGame { level: 12, stamina: 100, played: 7200 });
//!
//! assert_eq!(
//!     json::to_string(&game)?,
//!     r#"{"@versions":{"SaveGame":2},"level":12,"stamina":100,"played":"7200"}"#
//! );
//! # Ok::<(), archive::Error>(())
//! ```
//!
//! JSON is lossless. Integers of 64 bits and more are strings, since many programs read numbers as floats; so are
//! floats that JSON cannot represent. JSON without versions, written by hand or by another program, is read as the
//! newest versions that have all its names. [`Spelling`] turns these extras off for programs that cannot use them.
//! FORMAT.md §9 defines the mapping.
//!
//! What `serde_json` wrote is read as the same type, so a game may change from the one to the other. Not what is an array in
//! serde's JSON because it is the only field of a struct or variant, and has no name (`struct Bag(Vec<Item>)`): such a struct
//! is `transparent` here. Nor addresses (`IpAddr`, `SocketAddr`), `SystemTime` and `OsString`, which serde writes in other forms;
//! nor what an attribute of serde wrote in another form.
//!
//! An object with several owners is written once, under `"@objects"`, and shared again after loading:
//!
//! ```
//! use std::rc::Rc;
//!
//! use archive::json;
//!
//! let torch: Rc<str> = "torch".into();
//! let shown = json::to_string(&[Rc::clone(&torch), torch])?;
//! assert_eq!(shown, r#"{"@value":[{"@link":1},{"@link":1}],"@objects":{"1":"torch"}}"#);
//! let loaded: Vec<Rc<str>> = json::from_str(&shown)?;
//! assert!(Rc::ptr_eq(&loaded[0], &loaded[1]));
//! # Ok::<(), archive::Error>(())
//! ```

#[cfg(feature = "std")]
mod file;
mod read;
mod spelling;

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

use crate::declared;
use crate::facts::Edition;
use crate::numbered::{self, Numbered, Shown};
use crate::serde::Document;
use crate::{Context, Deserialize, Error, ErrorKind, Lend, Options, Serialize};

#[cfg(feature = "std")]
pub use file::{load, load_or_default, save};
pub(crate) use read::unescaped;
pub use spelling::Spelling;

/// Returns the JSON of a value, on one line.
///
/// ```
/// assert_eq!(archive::json::to_string(&(7_u8, "torch", None::<bool>))?, r#"[7,"torch",null]"#);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the value cannot be represented in an archive.
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    Options::file().to_json(value)
}

/// Returns the JSON of a value, on many lines, for people and for version control.
///
/// ```
/// assert_eq!(archive::json::to_string_pretty(&[1_u8, 2])?, "[\n  1,\n  2\n]");
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the value cannot be represented in an archive.
pub fn to_string_pretty<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    Options::file().to_json_pretty(value)
}

/// Loads a value from JSON.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let prices: BTreeMap<String, f32> = archive::json::from_str(r#"{ "torch": 0.5 }"#)?;
/// assert_eq!(prices["torch"], 0.5);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the text is not JSON or cannot be converted to a `T`. The error has the line, the column and an
/// [excerpt](Error::excerpt).
pub fn from_str<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Error> {
    Options::file().from_json(text)
}

/// Loads a value from UTF-8 bytes of JSON, as read from a file or a network.
///
/// ```
/// assert_eq!(archive::json::from_slice::<Vec<u8>>(b"[1, 2]")?, [1, 2]);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails like [`from_str`], or if the bytes are not UTF-8.
pub fn from_slice<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Error> {
    let text = simdutf8::compat::from_utf8(bytes).map_err(|error| {
        let at = u64::try_from(error.valid_up_to()).unwrap_or(u64::MAX);
        Error::new(ErrorKind::InvalidUtf8, "the text is not valid UTF-8").at_offset(at).with_help(
            "save the JSON as UTF-8; or, if `save` or `to_vec` wrote this, read it with `load` or \
             `from_slice`",
        )
    })?;
    from_str(text)
}

/// Returns the JSON of an archive that carries its schema, on many lines as by [`to_string_pretty`], for tools without
/// the game's types.
///
/// This is the JSON that the game itself would write, with the versions, and it loads the same way, with two
/// differences that come from what a file does not record: flattened structs appear nested (which cannot be loaded if a field
/// around one has the name of a field in it), and an object with one owner may be listed under `"@objects"` if it has weak links.
/// [`to_archive`] converts it back to an archive.
///
/// ```
/// let file = archive::to_vec(&[("torch", 3_u8)])?;
/// assert_eq!(archive::json::of_archive(&file)?, "[\n  [\n    \"torch\",\n    3\n  ]\n]");
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails like [`Value::from_slice`](crate::Value::from_slice).
pub fn of_archive(bytes: &[u8]) -> Result<String, Error> {
    Options::file().archive_to_json(bytes, Spelling::new().pretty(true))
}

/// Converts JSON from [`of_archive`], edited or not, back to an archive, with the schema, layout and codec of the
/// original archive; the JSON counterpart of [`text::to_archive`](crate::text::to_archive).
///
/// ```
/// use archive::json;
///
/// let file = archive::to_vec(&[("torch", 3_u8)])?;
/// let edited = json::of_archive(&file)?.replace('3', "7");
/// let file = json::to_archive(&edited, &file)?;
/// assert_eq!(archive::from_slice::<[(String, u8); 1]>(&file)?, [("torch".to_owned(), 7)]);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails like [`text::to_archive`](crate::text::to_archive).
pub fn to_archive(json: &str, of: &[u8]) -> Result<Vec<u8>, Error> {
    Options::file().json_to_archive(json, of)
}

impl Options {
    /// Returns the JSON of a value, on one line; see [`json`](crate::json). Of these options, only the versions to
    /// write for, the limits, [`omit_defaults`](Self::omit_defaults) and [`by_value`](Self::by_value) apply.
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be represented in an archive, is nested too deeply to be loaded, or cannot be
    /// expressed in the versions it is written for.
    pub fn to_json<T: Serialize + ?Sized>(&self, value: &T) -> Result<String, Error> {
        self.to_json_as(value, Spelling::new())
    }

    /// Returns the JSON of a value, on many lines.
    ///
    /// # Errors
    ///
    /// Fails like [`to_json`](Self::to_json).
    pub fn to_json_pretty<T: Serialize + ?Sized>(&self, value: &T) -> Result<String, Error> {
        self.to_json_as(value, Spelling::new().pretty(true))
    }

    /// Returns the JSON of a value in the spelling that another program needs.
    ///
    /// ```
    /// use archive::{Options, json::Spelling};
    ///
    /// let plain = Spelling::new().wide_numbers(true).versions(false);
    /// assert_eq!(Options::file().to_json_as(&[7200_u64], plain)?, "[7200]");
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like [`to_json`](Self::to_json).
    pub fn to_json_as<T: Serialize + ?Sized>(
        &self,
        value: &T,
        spelling: Spelling,
    ) -> Result<String, Error> {
        let json = self.sparse_rows(&value, true);
        let json =
            json.and_then(|(saving, shown)| self.shown_json(&saving.edition, &shown, spelling));
        declared::checked(json, &value, self.get_limits())
    }

    /// Returns the JSON of an archive that carries its schema, as [`of_archive`](crate::json::of_archive) does, within
    /// these limits.
    ///
    /// # Errors
    ///
    /// Fails like [`Value::from_slice`](crate::Value::from_slice).
    pub fn archive_to_json(&self, bytes: &[u8], spelling: Spelling) -> Result<String, Error> {
        let (edition, shown) = numbered::of_archive(bytes, self.get_limits())?;
        self.shown_json(&edition, &shown, spelling)
    }

    /// Converts edited JSON back to an archive, as [`json::to_archive`](crate::json::to_archive) does, within these
    /// limits.
    ///
    /// # Errors
    ///
    /// Fails like [`text::to_archive`](crate::text::to_archive).
    pub fn json_to_archive(&self, json: &str, of: &[u8]) -> Result<Vec<u8>, Error> {
        self.tape_to_archive(&read::tape(json, self.get_limits())?, of)
    }

    fn shown_json(
        &self,
        edition: &Edition,
        shown: &Shown,
        spelling: Spelling,
    ) -> Result<String, Error> {
        let limits = self.get_limits();
        let (wide, versions) = (spelling.wide(), spelling.versions);
        let numbered = &Numbered::new(&edition.schema, shown, limits)?;
        let refused = Cell::new(None);
        let document = Document { edition, shown, numbered, limits, wide, versions, refused };
        let text = if spelling.pretty {
            serde_json::to_string_pretty(&document)
        } else {
            serde_json::to_string(&document)
        };
        text.map_err(|error| {
            let refused = document.refused.take();
            refused.unwrap_or_else(|| Error::new(ErrorKind::Shape, alloc::format!("{error}")))
        })
    }

    /// Loads a value from JSON; see [`json`](crate::json).
    ///
    /// # Errors
    ///
    /// Fails if the text is not JSON or cannot be converted to a `T`.
    pub fn from_json<'a, T: Deserialize<'a>>(&self, text: &'a str) -> Result<T, Error> {
        self.read_json(text, Context::empty())
    }

    /// Loads a value from JSON, lending `context` to its hooks, converters and handles.
    ///
    /// # Errors
    ///
    /// Fails like [`from_json`](Self::from_json).
    pub fn from_json_with<'a, T: Deserialize<'a>>(
        &self,
        text: &'a str,
        mut context: impl Lend,
    ) -> Result<T, Error> {
        self.read_json(text, Context::of(&mut context))
    }

    fn read_json<'a, T: Deserialize<'a>>(
        &self,
        text: &'a str,
        context: Context<'_>,
    ) -> Result<T, Error> {
        self.read_tape(&read::tape(text, self.get_limits())?, context)
    }
}
