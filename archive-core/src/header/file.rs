//! The header of a file (FORMAT.md §2).

use alloc::format;
use alloc::vec::Vec;

use super::cursor::{Cursor, truncated};
use super::{Header, unknown_flags};
use crate::codec::Codec;
use crate::facts::Edition;
use crate::varint::write_len;
use crate::{Error, ErrorKind, Layout, Limits};

/// The first bytes of a file. They are not text, and a conversion of line ends damages them.
const FILE_MAGIC: [u8; 8] = *b"\x89ARC\r\n\x1a\n";
/// The version of the format.
const FORMAT: u8 = 1;
/// The length of a file's header before its names.
pub(crate) const FILE_FIXED: usize = 44;

/// The bits of a file's flags.
mod flag {
    pub(super) const COLUMNS: u8 = 1;
    pub(super) const SCHEMA: u8 = 2;
    pub(super) const CHECKSUM: u8 = 4;
    pub(super) const LINKED: u8 = 8;
    pub(super) const KNOWN: u8 = COLUMNS | SCHEMA | CHECKSUM | LINKED;
}

impl<'a> Header<'a> {
    /// Reads the header of a file.
    pub(super) fn read_file(
        bytes: &'a [u8],
        limits: &Limits,
        expected: Option<&'static Edition>,
    ) -> Result<Self, Error> {
        let fixed = FileStart::read(bytes, limits).map_err(|error| or_damaged(error, bytes))?;
        let header = bytes.get(..fixed.len).ok_or_else(|| truncated(bytes.len(), fixed.len))?;
        let mut rest = Cursor::new(header);
        let covered = rest.take(fixed.len.saturating_sub(4))?;
        let crc = u32::from_le_bytes(rest.array()?);
        if crc32fast::hash(covered) != crc {
            return Err(damaged());
        }
        let mut rest = Cursor::new(covered);
        rest.take(FILE_FIXED)?;
        // Most have today's names, which need not be read.
        let expected = expected.filter(|edition| rest.skip(&edition.file_names));
        let root = match expected {
            Some(edition) => &edition.root,
            None => {
                let root = rest.text()?;
                visit_table(&mut rest, |_, _| {})?;
                root
            }
        };
        let names = covered.get(FILE_FIXED..rest.at()).unwrap_or_default();
        let has_schema = fixed.flags & flag::SCHEMA != 0;
        let schema = if has_schema { Some(rest.bytes()?) } else { None };
        rest.finish()?;
        let has_crc = fixed.flags & flag::CHECKSUM != 0;
        Ok(Self {
            len: fixed.len,
            fingerprint: fixed.fingerprint,
            root: Some(root),
            root_version: 0,
            names,
            schema,
            body_len: Some(fixed.body_len),
            raw_len: fixed.raw_len,
            body_crc: has_crc.then_some(fixed.body_crc),
            layout: if fixed.flags & flag::COLUMNS == 0 { Layout::Rows } else { Layout::Columns },
            codec: fixed.codec,
            is_linked: fixed.flags & flag::LINKED != 0,
        })
    }
}

#[cold]
fn damaged() -> Error {
    let detail = "the header's checksum is wrong: its bytes were damaged";
    Error::new(ErrorKind::Checksum, detail).at_offset(0)
}

/// A file that seems to need a newer program, or a greater limit, may only be damaged, which its header's checksum tells.
#[cold]
fn or_damaged(error: Error, bytes: &[u8]) -> Error {
    let is_damaged = match (error.kind(), is_intact(bytes)) {
        (_, None) => false,
        // A newer format may have its checksum elsewhere. But if this one's is right for all bytes except the format's,
        // it is no newer format.
        (ErrorKind::Unsupported, Some(is_intact)) => {
            is_intact != (bytes.get(FILE_MAGIC.len()) == Some(&FORMAT))
        }
        (ErrorKind::Length | ErrorKind::InvalidValue, Some(is_intact)) => !is_intact,
        _ => false,
    };
    if is_damaged { damaged() } else { error }
}

