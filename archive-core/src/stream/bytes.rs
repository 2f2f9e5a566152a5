//! Reads the parts of an archive from a reader.

use alloc::format;
use alloc::vec::Vec;
use std::io::{self, Read};

use crate::header;
use crate::limits::over_budget;
use crate::{Error, ErrorKind, Limits, varint};

/// Reads a varint, whose length is not known in advance.
pub(super) fn more_varint(reader: &mut impl Read, bytes: &mut Vec<u8>) -> Result<u64, Error> {
    let start = bytes.len();
    loop {
        more(reader, bytes, 1)?;
        match varint::read(&mut bytes.get(start..).unwrap_or_default()) {
            Err(error) if error.kind() == ErrorKind::Truncated => {}
            Err(error) => return Err(error.at_offset(u64::try_from(start).unwrap_or(u64::MAX))),
            Ok(value) => return Ok(value),
        }
    }
}

/// Reads the version table of a message, in pieces as large as are certain to belong to it. `next_len`
/// starts over whenever more bytes have arrived, so reading byte by byte would be slow.
pub(super) fn more_table(
    reader: &mut impl Read,
    bytes: &mut Vec<u8>,
    limits: &Limits,
) -> Result<(), Error> {
    // A name's hash, and a version of at least one byte.
    const HASH: usize = size_of::<u32>();
    const ENTRY: usize = HASH + 1;
    /// The message's offset behind what every message has.
    const TABLE: u64 = 10;
    let mut left = usize::try_from(more_varint(reader, bytes)?).unwrap_or(usize::MAX);
    let mut at = bytes.len();
    while left > 0 {
        let end = at.saturating_add(left.saturating_mul(ENTRY));
        if end.max(bytes.len()) > limits.max_header {
            return Err(header::too_long(end, limits).at_offset(TABLE));
        }
        more(reader, bytes, end.saturating_sub(bytes.len()))?;
        let mut version = bytes.get(at.saturating_add(HASH)..).unwrap_or_default();
        match varint::read(&mut version) {
            Err(error) if error.kind() == ErrorKind::Truncated => more(reader, bytes, 1)?,
            Err(error) => return Err(error.at_offset(u64::try_from(at).unwrap_or(u64::MAX))),
            Ok(_) => {
                at = bytes.len().saturating_sub(version.len());
                left = left.saturating_sub(1);
            }
        }
    }
    Ok(())
}

/// The length of a body, if the limits allow it.
pub(super) fn body_len(len: Option<u64>, limits: &Limits) -> Result<usize, Error> {
    let Some(len) = len else {
        let detail =
            "the message does not state its length, so its end cannot be found in a stream";
        return Err(Error::new(ErrorKind::Unsupported, detail)
            .with_help("write it with `to_writer`, or load it with `from_slice`"));
    };
    let (len, most) = (usize::try_from(len).unwrap_or(usize::MAX), limits.budget_of(usize::MAX));
    if len > most { Err(over_budget(len, most)) } else { Ok(len) }
}

/// Reads at most `len` more bytes, and returns how many there were. Has a fast path for the parts of a
/// header, which are a few bytes each.
fn copy(reader: &mut impl Read, bytes: &mut Vec<u8>, len: usize) -> io::Result<u64> {
    let mut piece = [0; 16];
    if len > piece.len() {
        return io::copy(&mut reader.take(u64::try_from(len).unwrap_or(u64::MAX)), bytes);
    }
    let end = bytes.len().saturating_add(len);
    while bytes.len() < end {
        let left = end.saturating_sub(bytes.len());
        match reader.read(piece.get_mut(..left).unwrap_or_default()) {
            Ok(0) => break,
            Ok(read) => bytes.extend(piece.iter().take(read.min(left))),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let missing = end.saturating_sub(bytes.len());
    Ok(u64::try_from(len.saturating_sub(missing)).unwrap_or(u64::MAX))
}

/// Reads exactly `len` more bytes. If the stream ends before the first byte, the error says that no archive
/// follows.
pub(super) fn more(reader: &mut impl Read, bytes: &mut Vec<u8>, len: usize) -> Result<(), Error> {
    let is_within = !bytes.is_empty();
    more_of(reader, bytes, len, is_within)
}

/// Reads exactly `len` more bytes; `is_within` says whether bytes of the same archive were read before.
pub(super) fn more_of(
    reader: &mut impl Read,
    bytes: &mut Vec<u8>,
    len: usize,
    is_within: bool,
) -> Result<(), Error> {
    let limit = u64::try_from(len).unwrap_or(u64::MAX);
    let copied = copy(reader, bytes, len);
    let is_within = is_within || !bytes.is_empty();
    match copied {
        Ok(read) if read == limit => Ok(()),
        Ok(read) if is_within => {
            let missing = match limit.abs_diff(read) {
                1 => "one byte is missing",
                many => &format!("{many} bytes are missing"),
            };
            let detail = format!("the stream ends here: {missing}");
            let at = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            Err(Error::new(ErrorKind::Truncated, detail).at_offset(at))
        }
        Ok(_) => {
            let error = Error::new(ErrorKind::Truncated, "the stream has no further archive");
            Err(error.at_offset(0).with_help(
                "to read until a stream ends, use `next_from_reader`, which returns `None` there",
            ))
        }
        Err(error) => Err(Error::io("cannot read the archive", error).with_help(match is_within {
            true => "continue at the start of an archive: the reader is in the middle of this one",
            false => "nothing was read of the archive: try again once the reader works",
        })),
    }
}
