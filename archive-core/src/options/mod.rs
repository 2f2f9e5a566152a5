//! How an archive is written, and what is accepted when one is read.

mod choice;

use alloc::vec::Vec;

use crate::codec::Codec;
use crate::facts::{self, Edition, EditionRef};
use crate::header::FileForm;
use crate::message;
use crate::open;
use crate::rows;
use crate::saving::{Form, Saving};
use crate::traits::SaveRoot;
use crate::{
    Context, Deserialize, Error, ErrorKind, Lend, Limits, Serialize, UnknownPolicy, VersionTable,
};

pub use choice::{Compression, Layout, Newer, SchemaPolicy};

/// How an archive is written, and what is accepted when one is read.
///
/// Layout, compression, checksum and schema policy matter only for writing: a reader takes them
/// from the header, so any options read what any others wrote. A type with `&str` or `&[u8]` in it points to the archive's
/// bytes, and so is read from none that are compressed.
///
/// ```
/// use archive_core::{Compression, Options, SchemaPolicy};
///
/// let small = Options::file().compression(Compression::Lz4).schema(SchemaPolicy::Fingerprint);
/// let bytes = small.to_vec(&vec!["torch"; 1000])?;
/// assert!(bytes.len() < 200);
/// let torches: Vec<String> = archive_core::from_slice(&bytes)?;
/// assert_eq!(torches.len(), 1000);
///
/// let wire = Options::message();
/// let bytes = wire.to_vec(&7_u32)?;
/// assert_eq!(bytes.len(), 10 + 4); // ten bytes of header
/// assert_eq!(wire.from_slice::<u32>(&bytes)?, 7);
/// # Ok::<(), archive_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    layout: Layout,
    compression: Compression,
    schema: SchemaPolicy,
    checksum: bool,
    write_for: Option<VersionTable>,
    newer: Newer,
    unknown: UnknownPolicy,
    by_value: bool,
    limits: Limits,
}

impl Options {
    /// For files: columns, self-describing and checksummed.
    #[must_use]
    pub const fn file() -> Self {
        Self::of(Layout::Columns, SchemaPolicy::Embed, true)
    }

    /// For messages: rows behind the shortest header, with fingerprint and versions only. With a schema, a
    /// checksum, columns or compression, it is a file.
    #[must_use]
    pub const fn message() -> Self {
        Self::of(Layout::Rows, SchemaPolicy::Fingerprint, false)
    }

    const fn of(layout: Layout, schema: SchemaPolicy, checksum: bool) -> Self {
        Self {
            layout,
            compression: Compression::None,
            schema,
            checksum,
            write_for: None,
            newer: Newer::Refuse,
            unknown: UnknownPolicy::Error,
            by_value: false,
            limits: Limits::new(),
        }
    }

    /// Lays values out as `layout`.
    #[must_use]
    pub fn layout(mut self, layout: Layout) -> Self {
        self.layout = layout;
        self
    }

    /// Compresses the body.
    #[must_use]
    pub fn compression(mut self, compression: Compression) -> Self {
        self.compression = compression;
        self
    }

    /// Embeds the schema, or only its fingerprint. Without its schema an archive is shorter, but can be read
    /// only by programs that have its types at its versions.
    #[must_use]
    pub fn schema(mut self, policy: SchemaPolicy) -> Self {
        self.schema = policy;
        self
    }

    /// Adds a checksum of the body, against accidents. The header of a file always has its own.
    #[must_use]
    pub fn checksum(mut self, on: bool) -> Self {
        self.checksum = on;
        self
    }

