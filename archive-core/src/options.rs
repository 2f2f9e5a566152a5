//! How an archive is written, and what is accepted when one is read.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;
use core::any::Any;

use crate::facts::{self, Edition, EditionRef};
use crate::header::{self, Header};
use crate::open::Opened;
use crate::rows;
use crate::versions::Versions;
use crate::{Context, Deserialize, Error, ErrorKind, Limits, Serialize, VersionTable};

/// How the values of an archive are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// One value after another: for messages and streams.
    Rows,
    /// All values of a field together: for files. This release cannot write it yet.
    Columns,
}

/// Whether an archive carries its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaPolicy {
    /// The schema is in the header, so that any tool can open the archive.
    Embed,
    /// Only the schema's fingerprint is in the header.
    Fingerprint,
}

/// How the body of an archive is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compression {
    /// Not at all.
    None,
}

/// What to do with an archive of a newer program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Newer {
    /// Refuse it, and say so.
    Refuse,
    /// Read it by the names in its schema. This release cannot read by name yet, and refuses.
    Accept,
}

/// What to do with fields that this program does not know, where names rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// Refuse the archive, and name the field.
    Error,
    /// Leave them out.
    Skip,
    /// Keep them, to be saved again.
    Retain,
}

/// How an archive is written, and what is accepted when one is read.
///
/// Layout, compression, checksum and schema policy matter only for writing: a reader takes them
/// from the header.
///
/// ```
/// use archive_core::{Options, VersionTable};
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
    unknown: Unknown,
    limits: Limits,
}

impl Options {
    /// For files: self-describing and checksummed.
    #[must_use]
    pub const fn file() -> Self {
        Self::rows(SchemaPolicy::Embed, true)
    }

    /// For messages: rows behind the shortest header, with fingerprint and versions only.
    #[must_use]
    pub const fn message() -> Self {
        Self::rows(SchemaPolicy::Fingerprint, false)
    }

