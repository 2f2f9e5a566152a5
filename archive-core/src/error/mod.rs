//! The library's single error type: opaque, pointer-sized, and written for people to read.

mod damage;
#[cfg(feature = "std")]
mod file;
mod in_text;
mod kind;
mod message;
mod path;

#[cfg(feature = "std")]
pub(crate) use damage::will_pass;
pub use kind::ErrorKind;
pub(crate) use message::{listed, short, shown};

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::schema::todays_name;
use crate::{Scope, Shape, Step, Type};

/// Why a value could not be saved or loaded: what happened, where, and what to do.
///
/// Programs match on the [kind](Self::kind). `Display` prints the whole error for a person, on a few lines; `Debug`
/// prints the same:
///
/// ```
/// use archive::{ErrorKind, text};
///
/// let error = text::from_str::<Vec<u8>>("[1, 2, 300]").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::InvalidValue);
/// assert_eq!((error.path(), error.line(), error.column()), ("[2]", Some(1), Some(8)));
/// println!("{error}");
/// ```
pub struct Error(Box<Inner>);

/// The data of an error.
struct Inner {
    kind: ErrorKind,
    detail: Cow<'static, str>,
    help: Cow<'static, str>,
    /// The help if the value is in a text or JSON, which people write.
    help_in_text: &'static str,
    /// Whether the help speaks of an archive that was written by another program.
    is_of_archive: bool,
    path: String,
    /// Whether the path starts at a shared object, so that no outer steps are added.
    is_rooted: bool,
    /// Whether the path leads to a part of what a converter was given.
    is_of_part: bool,
    offset: Option<u64>,
    position: Option<(u32, u32)>,
    excerpt: String,
    type_name: Cow<'static, str>,
    found: Option<u32>,
    readable: Option<(u32, u32)>,
    needed: Option<usize>,
    #[cfg(feature = "std")]
    file: Option<std::path::PathBuf>,
    #[cfg(feature = "std")]
    source: Option<std::io::Error>,
    /// Whether the file to load does not exist.
    #[cfg(feature = "std")]
    is_no_file: bool,
}

