//! How an archive is written, and what is accepted when one is read.

mod choice;
mod peer;

use alloc::vec::Vec;

use crate::facts::{self, Edition, Facts};
use crate::header::FileForm;
use crate::message;
use crate::open;
use crate::rows;
use crate::saving::{Form, Saving};
use crate::traits::SaveRoot;
use crate::{Context, Deserialize, Error, Lend, Limits, Serialize, UnknownPolicy, VersionTable};

use peer::{Agreed, Peer};

pub use choice::{Compression, Layout, Newer, SchemaPolicy};

/// How an archive is written, and what is accepted when one is read.
///
/// Layout, compression, checksum and schema policy matter only for writing: a reader takes them from the header, so any
/// options read what any others wrote. Types that borrow (`&str`, `&[u8]`) point into the archive's bytes, so they cannot
/// be loaded from a compressed one.
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
    peer: Peer,
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

    /// For messages: rows behind the shortest header, with fingerprint and versions only: ten bytes, and five more for each
    /// nested type that is past version 1. Peers that [agreed](Self::agreed) on versions need no header. If you add a
    /// schema, a checksum, columns or compression, it writes a file instead.
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
            peer: Peer::Any,
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

    /// Saves the target of an `Rc` or `Arc` once per owner: after loading nothing is shared, weak pointers are empty, and
    /// cycles are an error. A chain of thirty objects that each link twice to the next saves the last a billion times.
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

    /// Writes for a program whose types have these versions. Every type that occurs must be in the table:
    /// [`VersionTable::of`] has all of them as they are today, and [`VersionTable::of_archive`] as they are in something
    /// that the other program wrote.
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
        self.peer = Peer::Reads(versions.clone());
        self
    }

    /// Writes and reads messages between two programs that agreed on these versions: they have no header, which saves ten
    /// bytes or more per message. What is written for older versions follows the rules of [`write_for`](Self::write_for).
    /// If you add a schema, a checksum, columns or compression, it writes a file instead, with a header as before.
    ///
    /// Such a message does not describe itself: read as another type, at other versions or with other options, it gives an
    /// error **or wrong values**. So peers agree first, by messages with headers:
    ///
    /// ```
    /// # use archive_derive::Archive;
    /// use archive_core::{Describe, Error, Options, VersionTable};
    ///
    /// #[derive(Archive)]
    /// # #[archive(crate = archive_core)]
    /// struct Move {
    ///     unit: u32,
    ///     #[since(2, default = 1.0)]
    ///     speed: f32,
    /// }
    ///
    /// // Each sends what it has, and takes the lower of both versions of each type.
    /// let hello = Options::message().to_vec(&VersionTable::of::<Move>()?)?;
    /// let theirs: VersionTable = archive_core::from_slice(&hello)?;
    /// let both = VersionTable::of::<Move>()?.common_for::<Move>(&theirs)?;
    /// // What they call so must be the same: each sends this, too, and hangs up if it differs.
    /// let shape = Move::schema_at(&both)?.fingerprint();
    ///
    /// let wire = Options::message().agreed(&both);
    /// let bytes = wire.to_vec(&Move { unit: 7, speed: 2.5 })?;
    /// assert_eq!(bytes.len(), 8); // a `u32` and an `f32`
    /// assert_eq!(wire.from_slice::<Move>(&bytes)?.unit, 7);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn agreed(mut self, versions: &VersionTable) -> Self {
        self.peer = Peer::agreed(versions.clone());
        self
    }

    /// What to do with an archive of a newer program; by default, it is refused.
    #[must_use]
    pub fn newer(mut self, newer: Newer) -> Self {
        self.newer = newer;
        self
    }

    /// What to do with fields that a type does not know, in input read by names: archives of a [newer](Self::newer)
    /// program, texts and JSON. By default, they are an error. It also sets whether a save leaves out what was retained of
    /// them; see [`Unknown`](crate::Unknown).
    #[must_use]
    pub fn unknown(mut self, unknown: UnknownPolicy) -> Self {
        self.unknown = unknown;
        self
    }

    /// Bounds what a load may cost; by default, by [`Limits::new`].
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
    /// The value has no form in an archive, is nested too deeply, or cannot be expressed in the version it is written for.
    pub fn to_vec<T: Serialize + ?Sized>(&self, value: &T) -> Result<Vec<u8>, Error> {
        self.root_to_vec(&value)
    }

    fn root_to_vec(&self, value: &dyn SaveRoot) -> Result<Vec<u8>, Error> {
        if let Some(header) = self.plain_header(value.facts()?) {
            // What fails says why when it is tried again.
            if let Ok(bytes) = self.plain_message(header, value) {
                return Ok(bytes);
            }
        }
        self.saving(value)?.to_vec(value, false)
    }

    /// A message of today's versions, whose header is known.
    fn plain_message(&self, header: &[u8], value: &dyn SaveRoot) -> Result<Vec<u8>, Error> {
        let limits = &self.limits;
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

    /// The bytes that [`to_vec`](Self::to_vec) would give. For columns and compressed archives, it takes as long as saving
    /// does.
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
    /// As [`to_vec`](Self::to_vec); and a buffer that is too short: the error reports the bytes [`needed`](Error::needed),
    /// and the buffer then holds no archive.
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
        let header = match facts::of::<T>() {
            Ok(facts) => self.plain_header(facts)?,
            Err(error) => return Some(Err(error)),
        };
        let space = buffer.len();
        let room = message::put(header, buffer)?;
        let left = rows::write_today(value, &self.limits, room);
        Some(left.map(|left| space.saturating_sub(left)))
    }

    /// The header that is the same for every value of a type, if each is a message of today's versions without tables of objects.
    #[inline]
    fn plain_header(&self, facts: &'static Facts) -> Option<&'static [u8]> {
        let today = &facts.today;
        if !self.is_message() || !today.tables.is_empty() {
            return None;
        }
        self.peer.plain_header(facts)
    }

    /// Whether every archive is a message.
    fn is_message(&self) -> bool {
        self.layout == Layout::Rows
            && self.schema == SchemaPolicy::Fingerprint
            && self.compression == Compression::None
            && !self.checksum
    }

    /// The versions that messages were agreed to have, which say none.
    #[inline]
    pub(crate) fn get_agreed(&self) -> Option<&Agreed> {
        match &self.peer {
            Peer::Agreed(agreed) if self.is_message() => Some(agreed),
            _ => None,
        }
    }

    /// Whether the objects of an edition are written once, in tables.
    pub(crate) fn links(&self, edition: &Edition) -> bool {
        !self.by_value && !edition.tables.is_empty()
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
        let edition = self.peer.edition(facts)?;
        let is_linked = self.links(&edition);
        let form = match &self.peer {
            Peer::Agreed(_) if self.is_message() => Form::Body,
            _ if self.is_message() => Form::Message,
            _ => Form::File(FileForm {
                is_linked,
                layout: self.layout,
                codec: self.compression.codec(),
                schema: self.schema == SchemaPolicy::Embed,
                checksum: self.checksum,
            }),
        };
        let is_for_peer = !matches!(self.peer, Peer::Any);
        let (limits, unknown) = (self.limits, self.unknown);
        Ok(Saving { edition, form, is_linked, limits, unknown, is_for_peer })
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::file()
    }
}
