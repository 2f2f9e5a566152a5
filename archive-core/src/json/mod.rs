//! JSON, for tools and programs that read nothing else.
//!
//! ```
//! use archive_core::json;
//! # use archive_derive::Archive;
//!
//! #[derive(Archive, Debug, PartialEq)]
//! # #[archive(crate = archive_core)]
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
//! # Ok::<(), archive_core::Error>(())
//! ```
//!
//! Nothing is lost on the way. Integers of 64 bits and more are strings, since many programs read numbers as floats, and so
//! are the floats that JSON does not have. JSON without versions, written by hand or by another program, is read as the
//! newest versions that have all its names. [`Spelling`] turns these extras off for programs that cannot use them.
//! FORMAT.md §9 has the mapping.
//!
//! An object with several owners is written once, under `"@objects"`, and is shared again after loading:
//!
//! ```
//! use std::rc::Rc;
//!
//! use archive_core::json;
//!
//! let torch: Rc<str> = "torch".into();
//! let shown = json::to_string(&[Rc::clone(&torch), torch])?;
//! assert_eq!(shown, r#"{"@value":[{"@link":1},{"@link":1}],"@objects":{"1":"torch"}}"#);
//! let loaded: Vec<Rc<str>> = json::from_str(&shown)?;
//! assert!(Rc::ptr_eq(&loaded[0], &loaded[1]));
//! # Ok::<(), archive_core::Error>(())
//! ```

#[cfg(feature = "std")]
mod file;
mod read;
mod spelling;

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

use crate::facts::Edition;
use crate::numbered::{self, Numbered, Shown};
use crate::serde::Document;
use crate::{Context, Deserialize, Error, ErrorKind, Lend, Options, Serialize};

#[cfg(feature = "std")]
pub use file::{load, load_or_default, save};
pub(crate) use read::unescaped;
pub use spelling::Spelling;

/// The JSON of a value, on one line.
///
/// ```
/// assert_eq!(archive_core::json::to_string(&(7_u8, "torch", None::<bool>))?, r#"[7,"torch",null]"#);
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// # Errors
///
/// The value has no form in an archive.
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    Options::file().to_json(value)
}

/// The JSON of a value, on many lines, for people and for version control.
///
/// ```
/// assert_eq!(archive_core::json::to_string_pretty(&[1_u8, 2])?, "[\n  1,\n  2\n]");
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// # Errors
///
/// The value has no form in an archive.
pub fn to_string_pretty<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    Options::file().to_json_pretty(value)
}

/// Loads the value of a JSON text.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let prices: BTreeMap<String, f32> = archive_core::json::from_str(r#"{ "torch": 0.5 }"#)?;
/// assert_eq!(prices["torch"], 0.5);
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// # Errors
///
/// The text is not JSON, or is no `T`; the error has the line, the column and an
/// [excerpt](Error::excerpt).
pub fn from_str<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Error> {
    Options::file().from_json(text)
}

/// Loads the value of a JSON text that is UTF-8, as a file or a network gives it.
///
/// ```
/// assert_eq!(archive_core::json::from_slice::<Vec<u8>>(b"[1, 2]")?, [1, 2]);
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// # Errors
///
/// As [`from_str`]; or the bytes are not UTF-8.
pub fn from_slice<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Error> {
    let text = simdutf8::compat::from_utf8(bytes).map_err(|error| {
        let at = u64::try_from(error.valid_up_to()).unwrap_or(u64::MAX);
        Error::new(ErrorKind::InvalidUtf8, "the text is not valid UTF-8").at_offset(at).with_help(
            "JSON is UTF-8; load what `save` or `to_vec` wrote by `load` or `from_slice`",
        )
    })?;
    from_str(text)
}

/// The JSON of an archive that carries its schema, on many lines, as [`to_string_pretty`] has it: for tools that have a file and
/// not the game.
///
/// It is the JSON that the game itself would write, with the versions, and loads the same way. There are two differences,
/// as a file does not say these things: flattened structs appear nested, and an object with one owner may be listed under
/// `"@objects"` if there are weak links to it. [`to_archive`] makes an archive of it again.
///
/// ```
/// let file = archive_core::to_vec(&[("torch", 3_u8)])?;
/// assert_eq!(archive_core::json::of_archive(&file)?, "[\n  [\n    \"torch\",\n    3\n  ]\n]");
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// # Errors
///
/// As [`Value::from_slice`](crate::Value::from_slice).
pub fn of_archive(bytes: &[u8]) -> Result<String, Error> {
    Options::file().archive_to_json(bytes, Spelling::new().pretty(true))
}

