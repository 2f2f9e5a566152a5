//! The header of an archive: what it holds, how, and how much of it (FORMAT.md §2 and §3).

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::vec::Vec;

use crate::codec::Codec;
use crate::facts::{Edition, write_len};
use crate::{Error, ErrorKind, Layout, Limits, VersionTable, varint};

/// The first bytes of a file: not text, and damaged by whatever converts line ends.
pub(crate) const FILE_MAGIC: [u8; 8] = *b"\x89ARC\r\n\x1a\n";
/// The first byte of a message.
pub(crate) const MESSAGE_MAGIC: u8 = 0xac;
/// The version of the format itself.
const FORMAT: u8 = 1;
/// The bytes of a file's header before its names.
pub(crate) const FILE_FIXED: usize = 44;
/// The bytes of a message's header that are always there.
pub(crate) const MESSAGE_FIXED: usize = 10;

/// The parts of the flags of a file.
mod file_flag {
    pub(super) const COLUMNS: u8 = 1;
    pub(super) const SCHEMA: u8 = 2;
    pub(super) const CHECKSUM: u8 = 4;
    pub(super) const LINKED: u8 = 8;
    pub(super) const KNOWN: u8 = COLUMNS | SCHEMA | CHECKSUM | LINKED;
}

/// The parts of the flags of a message; the low four bits are the root's version, or 0.
mod message_flag {
    pub(super) const TABLE: u8 = 0x10;
    pub(super) const LENGTH: u8 = 0x20;
    pub(super) const LINKED: u8 = 0x40;
    pub(super) const VERSION: u8 = 0x0f;
}

/// What a header says.
#[derive(Debug)]
pub(crate) struct Header<'a> {
    /// Its own bytes.
    pub(crate) len: usize,
    pub(crate) fingerprint: u64,
    /// The canonical name of the root's type; a message has none.
    pub(crate) root: Option<&'a str>,
    /// The version of the root; a file's is in its table.
    root_version: u32,
    /// The version table as it stands.
    pub(crate) table: &'a [u8],
    /// The schema as it stands, if there is one.
    pub(crate) schema: Option<&'a [u8]>,
    /// The bytes of the body, unless it reaches to the end of the input.
    pub(crate) body_len: Option<u64>,
    /// The bytes of the body once it is decompressed, in a file.
    pub(crate) raw_len: u64,
    /// The checksum of the body, or of its directory, if there is one.
    pub(crate) body_crc: Option<u32>,
    pub(crate) layout: Layout,
    pub(crate) codec: Codec,
    /// Whether shared objects are in tables, and links in their place.
    pub(crate) is_linked: bool,
}

impl<'a> Header<'a> {
    /// Reads a header off the front of `bytes`.
    ///
    /// # Errors
    ///
    /// They do not start with one, or it is damaged or larger than the limits allow.
    pub(crate) fn read(bytes: &'a [u8], limits: &Limits) -> Result<Self, Error> {
        match bytes.first() {
            None => Err(Error::new(ErrorKind::Truncated, "the input is empty").at_offset(0)),
            Some(&MESSAGE_MAGIC) => Self::read_message(bytes),
            Some(_) => Self::read_file(bytes, limits),
        }
    }

    fn read_file(bytes: &'a [u8], limits: &Limits) -> Result<Self, Error> {
        let fixed = FileStart::read(bytes, limits)?;
        let header = bytes.get(..fixed.len).ok_or_else(|| truncated(bytes.len(), fixed.len))?;
        let mut rest = Cursor::new(header);
        let covered = rest.take(fixed.len.saturating_sub(4))?;
        let crc = u32::from_le_bytes(rest.array()?);
        if crc32fast::hash(covered) != crc {
            let detail = "the header's checksum is wrong: its bytes were damaged";
            return Err(Error::new(ErrorKind::Checksum, detail).at_offset(0));
        }
        let mut rest = Cursor::new(covered);
        rest.take(FILE_FIXED)?;
        let root = rest.text()?;
        let from = rest.at();
        file_table(&mut rest, |_, _| {})?;
        let table = covered.get(from..rest.at()).unwrap_or_default();
        let has_schema = fixed.flags & file_flag::SCHEMA != 0;
        let schema = if has_schema { Some(rest.bytes()?) } else { None };
        rest.finish()?;
        let has_crc = fixed.flags & file_flag::CHECKSUM != 0;
        Ok(Self {
            len: fixed.len,
            fingerprint: fixed.fingerprint,
            root: Some(root),
            root_version: 0,
            table,
            schema,
            body_len: Some(fixed.body_len),
            raw_len: fixed.raw_len,
            body_crc: has_crc.then_some(fixed.body_crc),
            layout: fixed.layout(),
            codec: fixed.codec,
            is_linked: fixed.flags & file_flag::LINKED != 0,
        })
    }

