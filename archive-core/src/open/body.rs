//! Checks and decompresses the body of an archive.

use alloc::format;
use alloc::vec::Vec;

use crate::codec::Codec;
use crate::header::Header;
use crate::{Error, ErrorKind, Layout, Limits, rows};

/// How a body is stored.
#[derive(Clone, Copy)]
pub(crate) struct BodyForm {
    pub(crate) layout: Layout,
    pub(crate) codec: Codec,
    /// Its length before compression.
    pub(crate) raw: usize,
    /// The checksum of the body or, in columns, of its directory.
    pub(crate) crc: Option<u32>,
    /// Whether shared objects are in tables.
    pub(crate) is_linked: bool,
}

impl BodyForm {
    /// How a body of `stored` bytes is stored, according to its header.
    pub(crate) fn of(header: &Header<'_>, stored: usize) -> Self {
        let raw = match header.codec {
            Codec::None => stored,
            _ => usize::try_from(header.raw_len).unwrap_or(usize::MAX),
        };
        let (layout, codec, crc) = (header.layout, header.codec, header.body_crc);
        Self { layout, codec, raw, crc, is_linked: header.is_linked }
    }

    /// How the body of a message without a header is stored.
    pub(super) fn agreed(raw: usize, is_linked: bool) -> Self {
        Self { layout: Layout::Rows, codec: Codec::None, raw, crc: None, is_linked }
    }

    /// Refuses a body that is too large for memory once decompressed.
    pub(crate) fn check_raw(self, stored: usize, limits: &Limits) -> Result<(), Error> {
        if self.raw > limits.max_alloc.max(stored) { Err(too_large(self.raw)) } else { Ok(()) }
    }

    /// Decompresses a body. `offset` is where it starts in the archive.
    pub(crate) fn decompress(self, stored: &[u8], offset: usize) -> Result<Vec<u8>, Error> {
        let raw = self.codec.decompress(stored, self.raw);
        raw.map_err(|error| error.at_offset(u64::try_from(offset).unwrap_or(u64::MAX)))
    }
}

/// The body after a header, which must have the length in the header.
pub(crate) fn body<'a>(header: &Header<'_>, bytes: &'a [u8]) -> Result<&'a [u8], Error> {
    let body = bytes.get(header.len..).unwrap_or_default();
    if let Some(len) = header.body_len {
        let found = u64::try_from(body.len()).unwrap_or(u64::MAX);
        check_len(header.len, found, len)?;
    }
    Ok(body)
}

/// Checks the checksum of a body in rows, if there is one. `offset` is where the body starts.
pub(crate) fn check_sum(crc: Option<u32>, body: &[u8], offset: usize) -> Result<(), Error> {
    match crc {
        Some(crc) if crc32fast::hash(body) != crc => Err(wrong_checksum(offset)),
        _ => Ok(()),
    }
}

/// Refuses bytes of a body that are left over after its value. `offset` is where the body starts.
pub(crate) fn at_end(body: &[u8], offset: usize, rest: &[u8]) -> Result<(), Error> {
    if rest.is_empty() {
        return Ok(());
    }
    let end = offset.saturating_add(body.len()).saturating_sub(rest.len());
    let error = rows::left_over(rest.len());
    Err(error.at_offset(u64::try_from(end).unwrap_or(u64::MAX)))
}

#[cold]
pub(crate) fn too_large(len: usize) -> Error {
    let detail = format!("the body would take {len} bytes once decompressed");
    Error::new(ErrorKind::MemoryLimit, detail)
}

/// The bytes from an offset on were damaged.
#[cold]
pub(crate) fn wrong_checksum(offset: usize) -> Error {
    let detail =
        "the bytes from here on were damaged after they were written: their checksum is wrong";
    Error::new(ErrorKind::Checksum, detail).at_offset(u64::try_from(offset).unwrap_or(u64::MAX))
}

/// Refuses a body whose length differs from the one in the header. `start` is where the body starts.
pub(crate) fn check_len(start: usize, found: u64, claimed: u64) -> Result<(), Error> {
    let start = u64::try_from(start).unwrap_or(u64::MAX);
    if found < claimed {
        let detail =
            format!("the archive ends here, with {found} of the {claimed} bytes of its body");
        return Err(Error::new(ErrorKind::Truncated, detail).at_offset(start.saturating_add(found)));
    }
    if found > claimed {
        let count = usize::try_from(found.abs_diff(claimed)).unwrap_or(usize::MAX);
        let error = rows::trailing("archive", count);
        return Err(error.at_offset(start.saturating_add(claimed)));
    }
    Ok(())
}
