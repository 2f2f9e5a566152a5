//! Reads a file piece by piece.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use std::io::{self, Read, Seek, SeekFrom};

use crate::columns::{self, Block, BodySize, Directory, Most, Source, TAIL, Tree};
use crate::header::{FILE_FIXED, Header, MESSAGE_MAGIC, is_file, lost_its_start, most_of_header};
use crate::open::{self, BodyForm};
use crate::{Error, ErrorKind, Layout, Limits, rows};

/// A file, or any other reader that can seek.
pub(crate) trait Stored: Read + Seek {}

impl<R: Read + Seek> Stored for R {}

/// The first bytes of a file.
pub(crate) fn start(file: &mut dyn Stored) -> Result<Vec<u8>, Error> {
    let mut start = Vec::new();
    more(file, &mut start, FILE_FIXED)?;
    Ok(start)
}

/// The header that begins with the [first bytes](start) of a file. Reads the rest of it into `start`.
pub(crate) fn header<'s>(
    file: &mut dyn Stored,
    start: &'s mut Vec<u8>,
    limits: &Limits,
) -> Result<Header<'s>, Error> {
    let len = most_of_header(start, limits);
    seek(file, start.len())?;
    more(file, start, len.saturating_sub(FILE_FIXED))?;
    Header::read(start, limits)
}

/// The length of the body after a header, which must be the one in the header.
pub(crate) fn body_len(file: &mut dyn Stored, header: &Header<'_>) -> Result<usize, Error> {
    let found = file.seek(SeekFrom::End(0)).map_err(not_read)?;
    let start = u64::try_from(header.len).unwrap_or(u64::MAX);
    let found = found.saturating_sub(start);
    open::check_len(header.len, found, header.body_len.unwrap_or(found))?;
    Ok(usize::try_from(found).unwrap_or(usize::MAX))
}

/// Refuses a file that starts with these bytes if its header or its length is wrong, before anybody reads the rest: it may
/// be anything, of any length. The file stays where it is, after these bytes.
pub(crate) fn check_end(file: &mut dyn Stored, start: &[u8], limits: &Limits) -> Result<(), Error> {
    let is_file = start.first() != Some(&MESSAGE_MAGIC);
    let Some(fixed) = start.get(..FILE_FIXED).filter(|_| is_file) else { return Ok(()) };
    // A pipe cannot seek.
    if seek(file, FILE_FIXED).is_err() {
        return Ok(());
    }
    let mut fixed = fixed.to_vec();
    let checked = header(file, &mut fixed, limits).and_then(|header| body_len(file, &header));
    seek(file, start.len())?;
    match checked {
        Err(error) if error.kind() != ErrorKind::Io => Err(error),
        _ => Ok(()),
    }
}

/// The directory of a body in columns.
pub(crate) fn directory(
    file: &mut dyn Stored,
    columns: usize,
    body: BodySize,
    form: BodyForm,
) -> Result<Directory, Error> {
    let end = body.offset.saturating_add(body.stored);
    let mut tail = [0; TAIL];
    read_at(file, end.saturating_sub(TAIL), &mut tail)?;
    let len = usize::try_from(u32::from_le_bytes(tail)).unwrap_or(usize::MAX);
    let len = len.saturating_add(TAIL);
    if len > body.stored {
        return Err(columns::longer(&body, form));
    }
    let bytes = some(file, end.saturating_sub(len), len)?;
    columns::directory(&bytes, columns, body, form)
}

/// The blocks of a body.
pub(crate) struct Blocks<'f> {
    pub(crate) file: &'f mut dyn Stored,
    /// Where the body starts.
    pub(crate) offset: usize,
}

impl Source<'static> for Blocks<'_> {
    fn block(&mut self, block: &Block) -> Result<Cow<'static, [u8]>, Error> {
        let start = self.offset.saturating_add(block.stored.start);
        some(self.file, start, block.stored.len()).map(Cow::Owned)
    }
}