    fn read_message(bytes: &'a [u8]) -> Result<Self, Error> {
        let mut rest = Cursor::new(bytes);
        let [_, flags] = rest.array()?;
        let parts = MessageParts::of(flags)?;
        let fingerprint = u64::from_le_bytes(rest.array()?);
        let root_version = match parts.small_version {
            0 => rest.version(u32::from(message_flag::VERSION))?,
            small => u32::from(small),
        };
        let from = rest.at();
        if parts.has_table && message_table(&mut rest, |_, _| {})? == 0 {
            return Err(rest.invalid("an empty version table"));
        }
        let table = bytes.get(from..rest.at()).unwrap_or_default();
        let body_len = if parts.has_len { Some(rest.varint()?) } else { None };
        Ok(Self {
            len: rest.at(),
            fingerprint,
            root: None,
            root_version,
            table,
            schema: None,
            body_len,
            raw_len: 0,
            body_crc: None,
            layout: Layout::Rows,
            codec: Codec::None,
            is_linked: parts.is_linked,
        })
    }

    /// The versions of the types that the archive holds.
    pub(crate) fn version_table(&self) -> Result<VersionTable, Error> {
        let mut rest = Cursor::new(self.table);
        let mut table = VersionTable::new();
        if self.root.is_some() {
            file_table(&mut rest, |name, version| {
                table.named.insert(name.to_owned(), version);
            })?;
            return Ok(table);
        }
        table.root = Some(self.root_version);
        if !self.table.is_empty() {
            message_table(&mut rest, |hash, version| {
                table.hashed.insert(hash, version);
            })?;
        }
        Ok(table)
    }

    /// Whether its version table is that of an edition.
    pub(crate) fn has_table_of(&self, edition: &Edition) -> bool {
        match self.root {
            Some(root) => root == edition.root && self.table == edition.file_table,
            None => {
                self.root_version == edition.root_version && self.table == edition.message_table
            }
        }
    }
}

/// The part of a file's header that has a fixed length.
struct FileStart {
    flags: u8,
    len: usize,
    fingerprint: u64,
    body_len: u64,
    raw_len: u64,
    body_crc: u32,
    codec: Codec,
}

impl FileStart {
    fn layout(&self) -> Layout {
        if self.flags & file_flag::COLUMNS == 0 { Layout::Rows } else { Layout::Columns }
    }

    fn read(bytes: &[u8], limits: &Limits) -> Result<Self, Error> {
        let magic = bytes.get(..FILE_MAGIC.len()).unwrap_or(bytes);
        if !FILE_MAGIC.starts_with(magic) {
            let detail = "the input does not start as an archive does";
            return Err(Error::new(ErrorKind::NotAnArchive, detail).at_offset(0));
        }
        let mut rest = Cursor::new(bytes);
        rest.take(FILE_MAGIC.len())?;
        let [format, flags, codec, reserved] = rest.array()?;
        if format != FORMAT {
            let detail = format!("format version {format}; this program reads version {FORMAT}");
            return Err(Error::new(ErrorKind::Unsupported, detail).at_offset(8));
        }
        if flags & !file_flag::KNOWN != 0 {
            return Err(unknown_flags(flags, 9));
        }
        let codec = Codec::of(codec).map_err(|error| error.at_offset(10))?;
        if reserved != 0 {
            return Err(unknown_flags(reserved, 11));
        }
        let len = usize::try_from(u32::from_le_bytes(rest.array()?)).unwrap_or(usize::MAX);
        if len > limits.max_header || len < FILE_FIXED.saturating_add(4) {
            let detail = format!("the header claims {len} bytes of itself");
            return Err(Error::new(ErrorKind::Length, detail).at_offset(12));
        }
        let fingerprint = u64::from_le_bytes(rest.array()?);
        let body_len = u64::from_le_bytes(rest.array()?);
        let raw_len = u64::from_le_bytes(rest.array()?);
        if codec == Codec::None && raw_len != body_len {
            return Err(
                Error::new(ErrorKind::Length, "the two lengths of the body differ").at_offset(32)
            );
        }
        let body_crc = u32::from_le_bytes(rest.array()?);
        if flags & file_flag::CHECKSUM == 0 && body_crc != 0 {
            return Err(
                Error::new(ErrorKind::InvalidValue, "a checksum that is not used").at_offset(40)
            );
        }
        Ok(Self { flags, len, fingerprint, body_len, raw_len, body_crc, codec })
    }
}