    /// Saves what `Rc` and `Arc` point to with each of their owners, and not once for all: then what
    /// is loaded is no longer shared, weak pointers lead nowhere, and what owns itself is an error.
    ///
    /// ```
    /// use std::rc::Rc;
    /// use archive_core::Options;
    ///
    /// let name: Rc<str> = "Ada".into();
    /// let pair = [Rc::clone(&name), name];
    /// let file = Options::file();
    /// let [a, b]: [Rc<str>; 2] = file.from_slice(&file.to_vec(&pair)?)?;
    /// assert!(Rc::ptr_eq(&a, &b));
    /// let [a, b]: [Rc<str>; 2] = file.from_slice(&file.clone().by_value(true).to_vec(&pair)?)?;
    /// assert!(!Rc::ptr_eq(&a, &b));
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    #[must_use]
    pub fn by_value(mut self, on: bool) -> Self {
        self.by_value = on;
        self
    }

    /// Writes what a program reads whose types have these versions. Every type that occurs must be in the table:
    /// [`VersionTable::of`] has all of them as they are today, and [`VersionTable::of_archive`] as they are in
    /// something that the other program wrote.
    ///
    /// ```
    /// use archive_core::{Options, VersionTable};
    ///
    /// let their_hello = Options::message().to_vec(&1_u32)?;
    /// let peer = VersionTable::of_archive(&their_hello)?;
    /// let answer = Options::message().write_for(&peer).to_vec(&2_u32)?;
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    #[must_use]
    pub fn write_for(mut self, versions: &VersionTable) -> Self {
        self.write_for = Some(versions.clone());
        self
    }

    /// What to do with an archive of a newer program; if nothing is said, it is refused.
    #[must_use]
    pub fn newer(mut self, newer: Newer) -> Self {
        self.newer = newer;
        self
    }

    /// What to do with fields that a type does not know, in what is read by its names: archives of a
    /// [newer](Self::newer) program, texts and JSON. If nothing is said, they are an error. It also says
    /// whether a save leaves out what was retained of them; see [`Unknown`](crate::Unknown).
    #[must_use]
    pub fn unknown(mut self, unknown: UnknownPolicy) -> Self {
        self.unknown = unknown;
        self
    }

    /// Bounds what a load may cost; if nothing is said, by [`Limits::new`].
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    pub(crate) fn accepts_newer(&self) -> bool {
        self.newer == Newer::Accept
    }

    pub(crate) fn get_unknown(&self) -> UnknownPolicy {
        self.unknown
    }

    pub(crate) fn get_limits(&self) -> &Limits {
        &self.limits
    }

    /// Saves a value into bytes.
    ///
    /// # Errors
    ///
    /// The value has no form in an archive, is nested too deeply, or cannot be said in the
    /// version it is written for.
    pub fn to_vec<T: Serialize + ?Sized>(&self, value: &T) -> Result<Vec<u8>, Error> {
        self.root_to_vec(&value)
    }

    fn root_to_vec(&self, value: &dyn SaveRoot) -> Result<Vec<u8>, Error> {
        if self.is_plain_message() {
            let today = &value.facts()?.today;
            let bytes = today.tables.is_empty().then(|| self.plain_message(today, value));
            // What fails says why when it is tried again.
            if let Some(Ok(bytes)) = bytes {
                return Ok(bytes);
            }
        }
        self.saving(value)?.to_vec(value, false)
    }

    /// A message of today's versions, whose header is known.
    fn plain_message(&self, today: &Edition, value: &dyn SaveRoot) -> Result<Vec<u8>, Error> {
        let (header, limits) = (&today.message_header, &self.limits);
        let len = rows::size(value.rows(), None, limits)?;
        let mut out = rows::room(header.len().saturating_add(len))?;
        out.extend_from_slice(header);
        rows::append_sized(value.rows(), None, limits, len, &mut out)?;
        Ok(out)
    }

    /// Saves a value into bytes that tell their length, as streams need it.
    #[cfg(feature = "std")]
    pub(crate) fn to_stream<T: Serialize + ?Sized>(&self, value: &T) -> Result<Vec<u8>, Error> {
        self.saving(&value)?.to_vec(&value, true)
    }

    /// The bytes that [`to_vec`](Self::to_vec) would give. For columns and for what is compressed,
    /// it takes as long as saving does.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec).
    pub fn encoded_len<T: Serialize + ?Sized>(&self, value: &T) -> Result<usize, Error> {
        self.saving(&value)?.encoded_len(&value)
    }