/// Whether the checksum of a header is right, if it starts like one of this format. `None` if it is not complete, or too
/// short for one.
fn is_intact(bytes: &[u8]) -> Option<bool> {
    let (covered, crc) = bytes.get(..stated_len(bytes)?)?.split_last_chunk()?;
    covered.get(FILE_FIXED..)?;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&FILE_MAGIC);
    hasher.update(&[FORMAT]);
    hasher.update(covered.get(FILE_MAGIC.len()..)?.get(1..)?);
    Some(hasher.finalize() == u32::from_le_bytes(*crc))
}

/// The length of a header according to itself, right or wrong.
fn stated_len(bytes: &[u8]) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(*bytes.get(12..)?.first_chunk()?)).ok()
}

/// The fixed-length start of a file's header.
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
    fn read(bytes: &[u8], limits: &Limits) -> Result<Self, Error> {
        let magic = bytes.get(..FILE_MAGIC.len()).unwrap_or(bytes);
        if !FILE_MAGIC.starts_with(magic) {
            // Some file systems leave zeros if the power failed before the file was written to disk.
            if bytes.iter().take(FILE_FIXED).all(|byte| *byte == 0) {
                let detail = "the input starts with nothing but zeros";
                return Err(Error::new(ErrorKind::Checksum, detail).at_offset(0));
            }
            let detail = "the input does not start like an archive";
            let error = Error::new(ErrorKind::NotAnArchive, detail).at_offset(0);
            return Err(if looks_like_text(bytes) {
                error.with_help(
                    "it looks like text: read it with `text::from_str` or `json::from_str`",
                )
            } else {
                error
            });
        }
        let mut rest = Cursor::new(bytes);
        rest.take(FILE_MAGIC.len())?;
        let [format, flags, codec, reserved] = rest.array()?;
        if format == 0 {
            return Err(damaged());
        }
        if format != FORMAT {
            let detail = format!(
                "the archive has format version {format}, but this program reads version \
                {FORMAT}"
            );
            return Err(Error::new(ErrorKind::Unsupported, detail).at_offset(8));
        }
        if flags & !flag::KNOWN != 0 {
            return Err(unknown_flags(flags, 9));
        }
        let codec = Codec::of(codec).map_err(|error| error.at_offset(10))?;
        if reserved != 0 {
            return Err(unknown_flags(reserved, 11));
        }
        let len = usize::try_from(u32::from_le_bytes(rest.array()?)).unwrap_or(usize::MAX);
        if len > limits.max_header {
            return Err(too_long(len, limits).at_offset(12));
        }
        if len < FILE_FIXED.saturating_add(4) {
            let detail = format!("the header claims to be {len} bytes long, which is too short");
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
        if flags & flag::CHECKSUM == 0 && body_crc != 0 {
            return Err(Error::new(
                ErrorKind::InvalidValue,
                "the header has a checksum that it does not use",
            )
            .at_offset(40));
        }
        Ok(Self { flags, len, fingerprint, body_len, raw_len, body_crc, codec })
    }
}

/// Refuses bytes that are not the start of an archive.
///
/// # Errors
///
/// They are the start of something else.
#[cfg(feature = "std")]
pub(crate) fn check_start(bytes: &[u8], limits: &Limits) -> Result<(), Error> {
    match Header::read(bytes, limits) {
        Err(error) if error.kind() == ErrorKind::NotAnArchive => Err(error),
        // The bytes are zeros, or damaged in the whole header. Other errors may go away once more bytes have been read.
        Err(error) if error.kind() == ErrorKind::Checksum && error.offset() == Some(0) => {
            Err(error)
        }
        _ => Ok(()),
    }
}

