//! Text for people: settings, level files under version control, saves repaired by hand.
//!
//! ```
//! use archive::{Archive, text};
//!
//! #[derive(Archive, Debug, PartialEq)]
//! struct Settings {
//!     volume: f32,
//!     #[default = 1280]
//!     width: u32,
//!     keys: Vec<(char, Action)>,
//! }
//!
//! #[derive(Archive, Debug, PartialEq)]
//! enum Action {
//!     Jump,
//!     Use { item: String },
//! }
//!
//! let settings: Settings = text::from_str(
//!     r#"
//!     Settings {
//!         // Fields may come in any order, and those with a default may be left out.
//!         keys = [(' ', Jump), ('e', Use { item = "torch" })]
//!         volume = 0.85
//!     }
//!     "#,
//! )?;
//! assert_eq!(settings.width, 1280);
//! assert_eq!(text::to_string(&settings)?, r#"@versions { Action = 1 }
//! Settings @1 {
//!   volume = 0.85
//!   width = 1280
//!   keys = [(' ', Jump), ('e', Use { item = "torch" })]
//! }
//! "#);
//! # Ok::<(), archive::Error>(())
//! ```
//!
//! An object with several owners is written once and shared again after loading; an object with one owner is written
//! inside that owner:
//!
//! ```
//! use std::rc::Rc;
//!
//! use archive::text;
//!
//! let torch: Rc<str> = "torch".into();
//! let bag = vec![Rc::clone(&torch), torch, "rope".into()];
//! let shown = text::to_string(&bag)?;
//! assert_eq!(shown, r#"[&1, &1, "rope"]
//! @objects {
//!   &1 = "torch"
//! }
//! "#);
//! let loaded: Vec<Rc<str>> = text::from_str(&shown)?;
//! assert!(Rc::ptr_eq(&loaded[0], &loaded[1]));
//! # Ok::<(), archive::Error>(())
//! ```
//!
//! Text is lossless: floats have the fewest digits that read back as the same number, bytes are hex digits, and an old text
//! loads like an old file, since it states its versions. A text without versions is read as the newest versions that have all
//! its names. [`Options::omit_defaults`] leaves out what holds its default. FORMAT.md §8 defines the grammar. [`save`]
//! replaces a text file atomically and keeps the comments in it.

mod edit;
pub(crate) mod escape;
#[cfg(feature = "std")]
mod file;
mod labels;
mod lenient;
mod lex;
mod parts;
mod path;
pub(crate) mod place;
pub(crate) mod print;
pub(crate) mod reader;
mod repair;
mod rewrite;
mod set;
pub(crate) mod tape;
mod value;
mod write;

use alloc::string::String;
use alloc::vec::Vec;

use crate::declared;
use crate::numbered::{self, Shown};
use crate::omitted::Omitted;
use crate::saving::Saving;
use crate::traits::SaveRoot;
use crate::{Context, Deserialize, Error, Lend, Options, Serialize, private};
use tape::{Dialect, Tape};

pub use edit::edit;
#[cfg(feature = "std")]
pub use file::{load, load_lenient, load_lenient_with, load_or_default, save};
pub use lenient::{from_str_lenient, from_str_lenient_with};
pub use rewrite::rewrite;
pub use set::{set, set_in_archive, set_with};

/// Returns the text of a value.
///
/// # Errors
///
/// Fails if the value cannot be represented in an archive.
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    Options::file().to_text(value)
}

/// Loads a value from a text.
///
/// # Errors
///
/// Fails if the text does not follow the grammar or cannot be converted to a `T`. The error has the line, the column
/// and an [excerpt](Error::excerpt).
pub fn from_str<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Error> {
    Options::file().from_text(text)
}

/// Returns the text of an archive that carries its schema, for tools without the game's types.
///
/// This is the text that the game itself would write, with the versions, and it loads the same way, with two
/// differences that come from what a file does not record: flattened structs appear nested (which cannot be loaded if a field
/// around one has the name of a field in it), and an object with one owner may be listed under `@objects` if it has weak links.
/// [`to_archive`] converts it back to an archive.
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive)]
/// struct Slot {
///     name: String,
///     count: u8,
/// }
///
/// let file = archive::to_vec(&Slot { name: "torch".into(), count: 3 })?;
/// // Elsewhere, where nobody knows of slots:
/// let shown = text::of_archive(&file)?;
/// assert_eq!(shown, "Slot @1 {\n  name = \"torch\"\n  count = 3\n}\n");
/// # assert_eq!(text::from_str::<Slot>(&shown)?.count, 3);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails like [`Value::from_slice`](crate::Value::from_slice).
pub fn of_archive(bytes: &[u8]) -> Result<String, Error> {
    Options::file().archive_to_text(bytes)
}

/// Converts a text from [`of_archive`], edited or not, back to an archive, with the schema, layout and codec of the
/// original archive. So any tool or person can change a save without the game, and the game loads the result.
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive)]
/// struct Slot {
///     name: String,
///     count: u8,
/// }
///
/// let file = archive::to_vec(&Slot { name: "torch".into(), count: 3 })?;
/// // Elsewhere, where nobody knows of slots:
/// let edited = text::of_archive(&file)?.replace("count = 3", "count = 7");
/// let file = text::to_archive(&edited, &file)?;
/// // And in the game:
/// assert_eq!(archive::from_slice::<Slot>(&file)?.count, 7);
/// # Ok::<(), archive::Error>(())
/// ```
///
/// All fields must be present, as a schema has no defaults, and fields of flattened structs are nested. Rules that only
/// the game knows, such as its hooks and `max_len`, are checked when it loads the archive.
///
/// # Errors
///
/// Fails if the text does not follow the grammar or does not match the archive's schema (a field is missing or unknown,
/// a number does not fit, the versions differ), with the line, the column and an [excerpt](Error::excerpt). Also fails
/// if the archive carries no schema.
pub fn to_archive(text: &str, of: &[u8]) -> Result<Vec<u8>, Error> {
    Options::file().text_to_archive(text, of)
}