/// The archive of JSON that somebody edited after [`of_archive`] made it, with the schema, the layout and the codec of the archive that it
/// was made of, as [`text::to_archive`](crate::text::to_archive) gives that of a text.
///
/// ```
/// use archive_core::json;
///
/// let file = archive_core::to_vec(&[("torch", 3_u8)])?;
/// let edited = json::of_archive(&file)?.replace('3', "7");
/// let file = json::to_archive(&edited, &file)?;
/// assert_eq!(archive_core::from_slice::<[(String, u8); 1]>(&file)?, [("torch".to_owned(), 7)]);
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// # Errors
///
/// As [`text::to_archive`](crate::text::to_archive).
pub fn to_archive(json: &str, of: &[u8]) -> Result<Vec<u8>, Error> {
    Options::file().json_to_archive(json, of)
}

impl Options {
    /// The JSON of a value, on one line; see [`json`](crate::json). Of the options only the versions
    /// that it is written for, the limits and [`by_value`](Self::by_value) matter.
    ///
    /// # Errors
    ///
    /// The value has no form in an archive, is nested too deep to be loaded, or cannot be expressed in the versions it is
    /// written for.
    pub fn to_json<T: Serialize + ?Sized>(&self, value: &T) -> Result<String, Error> {
        self.to_json_as(value, Spelling::new())
    }

    /// The JSON of a value, on many lines.
    ///
    /// # Errors
    ///
    /// As [`to_json`](Self::to_json).
    pub fn to_json_pretty<T: Serialize + ?Sized>(&self, value: &T) -> Result<String, Error> {
        self.to_json_as(value, Spelling::new().pretty(true))
    }

    /// The JSON of a value, spelt as another program wants it.
    ///
    /// ```
    /// use archive_core::{Options, json::Spelling};
    ///
    /// let plain = Spelling::new().wide_numbers(true).versions(false);
    /// assert_eq!(Options::file().to_json_as(&[7200_u64], plain)?, "[7200]");
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`to_json`](Self::to_json).
    pub fn to_json_as<T: Serialize + ?Sized>(
        &self,
        value: &T,
        spelling: Spelling,
    ) -> Result<String, Error> {
        let (saving, shown) = self.shown_rows(&value, true)?;
        self.shown_json(&saving.edition, &shown, spelling)
    }

    /// The JSON of an archive that carries its schema, without the types that wrote it, as
    /// [`of_archive`](crate::json::of_archive) gives it.
    ///
    /// # Errors
    ///
    /// As [`Value::from_slice`](crate::Value::from_slice).
    pub fn archive_to_json(&self, bytes: &[u8], spelling: Spelling) -> Result<String, Error> {
        let (edition, shown) = numbered::of_archive(bytes, self.get_limits())?;
        self.shown_json(&edition, &shown, spelling)
    }

    /// The archive of JSON that somebody edited, as [`json::to_archive`](crate::json::to_archive) gives it, within these limits.
    ///
    /// # Errors
    ///
    /// As [`text::to_archive`](crate::text::to_archive).
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
        let (wide, versions) = (spelling.wide(), spelling.has_versions());
        let numbered = &Numbered::new(&edition.schema, shown, limits)?;
        let refused = Cell::new(None);
        let document = Document { edition, shown, numbered, limits, wide, versions, refused };
        let text = if spelling.is_pretty() {
            serde_json::to_string_pretty(&document)
        } else {
            serde_json::to_string(&document)
        };
        text.map_err(|error| {
            let refused = document.refused.take();
            refused.unwrap_or_else(|| Error::new(ErrorKind::Shape, alloc::format!("{error}")))
        })
    }

    /// Loads the value of a JSON text; see [`json`](crate::json).
    ///
    /// # Errors
    ///
    /// The text is not JSON, or is no `T`.
    pub fn from_json<'a, T: Deserialize<'a>>(&self, text: &'a str) -> Result<T, Error> {
        self.read_json(text, Context::empty())
    }

    /// Loads the value of a JSON text, and lends something to its hooks and converters.
    ///
    /// # Errors
    ///
    /// As [`from_json`](Self::from_json).
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