/// How many bytes the header has that starts with these, or would have if they were not damaged: only the whole header
/// tells what is wrong with it.
///
/// # Errors
///
/// There are too few bytes, they are not the start of an archive, or they state a length that no header may have.
#[cfg(feature = "std")]
pub(crate) fn file_header_len(bytes: &[u8], limits: &Limits) -> Result<usize, Error> {
    let error = match FileStart::read(bytes, limits) {
        Ok(start) => return Ok(start.len),
        Err(error) => error,
    };
    match (error.kind(), stated_len(bytes)) {
        (ErrorKind::NotAnArchive | ErrorKind::Checksum | ErrorKind::Truncated, _) => Err(error),
        _ if bytes.len() < FILE_FIXED => Err(truncated(bytes.len(), FILE_FIXED)),
        (_, Some(len)) if (FILE_FIXED..=limits.max_header).contains(&len) => Ok(len),
        _ => Err(error),
    }
}

/// Whether bytes that do not start like an archive are one but for that: their checksum is that of a header.
#[cfg(feature = "std")]
pub(crate) fn lost_its_start(bytes: &[u8]) -> bool {
    is_intact(bytes) == Some(true)
}

/// Whether bytes start like an archive of a file.
#[cfg(feature = "std")]
pub(crate) fn is_file(bytes: &[u8]) -> bool {
    bytes.starts_with(&FILE_MAGIC)
}

/// How many of a file's bytes to read for its header, whatever they are.
#[cfg(feature = "std")]
pub(crate) fn most_of_header(start: &[u8], limits: &Limits) -> usize {
    stated_len(start).unwrap_or(0).min(limits.max_header)
}

/// Visits the entries of a file's version table.
pub(super) fn visit_table<'a>(
    rest: &mut Cursor<'a>,
    mut visit: impl FnMut(&'a str, u32),
) -> Result<(), Error> {
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

/// How a file's body is stored, according to its header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileForm {
    pub(crate) layout: Layout,
    pub(crate) codec: Codec,
    pub(crate) schema: bool,
    pub(crate) checksum: bool,
    pub(crate) is_linked: bool,
}

/// Writes the header of a file. Once the body is written, [`seal_file`] completes it.
pub(crate) fn write_file(out: &mut Vec<u8>, edition: &Edition, form: FileForm) {
    let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
    let flags = flag(form.layout == Layout::Columns, flag::COLUMNS)
        | flag(form.schema, flag::SCHEMA)
        | flag(form.checksum, flag::CHECKSUM)
        | flag(form.is_linked, flag::LINKED);
    let start = out.len();
    let schema = if form.schema { edition.schema_bytes.len() } else { 0 };
    let names = edition.file_names.len().saturating_add(schema);
    out.reserve(names.saturating_add(FILE_FIXED).saturating_add(32));
    out.extend_from_slice(&FILE_MAGIC);
    out.extend_from_slice(&[FORMAT, flags, form.codec.code(), 0]);
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&edition.fingerprint.to_le_bytes());
    out.extend_from_slice(&[0; 20]);
    out.extend_from_slice(&edition.file_names);
    if form.schema {
        write_len(out, edition.schema_bytes.len());
        out.extend_from_slice(&edition.schema_bytes);
    }
    out.extend_from_slice(&[0; 4]);
    let len = u32::try_from(out.len().saturating_sub(start)).unwrap_or(u32::MAX);
    set(out, start.saturating_add(12), &len.to_le_bytes());
}

/// Completes the header of a file with the body's length, its length before compression, and its checksum.
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

/// The header claims to be longer than the limits allow.
#[cold]
pub(crate) fn too_long(len: usize, limits: &Limits) -> Error {
    let most = limits.max_header;
    let detail = format!("the header claims to be {len} bytes long, but the limit is {most}");
    let help =
        "the data is damaged; or, if its header is really this long, raise `Limits::max_header`";
    Error::new(ErrorKind::Length, detail).with_help(help)
}

/// Whether the bytes start like readable text or JSON.
fn looks_like_text(bytes: &[u8]) -> bool {
    let start = bytes.get(..8).unwrap_or(bytes);
    !start.is_empty()
        && start.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\r' | b'\n'))
}