/// How long the header is that starts with these bytes; `None` if more are needed to know.
#[cfg(feature = "std")]
pub(crate) fn file_header_len(bytes: &[u8], limits: &Limits) -> Result<usize, Error> {
    FileStart::read(bytes, limits).map(|start| start.len)
}

/// What the flags of a message say of its header.
pub(crate) struct MessageParts {
    /// The version of the root, or 0 if it follows.
    pub(crate) small_version: u8,
    pub(crate) has_table: bool,
    pub(crate) has_len: bool,
    pub(crate) is_linked: bool,
}

impl MessageParts {
    pub(crate) fn of(flags: u8) -> Result<Self, Error> {
        let known = message_flag::TABLE | message_flag::LENGTH | message_flag::LINKED;
        if flags & !(known | message_flag::VERSION) != 0 {
            return Err(unknown_flags(flags, 1));
        }
        Ok(Self {
            small_version: flags & message_flag::VERSION,
            has_table: flags & message_flag::TABLE != 0,
            has_len: flags & message_flag::LENGTH != 0,
            is_linked: flags & message_flag::LINKED != 0,
        })
    }
}

/// Visits the entries of a file's version table.
fn file_table<'a>(rest: &mut Cursor<'a>, mut visit: impl FnMut(&'a str, u32)) -> Result<(), Error> {
    let mut last = None;
    for _ in 0..rest.count()? {
        let name = rest.text()?;
        let version = rest.version(0)?;
        if last >= Some(name) {
            return Err(rest.invalid("the names of the version table are not in ascending order"));
        }
        last = Some(name);
        visit(name, version);
    }
    Ok(())
}

/// Visits the entries of a message's version table, and counts them.
fn message_table(rest: &mut Cursor<'_>, mut visit: impl FnMut(u32, u32)) -> Result<usize, Error> {
    let mut last = None;
    let count = rest.count()?;
    for _ in 0..count {
        let hash = u32::from_le_bytes(rest.array()?);
        let version = rest.version(1)?;
        if last >= Some(hash) {
            return Err(rest.invalid("the hashes of the version table are not in ascending order"));
        }
        last = Some(hash);
        visit(hash, version);
    }
    Ok(count)
}

/// What the header of a file says of the body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileForm {
    pub(crate) layout: Layout,
    pub(crate) codec: Codec,
    pub(crate) schema: bool,
    pub(crate) checksum: bool,
    pub(crate) is_linked: bool,
}

/// Writes the header of a file, whose body follows; [`seal_file`] completes it.
pub(crate) fn write_file(out: &mut Vec<u8>, edition: &Edition, form: FileForm) {
    let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
    let flags = flag(form.layout == Layout::Columns, file_flag::COLUMNS)
        | flag(form.schema, file_flag::SCHEMA)
        | flag(form.checksum, file_flag::CHECKSUM)
        | flag(form.is_linked, file_flag::LINKED);
    let start = out.len();
    let schema = if form.schema { edition.schema_bytes.len() } else { 0 };
    let texts = edition.root.len().saturating_add(edition.file_table.len()).saturating_add(schema);
    out.reserve(texts.saturating_add(FILE_FIXED).saturating_add(32));
    out.extend_from_slice(&FILE_MAGIC);
    out.extend_from_slice(&[FORMAT, flags, form.codec.code(), 0]);
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&edition.fingerprint.to_le_bytes());
    out.extend_from_slice(&[0; 20]);
    write_len(out, edition.root.len());
    out.extend_from_slice(edition.root.as_bytes());
    out.extend_from_slice(&edition.file_table);
    if form.schema {
        write_len(out, edition.schema_bytes.len());
        out.extend_from_slice(&edition.schema_bytes);
    }
    out.extend_from_slice(&[0; 4]);
    let len = u32::try_from(out.len().saturating_sub(start)).unwrap_or(u32::MAX);
    set(out, start.saturating_add(12), &len.to_le_bytes());
}