impl Options {
    /// Returns the text of an archive that carries its schema, as [`text::of_archive`](crate::text::of_archive) does,
    /// within these limits.
    ///
    /// # Errors
    ///
    /// Fails like [`Value::from_slice`](crate::Value::from_slice).
    pub fn archive_to_text(&self, bytes: &[u8]) -> Result<String, Error> {
        let (edition, shown) = numbered::of_archive(bytes, self.get_limits())?;
        write::text(self, &edition, &shown, true)
    }

    /// Converts an edited text back to an archive, as [`text::to_archive`](crate::text::to_archive) does, within these
    /// limits.
    ///
    /// # Errors
    ///
    /// Fails like [`text::to_archive`](crate::text::to_archive).
    pub fn text_to_archive(&self, text: &str, of: &[u8]) -> Result<Vec<u8>, Error> {
        self.tape_to_archive(&lex::tape(text, self.get_limits())?, of)
    }

    /// Returns the text of a value; see [`text`](crate::text). Of these options, only the versions to write for, the
    /// limits, [`omit_defaults`](Self::omit_defaults) and [`by_value`](Self::by_value) apply.
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be represented in an archive, or cannot be expressed in the versions it is written
    /// for.
    pub fn to_text<T: Serialize + ?Sized>(&self, value: &T) -> Result<String, Error> {
        let text = self.sparse_rows(&value, false);
        let text =
            text.and_then(|(saving, shown)| write::text(self, &saving.edition, &shown, true));
        declared::checked(text, &value, self.get_limits())
    }

    /// The text of a value that becomes part of another text: shared objects are repeated in each owner, not
    /// linked.
    fn part_text<T: Serialize + ?Sized>(&self, value: &T) -> Result<String, Error> {
        let saving = Saving { is_linked: false, ..self.saving(&value)? };
        let text = saving.shown(&value, false, false);
        let text =
            text.and_then(|(saving, shown)| write::text(self, &saving.edition, &shown, false));
        declared::checked(text, &value, self.get_limits())
    }

    /// Encodes a value as rows, with numbered objects, to be shown as JSON or text. Also returns the edition
    /// that it is written at.
    pub(crate) fn shown_rows(
        &self,
        value: &dyn SaveRoot,
        is_json: bool,
    ) -> Result<(Saving, Shown), Error> {
        self.saving(value)?.shown(value, is_json, true)
    }

    /// The same, with the defaults of fields that are left out if they hold them.
    pub(crate) fn sparse_rows(
        &self,
        value: &dyn SaveRoot,
        is_json: bool,
    ) -> Result<(Saving, Shown), Error> {
        let (saving, mut shown) = self.shown_rows(value, is_json)?;
        // Another version may have other defaults, and what was retained is written as it was.
        if self.omits_defaults && saving.edition.past().is_none() && shown.holders.is_none() {
            shown.omitted = Some(Omitted::of(value.rows(), &saving.edition.schema)?);
        }
        Ok((saving, shown))
    }

    /// Loads a value from a text; see [`text`](crate::text).
    ///
    /// # Errors
    ///
    /// Fails if the text does not follow the grammar or cannot be converted to a `T`.
    pub fn from_text<'a, T: Deserialize<'a>>(&self, text: &'a str) -> Result<T, Error> {
        self.read_text(text, Context::empty())
    }

    /// Loads a value from a text, lending `context` to its hooks, converters and handles.
    ///
    /// # Errors
    ///
    /// Fails like [`from_text`](Self::from_text).
    pub fn from_text_with<'a, T: Deserialize<'a>>(
        &self,
        text: &'a str,
        mut context: impl Lend,
    ) -> Result<T, Error> {
        self.read_text(text, Context::of(&mut context))
    }

    pub(super) fn read_text<'a, T: Deserialize<'a>>(
        &self,
        text: &'a str,
        context: Context<'_>,
    ) -> Result<T, Error> {
        self.read_tape(&lex::tape(text, self.get_limits())?, context)
    }

    /// Loads a value from a tape. The memory it may take depends on the length of the text. That of a serde format has no
    /// brackets or commas, so its tokens count, too.
    pub(crate) fn read_tape<'a, T: Deserialize<'a>>(
        &self,
        tape: &Tape<'a>,
        context: Context<'_>,
    ) -> Result<T, Error> {
        let limits = self.get_limits();
        let tokens = if tape.dialect == Dialect::Serde { tape.tokens.len() } else { 0 };
        let len = tape.text.len().saturating_add(tokens);
        let budget = limits.budget(len, private::weight_by_name::<T>()?);
        let (unknown, newer) = (self.get_unknown(), self.accepts_newer());
        let (context, is_oldest) = (context.shorter(), self.is_oldest());
        reader::read(tape, reader::Load { limits, budget, context, unknown, newer, is_oldest })
    }
}