    const fn rows(schema: SchemaPolicy, checksum: bool) -> Self {
        Self {
            layout: Layout::Rows,
            compression: Compression::None,
            schema,
            checksum,
            write_for: None,
            newer: Newer::Refuse,
            unknown: Unknown::Error,
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

    /// Embeds the schema, or only its fingerprint.
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

    /// Writes what a program reads whose types have these versions.
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

    /// What to do with an archive of a newer program.
    #[must_use]
    pub fn newer(mut self, newer: Newer) -> Self {
        self.newer = newer;
        self
    }

    /// What to do with unknown fields, where names rule.
    #[must_use]
    pub fn unknown(mut self, unknown: Unknown) -> Self {
        self.unknown = unknown;
        self
    }

    /// Bounds what a load may cost.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    #[cfg(feature = "std")]
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
        let plan = self.plan::<T>()?;
        plan.append(value, &self.limits, None)
    }

    /// Saves a value into bytes that tell their length, as streams need it.
    #[cfg(feature = "std")]
    pub(crate) fn to_stream<T: Serialize + ?Sized>(&self, value: &T) -> Result<Vec<u8>, Error> {
        let plan = self.plan::<T>()?;
        let len = rows::size(value, plan.versions(), &self.limits)?;
        plan.append(value, &self.limits, Some(len))
    }

    /// The bytes that [`to_vec`](Self::to_vec) would give.
    ///
    /// # Errors
    ///
    /// As [`to_vec`](Self::to_vec).
    pub fn encoded_len<T: Serialize + ?Sized>(&self, value: &T) -> Result<usize, Error> {
        let plan = self.plan::<T>()?;
        let body = rows::size(value, plan.versions(), &self.limits)?;
        Ok(plan.header(None).len().saturating_add(body))
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
        let plan = self.plan::<T>()?;
        let header = plan.header(None);
        let space = buffer.len();
        let written = match buffer.split_at_mut_checked(header.len()) {
            Some((start, room)) => {
                start.copy_from_slice(&header);
                rows::write(value, plan.versions(), &self.limits, room)
            }
            None => Err(Error::new(ErrorKind::BufferTooSmall, "")),
        };
        match written {
            Ok(left) => {
                let len = space.saturating_sub(left);
                let filled = buffer.get_mut(..len).unwrap_or_default();
                if let Some((start, body)) = filled.split_at_mut_checked(header.len()) {
                    plan.seal(start, body);
                }
                Ok(len)
            }
            Err(error) if error.kind() == ErrorKind::BufferTooSmall => {
                let needed = self.encoded_len(value)?;
                if needed <= space {
                    return Err(rows::changed());
                }
                let detail = format!("the buffer has {space} bytes, the archive takes {needed}");
                Err(Error::new(ErrorKind::BufferTooSmall, detail).with_needed(needed))
            }
            Err(error) => Err(error),
        }
    }

    /// Loads a value; it may borrow from the bytes.
    ///
    /// # Errors
    ///
    /// The bytes are not exactly one archive of a `T` of a version that can be read.
    pub fn from_slice<'a, T: Deserialize<'a>>(&self, bytes: &'a [u8]) -> Result<T, Error> {
        Opened::whole::<T>(bytes, &self.limits)?.read(&self.limits, Context::empty())
    }

    /// Loads a value, and lends `context` to its hooks and converters.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice).
    pub fn from_slice_with<'a, T: Deserialize<'a>>(
        &self,
        bytes: &'a [u8],
        context: &mut dyn Any,
    ) -> Result<T, Error> {
        Opened::whole::<T>(bytes, &self.limits)?.read(&self.limits, Context::lending(context))
    }

    /// What is to be written, once the options are found to be possible.
    fn plan<T: Serialize + ?Sized>(&self) -> Result<Plan, Error> {
        if self.layout != Layout::Rows {
            let detail = "the column layout cannot be written by this release";
            return Err(Error::new(ErrorKind::Unsupported, detail)
                .with_help("write `Layout::Rows`, the default"));
        }
        let facts = facts::of::<T>()?;
        let edition = match &self.write_for {
            None => EditionRef::Kept(&facts.today),
            Some(table) => facts.keep(facts.at(table).map_err(not_written)?),
        };
        let embed = self.schema == SchemaPolicy::Embed;
        let form = if embed || self.checksum {
            Form::File { schema: embed, checksum: self.checksum }
        } else {
            Form::Message
        };
        Ok(Plan { edition, form })
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
        ErrorKind::TooNew => error.with_help("write for a version that this program knows"),
        _ => error,
    }
}

/// The form of a header. The short one is taken whenever it can say what is needed.
#[derive(Clone, Copy)]
enum Form {
    File { schema: bool, checksum: bool },
    Message,
}

/// An edition to be written in a form.
struct Plan {
    edition: EditionRef,
    form: Form,
}

impl Plan {
    fn versions(&self) -> Option<&Versions> {
        Edition::past(&self.edition)
    }

    /// The header of a body that is still to come; only streams of messages must know its length.
    #[inline]
    fn header(&self, body_len: Option<usize>) -> Cow<'_, [u8]> {
        let mut out = Vec::new();
        match (self.form, body_len) {
            (Form::Message, None) => return Cow::Borrowed(&self.edition.message_header),
            (Form::Message, len) => header::write_message(&mut out, &self.edition, len),
            (Form::File { schema, checksum }, _) => {
                header::write_file(&mut out, &self.edition, schema, checksum);
            }
        }
        Cow::Owned(out)
    }

    /// Completes a header.
    fn seal(&self, header: &mut [u8], body: &[u8]) {
        if let Form::File { checksum, .. } = self.form {
            header::seal_file(header, body, checksum);
        }
    }

    fn append<T: Serialize + ?Sized>(
        &self,
        value: &T,
        limits: &Limits,
        body_len: Option<usize>,
    ) -> Result<Vec<u8>, Error> {
        let header = self.header(body_len);
        let start = header.len();
        let len = rows::size(value, self.versions(), limits)?;
        let mut out = rows::room(start.saturating_add(len))?;
        out.extend_from_slice(&header);
        rows::append_sized(value, self.versions(), limits, len, &mut out)?;
        if let Some((header, body)) = out.split_at_mut_checked(start) {
            self.seal(header, body);
        }
        Ok(out)
    }
}

/// Whether the bytes are an archive at all: a cheap look at the first of them.
///
/// ```
/// assert!(archive_core::is_archive(&archive_core::to_vec(&7_u8)?));
/// assert!(!archive_core::is_archive(b"{\"level\": 7}"));
/// # Ok::<(), archive_core::Error>(())
/// ```
#[must_use]
pub fn is_archive(bytes: &[u8]) -> bool {
    Header::read(bytes, &Limits::new()).is_ok()
}