impl Error {
    /// Creates an error of this kind; `detail` describes what happened, in lower case and without a full stop.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn new(kind: ErrorKind, detail: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Inner {
            kind,
            detail: detail.into(),
            help: Cow::Borrowed(""),
            help_in_text: "",
            is_of_archive: false,
            path: String::new(),
            is_rooted: false,
            is_of_part: false,
            offset: None,
            position: None,
            excerpt: String::new(),
            type_name: Cow::Borrowed(""),
            found: None,
            readable: None,
            needed: None,
            #[cfg(feature = "std")]
            file: None,
            #[cfg(feature = "std")]
            source: None,
            #[cfg(feature = "std")]
            is_no_file: false,
        }))
    }

    /// Replaces the default [help](Self::help) of the error's kind.
    #[cold]
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Cow<'static, str>>) -> Self {
        (self.0.help, self.0.is_of_archive) = (help.into(), false);
        self
    }

    /// Sets the byte [offset](Self::offset) in the input, counted from 0, unless one is already set.
    #[cold]
    #[must_use]
    pub fn at_offset(mut self, offset: u64) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    /// Replaces the offset by the start of the compressed bytes, as offsets within them do not occur in the
    /// input.
    #[cold]
    pub(crate) fn in_compressed(mut self, start: usize) -> Self {
        if let Some(offset) = &mut self.0.offset {
            *offset = u64::try_from(start).unwrap_or(u64::MAX);
        }
        self
    }

    /// Sets the line and column in the text, counted from 1, unless they are already set.
    #[cold]
    #[must_use]
    pub fn at_position(mut self, line: u32, column: u32) -> Self {
        self.0.position.get_or_insert((line, column));
        self
    }

    /// Removes the line, the column and the excerpt, as the text that they are of is not the caller's.
    #[cold]
    pub(crate) fn without_position(mut self) -> Self {
        (self.0.position, self.0.excerpt) = (None, String::new());
        self
    }

    /// Sets the line of the text that contains the error, with an arrow below it, unless one is already set.
    #[cold]
    #[must_use]
    pub(crate) fn with_excerpt(mut self, excerpt: String) -> Self {
        if self.0.excerpt.is_empty() {
            self.0.excerpt = excerpt;
        }
        self
    }

    /// Sets the [type name](Self::type_name), unless one is already set.
    #[cold]
    #[must_use]
    pub fn in_type(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        if self.0.type_name.is_empty() {
            self.0.type_name = name.into();
        }
        self
    }

    /// Sets the version found in the archive and the range of versions that this program reads. `Display` prints them
    /// only if [`in_type`](Self::in_type) has named the type.
    #[cold]
    #[must_use]
    pub fn with_versions(mut self, found: u32, oldest: u32, newest: u32) -> Self {
        self.0.found = Some(found);
        self.0.readable = Some((oldest, newest));
        self
    }

    /// Adds a step to the front of the [path](Self::path), as the error passes outwards through the values that contain
    /// it.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn within(mut self, step: Step<'_>) -> Self {
        let name = match step {
            Step::Field(record, index) => {
                self = self.in_record(record);
                field_name(record, index)
            }
            Step::Element(index) => Cow::Owned(format!("[{index}]")),
            Step::Key(index) | Step::Value(index) => Cow::Owned(format!("{{{index}}}")),
        };
        self.prepend(&name);
        self
    }

    /// Adds a step to the front of the path.
    fn prepend(&mut self, name: &str) {
        let path = &mut self.0.path;
        if self.0.is_rooted {
            return;
        }
        if !path.is_empty() && !path.starts_with(['[', '{']) {
            path.insert(0, '.');
        }
        path.insert_str(0, name);
    }

    /// Makes the path start at a shared object. No outer steps are added, as it may have several owners.
    #[cold]
    #[must_use]
    pub(crate) fn in_object(mut self, path: &str, ty: Option<&'static Type>) -> Self {
        if !self.0.is_rooted {
            if !path.is_empty() {
                self.prepend(path);
            }
            self.0.is_rooted = true;
        }
        match ty.map(|ty| ty.shape().ok_or(ty)) {
            Some(Ok(shape)) => self.in_type(shape.name),
            Some(Err(ty)) => self.in_type(todays_name(ty)),
            None => self,
        }
    }

    /// Adds a field to the front of the path, for a type known only from the archive.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_field(mut self, field: &str, type_name: &str, version: u32) -> Self {
        if self.0.type_name.is_empty() {
            self.0.type_name = Cow::Owned(shown(type_name).into_owned());
            self.0.found.get_or_insert(version);
        }
        self.in_part(field)
    }

    /// Sets the type and its version, unless they are already set by a record further inside.
    pub(crate) fn in_record(mut self, record: &Scope) -> Self {
        if self.0.type_name.is_empty() {
            self.0.type_name = Cow::Borrowed(record.shape.name);
            self.0.found.get_or_insert(record.version);
        }
        self
    }

    /// Replaces the version found in the archive.
    pub(crate) fn with_found(mut self, version: u32) -> Self {
        self.0.found = Some(version);
        self
    }

    /// Sets the type, unless one is already set, and the version found in the archive.
    pub(crate) fn in_shape(self, shape: &Shape, version: u32) -> Self {
        self.in_type(shape.name).with_versions(version, shape.oldest, shape.version)
    }

    /// Adds the advice to load by name, for archives that carry the names of their fields.
    #[cold]
    #[must_use]
    pub(crate) fn or_by_name(self) -> Self {
        let known = match self.kind() {
            ErrorKind::TooNew => "the parts that it knows",
            // A contradiction within a header has different advice.
            kind @ ErrorKind::Mismatch if self.help() == kind.help() => "the parts that match",
            _ => return self,
        };
        let help =
            format!("{}; or use `Options::newer(Newer::Accept)` to load {known}", self.help());
        self.with_help(help)
    }

    /// Sets the number of bytes that a buffer should have had.
    #[cold]
    #[must_use]
    pub(crate) fn with_needed(mut self, needed: usize) -> Self {
        self.0.needed = Some(needed);
        self
    }

    /// Returns the kind of error, for programs to match on.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Returns the path to the value, such as `player.inventory[3].count`; empty if the error concerns the whole
    /// archive or no value at all. Map entries are counted from 0, as in paths into a [`Value`](crate::Value::get):
    /// `prices{3}` is the fourth. The path of a value in a shared object starts at that object: `Node[3].name` is in the
    /// object in row 3, counted from 0, of the table of `Node`s; while an object is saved, in the order in which they are
    /// met, as it has no row yet. In texts it starts at the object's number, as in `&3.name`.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// Returns the byte offset from the start of the archive, if known. For an error in compressed bytes, it is where
    /// they start.
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    /// Returns the line in the text or JSON, counted from 1.
    #[must_use]
    pub fn line(&self) -> Option<u32> {
        self.0.position.map(|(line, _)| line)
    }

    /// Returns the column in the text or JSON, in characters, counted from 1.
    #[must_use]
    pub fn column(&self) -> Option<u32> {
        self.0.position.map(|(_, column)| column)
    }

    /// Returns the offending line of the text, with an arrow below it; empty if the input is not a text.
    #[must_use]
    pub fn excerpt(&self) -> &str {
        &self.0.excerpt
    }

    /// Returns the name of the type concerned; empty if there is none.
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.0.type_name
    }

    /// Returns the version of that type in the archive.
    #[must_use]
    pub fn found_version(&self) -> Option<u32> {
        self.0.found
    }

    /// Returns the oldest and the newest version of that type that this program reads.
    #[must_use]
    pub fn readable_versions(&self) -> Option<(u32, u32)> {
        self.0.readable
    }

    /// Returns the buffer length required, in bytes, if the buffer was too short.
    #[must_use]
    pub fn needed(&self) -> Option<usize> {
        self.0.needed
    }

    /// Returns what happened, without the place or the advice.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// Returns what to do about the error.
    #[must_use]
    pub fn help(&self) -> &str {
        if self.0.help.is_empty() { self.0.kind.help() } else { &self.0.help }
    }
}

/// The length from which names in the input no longer lengthen a path.
const LONG: usize = 2048;

/// The name of a field at its record's version.
pub(crate) fn field_name(record: &Scope, index: usize) -> Cow<'static, str> {
    match record.fields().get(index) {
        Some(field) => Cow::Borrowed(field.name_at(record.version)),
        None => Cow::Owned(format!("#{index}")),
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl core::error::Error for Error {
    #[cfg(feature = "std")]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.0.source.as_ref().map(|source| source as _)
    }
}