/// Whether an archive is damaged: it is cut, it starts with nothing but zeros, or a checksum is wrong. A file that is
/// something else is not.
///
/// # Errors
///
/// The file cannot be read.
pub(crate) fn is_damaged(file: &mut dyn Stored) -> io::Result<bool> {
    let mut start = start(file).map_err(Error::into_io)?;
    // A message has no checksum.
    if start.first() == Some(&MESSAGE_MAGIC) {
        return Ok(false);
    }
    // Whatever the limits were with which it was saved, its header is no longer than the file.
    let len = file.seek(SeekFrom::End(0))?;
    let limits = Limits::new().max_header(usize::try_from(len).unwrap_or(usize::MAX));
    let checked = match header(file, &mut start, &limits) {
        Ok(header) => check(file, &header),
        Err(error) => match error.kind() {
            ErrorKind::NotAnArchive => return Ok(lost_its_start(&start)),
            ErrorKind::Length | ErrorKind::InvalidValue => return Ok(true),
            _ => Err(error),
        },
    };
    let Err(error) = checked else { return Ok(false) };
    match error.kind() {
        ErrorKind::Io => Err(error.into_io()),
        ErrorKind::Checksum | ErrorKind::Truncated | ErrorKind::TrailingBytes => Ok(true),
        _ => Ok(false),
    }
}

/// What a file is by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// An archive, with the header of a file or of a message.
    Archive,
    /// A text, which another program or a person may have written.
    Text,
    Other,
}

/// What a file is by its first bytes.
///
/// # Errors
///
/// The file cannot be read.
pub(crate) fn form(file: &mut dyn Stored) -> io::Result<Form> {
    let start = start(file).map_err(Error::into_io)?;
    // The last character may be cut.
    let is_text =
        core::str::from_utf8(&start).map_or_else(|error| error.error_len().is_none(), |_| true);
    Ok(match is_text {
        _ if is_file(&start) || start.first() == Some(&MESSAGE_MAGIC) => Form::Archive,
        true => Form::Text,
        false => Form::Other,
    })
}

/// Checks what can be checked of a body without the type in it.
fn check(file: &mut dyn Stored, header: &Header<'_>) -> Result<(), Error> {
    let stored = body_len(file, header)?;
    let form = BodyForm::of(header, stored);
    let body = BodySize { offset: header.len, stored, raw: form.raw };
    if form.layout == Layout::Rows {
        return match form.crc {
            Some(crc) => check_sum(file, crc, body.offset, stored),
            None => Ok(()),
        };
    }
    let Some(schema) = open::embedded(header)? else { return Ok(()) };
    // As many parts as a file of this program may have, however small it is.
    let columns = Tree::new(&schema, Most::OWN, form.is_linked)?.columns;
    let directory = directory(file, columns, body, form)?;
    let mut blocks = Blocks { file, offset: body.offset };
    directory.blocks.iter().try_for_each(|block| {
        let stored = blocks.block(block)?;
        directory.check(block, &stored, &body)
    })
}

/// Checks the checksum of a body in rows piece by piece, since it may be larger than the memory.
fn check_sum(file: &mut dyn Stored, crc: u32, offset: usize, mut len: usize) -> Result<(), Error> {
    const PIECE: usize = 8 << 10;
    seek(file, offset)?;
    let mut hasher = crc32fast::Hasher::new();
    let mut room = [0; PIECE];
    while len > 0 {
        let piece = room.get_mut(..len.min(PIECE)).unwrap_or_default();
        file.read_exact(piece).map_err(not_read)?;
        hasher.update(piece);
        len = len.saturating_sub(PIECE);
    }
    if hasher.finalize() == crc { Ok(()) } else { Err(open::wrong_checksum(offset)) }
}

/// Reads so many bytes from there on.
pub(crate) fn some(file: &mut dyn Stored, offset: usize, len: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = rows::zeros(len)?;
    read_at(file, offset, &mut bytes)?;
    Ok(bytes)
}

fn read_at(file: &mut dyn Stored, offset: usize, bytes: &mut [u8]) -> Result<(), Error> {
    seek(file, offset)?;
    file.read_exact(bytes).map_err(not_read)
}

fn seek(file: &mut dyn Stored, offset: usize) -> Result<(), Error> {
    let start = SeekFrom::Start(u64::try_from(offset).unwrap_or(u64::MAX));
    file.seek(start).map_err(not_read).map(|_| ())
}

/// Reads `len` more bytes, or all that are left if there are fewer.
fn more(file: &mut dyn Stored, bytes: &mut Vec<u8>, len: usize) -> Result<(), Error> {
    let limit = u64::try_from(len).unwrap_or(u64::MAX);
    file.take(limit).read_to_end(bytes).map_err(not_read).map(|_| ())
}

#[cold]
fn not_read(error: io::Error) -> Error {
    Error::io("cannot read the file", error)
}