/// Completes the header of a file once its body is known: its length, that before compression, and
/// its checksum.
pub(crate) fn seal_file(header: &mut [u8], len: usize, raw_len: usize, crc: u32) {
    let bytes = |len: usize| u64::try_from(len).unwrap_or(u64::MAX).to_le_bytes();
    set(header, 24, &bytes(len));
    set(header, 32, &bytes(raw_len));
    set(header, 40, &crc.to_le_bytes());
    let covered = header.len().saturating_sub(4);
    let crc = crc32fast::hash(header.get(..covered).unwrap_or_default());
    set(header, covered, &crc.to_le_bytes());
}

fn set(bytes: &mut [u8], at: usize, value: &[u8]) {
    if let Some(place) = bytes.get_mut(at..at.saturating_add(value.len())) {
        place.copy_from_slice(value);
    }
}

/// Writes the header of a message.
pub(crate) fn write_message(
    out: &mut Vec<u8>,
    edition: &Edition,
    body_len: Option<usize>,
    is_linked: bool,
) {
    let table = if edition.message_table.is_empty() { 0 } else { message_flag::TABLE };
    let length = if body_len.is_some() { message_flag::LENGTH } else { 0 };
    let linked = if is_linked { message_flag::LINKED } else { 0 };
    let small = u8::try_from(edition.root_version).ok().filter(|v| *v <= message_flag::VERSION);
    out.extend_from_slice(&[MESSAGE_MAGIC, table | length | linked | small.unwrap_or(0)]);
    out.extend_from_slice(&edition.fingerprint.to_le_bytes());
    if small.is_none() {
        varint::write(out, u64::from(edition.root_version));
    }
    out.extend_from_slice(&edition.message_table);
    if let Some(len) = body_len {
        write_len(out, len);
    }
}

#[cold]
fn unknown_flags(flags: u8, offset: u64) -> Error {
    let detail =
        format!("the flags {flags:#04x} ask for something that this program does not know");
    Error::new(ErrorKind::Unsupported, detail).at_offset(offset)
}

#[cold]
fn truncated(len: usize, needed: usize) -> Error {
    let detail =
        format!("the header ends too early: {needed} bytes were expected, {len} are there");
    Error::new(ErrorKind::Truncated, detail).at_offset(u64::try_from(len).unwrap_or(u64::MAX))
}

/// A place in a header.
struct Cursor<'a> {
    all: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    fn new(all: &'a [u8]) -> Self {
        Self { all, rest: all }
    }

    fn at(&self) -> usize {
        self.all.len().saturating_sub(self.rest.len())
    }

    #[cold]
    fn invalid(&self, detail: &'static str) -> Error {
        let error = Error::new(ErrorKind::InvalidValue, detail);
        error.at_offset(u64::try_from(self.at()).unwrap_or(u64::MAX))
    }

    fn take(&mut self, len: usize) -> Result<&'a [u8], Error> {
        let needed = self.at().saturating_add(len);
        let (bytes, rest) =
            self.rest.split_at_checked(len).ok_or_else(|| truncated(self.all.len(), needed))?;
        self.rest = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let bytes = self.take(N)?;
        <[u8; N]>::try_from(bytes).map_err(|_| self.invalid("a header of another size"))
    }

    fn varint(&mut self) -> Result<u64, Error> {
        let at = u64::try_from(self.at()).unwrap_or(u64::MAX);
        varint::read(&mut self.rest).map_err(|error| error.at_offset(at))
    }

    /// A version above `floor`.
    fn version(&mut self, floor: u32) -> Result<u32, Error> {
        let version = u32::try_from(self.varint()?).ok().filter(|version| *version > floor);
        version
            .ok_or_else(|| self.invalid("a version that could be said in fewer bytes, or is none"))
    }

    /// A number of things that take at least two bytes each.
    fn count(&mut self) -> Result<usize, Error> {
        let count = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        if count > self.rest.len() / 2 {
            return Err(Error::new(
                ErrorKind::Length,
                "the version table claims more than there is",
            ));
        }
        Ok(count)
    }

    fn bytes(&mut self) -> Result<&'a [u8], Error> {
        let len = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        self.take(len)
    }

    fn text(&mut self) -> Result<&'a str, Error> {
        let bytes = self.bytes()?;
        core::str::from_utf8(bytes).map_err(|_| self.invalid("a name is not valid UTF-8"))
    }

    fn finish(&self) -> Result<(), Error> {
        if self.rest.is_empty() {
            return Ok(());
        }
        Err(self.invalid("the header goes on after its end"))
    }
}
