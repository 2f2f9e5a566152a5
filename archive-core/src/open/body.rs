//! The body of an archive, as bytes.

use alloc::format;

use crate::codec::Codec;
#[cfg(feature = "std")]
use crate::columns::BodySize;
use crate::header::Header;
use crate::{Error, ErrorKind, Layout, rows};

/// How a body is written.
#[derive(Clone, Copy)]
pub(crate) struct BodyForm {
    pub(crate) layout: Layout,
    pub(crate) codec: Codec,
    /// Its bytes once they are decompressed.
    pub(crate) raw: usize,
    /// The checksum of the body or, in columns, of its directory.
    pub(crate) crc: Option<u32>,
    /// Whether shared objects are in tables.
    pub(crate) is_linked: bool,
}

impl BodyForm {
    /// How the body behind a header is written.
    pub(crate) fn of(header: &Header<'_>, body: &[u8]) -> Self {
        let raw = match header.codec {
            Codec::None => body.len(),
            _ => usize::try_from(header.raw_len).unwrap_or(usize::MAX),
        };
        let (layout, codec, crc) = (header.layout, header.codec, header.body_crc);
        Self { layout, codec, raw, crc, is_linked: header.is_linked }
    }
}

/// The body behind a header, which must be as long as the header says.
pub(crate) fn body<'a>(header: &Header<'_>, bytes: &'a [u8]) -> Result<&'a [u8], Error> {
    let body = bytes.get(header.len..).unwrap_or_default();
    if let Some(len) = header.body_len {
        check_len(header.len, body, len)?;
    }
    Ok(body)
}

/// Checks the checksum of rows, which start at an offset, if there is one.
pub(crate) fn check_sum(crc: Option<u32>, body: &[u8], offset: usize) -> Result<(), Error> {
    match crc {
        Some(crc) if crc32fast::hash(body) != crc => Err(wrong_checksum(offset)),
        _ => Ok(()),
    }
}

/// Refuses what is left of a body, which starts at an offset, once its value was read.
pub(crate) fn at_end(body: &[u8], offset: usize, rest: &[u8]) -> Result<(), Error> {
    if rest.is_empty() {
        return Ok(());
    }
    let end = offset.saturating_add(body.len()).saturating_sub(rest.len());
    let error = rows::trailing("value", rest.len());
    Err(error.at_offset(u64::try_from(end).unwrap_or(u64::MAX)))
}

#[cold]
pub(crate) fn too_large(len: usize) -> Error {
    let detail = format!("the body takes {len} bytes once it is decompressed");
    Error::new(ErrorKind::MemoryLimit, detail)
}

/// The bytes from an offset on were damaged.
#[cold]
pub(crate) fn wrong_checksum(offset: usize) -> Error {
    let detail =
        "from here on, the bytes were damaged after they were written: their checksum is wrong";
    Error::new(ErrorKind::Checksum, detail).at_offset(u64::try_from(offset).unwrap_or(u64::MAX))
}

fn check_len(start: usize, body: &[u8], claimed: u64) -> Result<(), Error> {
    let found = u64::try_from(body.len()).unwrap_or(u64::MAX);
    let start = u64::try_from(start).unwrap_or(u64::MAX);
    if found < claimed {
        let detail = format!("the archive ends here: its body has {found} bytes of {claimed}");
        return Err(Error::new(ErrorKind::Truncated, detail).at_offset(start.saturating_add(found)));
    }
    if found > claimed {
        let count = usize::try_from(found.abs_diff(claimed)).unwrap_or(usize::MAX);
        let error = rows::trailing("archive", count);
        return Err(error.at_offset(start.saturating_add(claimed)));
    }
    Ok(())
}

/// The error of a file that does not end with its body.
#[cfg(feature = "std")]
#[cold]
pub(crate) fn cut_or_longer(body: BodySize, found: u64) -> Error {
    let end = body.offset.saturating_add(body.stored);
    let detail = format!("the file has {found} bytes, but its header says {end}");
    Error::new(ErrorKind::Truncated, detail).at_offset(found)
}