    /// Saves a value into the front of a buffer, and gives the number of bytes it takes there.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec); and a buffer that is too short, whose error tells the bytes
    /// [`needed`](Error::needed). What such a buffer holds then is not an archive.
    pub fn write_into<T: Serialize + ?Sized>(
        &self,
        value: &T,
        buffer: &mut [u8],
    ) -> Result<usize, Error> {
        match self.write_message(value, buffer) {
            Some(Ok(len)) => Ok(len),
            // Only these write without what was retained.
            Some(Err(error)) if self.unknown != UnknownPolicy::Skip => {
                Err(self.saving(&value)?.not_written(error, &value, buffer.len()))
            }
            _ => self.saving(&value)?.write_into(&value, buffer),
        }
    }

    /// Writes a message of today's versions, whose header is known, into the front of a buffer, and gives its length;
    /// nothing if something else is asked for, or there is no room for the header.
    #[inline]
    pub(crate) fn write_message<T: Serialize + ?Sized>(
        &self,
        value: &T,
        buffer: &mut [u8],
    ) -> Option<Result<usize, Error>> {
        if !self.is_plain_message() {
            return None;
        }
        let today = match facts::of::<T>() {
            Ok(facts) => &facts.today,
            Err(error) => return Some(Err(error)),
        };
        if !today.tables.is_empty() {
            return None;
        }
        let space = buffer.len();
        let room = message::put(&today.message_header, buffer)?;
        let left = rows::write_today(value, &self.limits, room);
        Some(left.map(|left| space.saturating_sub(left)))
    }

    /// Whether every archive is a message of today's versions, with one and the same header.
    fn is_plain_message(&self) -> bool {
        self.layout == Layout::Rows
            && self.schema == SchemaPolicy::Fingerprint
            && self.compression == Compression::None
            && !self.checksum
            && self.write_for.is_none()
    }

    /// Loads a value; it may borrow from the bytes.
    ///
    /// # Errors
    ///
    /// The bytes are not exactly one archive of a `T` of a version that can be read.
    pub fn from_slice<'a, T: Deserialize<'a>>(&self, bytes: &'a [u8]) -> Result<T, Error> {
        open::load(bytes, self, Context::empty())
    }

    /// Loads a value, and lends `context` to its hooks and converters.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice).
    pub fn from_slice_with<'a, T: Deserialize<'a>>(
        &self,
        bytes: &'a [u8],
        mut context: impl Lend,
    ) -> Result<T, Error> {
        open::load(bytes, self, Context::of(&mut context))
    }

    /// How a value is to be written, once the options are found to be possible.
    pub(crate) fn saving(&self, value: &dyn SaveRoot) -> Result<Saving, Error> {
        let facts = value.facts()?;
        let edition = match &self.write_for {
            None => EditionRef::Kept(&facts.today),
            Some(table) => facts.keep(facts.at(table).map_err(not_written)?),
        };
        let is_linked = !self.by_value && !edition.tables.is_empty();
        let form = FileForm {
            is_linked,
            layout: self.layout,
            codec: self.compression.codec(),
            schema: self.schema == SchemaPolicy::Embed,
            checksum: self.checksum,
        };
        let is_message = self.layout == Layout::Rows && form.codec == Codec::None;
        let form = if is_message && !form.schema && !form.checksum {
            Form::Message
        } else {
            Form::File(form)
        };
        let (limits, unknown, is_for_peer) = (self.limits, self.unknown, self.write_for.is_some());
        Ok(Saving { edition, form, is_linked, limits, unknown, is_for_peer })
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::file()
    }
}

/// The error of a version that this program cannot write for.
#[cold]
fn not_written(error: Error) -> Error {
    match error.kind() {
        ErrorKind::TooOld => error.with_help("whoever reads that version must be updated first"),
        ErrorKind::TooNew => error.with_help("a newer program reads what this one writes: write for the versions that both know, `VersionTable::common`"),
        _ => error,
    }
}
