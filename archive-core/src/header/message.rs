//! The header of a message (FORMAT.md §3).

use alloc::vec::Vec;

use super::cursor::Cursor;
use super::{Header, too_long, unknown_flags};
use crate::codec::Codec;
use crate::facts::Edition;
use crate::varint::write_len;
use crate::{Error, Layout, Limits, varint};

/// The first byte of a message.
pub(crate) const MESSAGE_MAGIC: u8 = 0xac;
/// The length of the part that every message's header has.
pub(crate) const MESSAGE_FIXED: usize = 10;

/// The bits of a message's flags. The low four bits are the root's version, or 0 if it follows.
mod flag {
    pub(super) const TABLE: u8 = 0x10;
    pub(super) const LENGTH: u8 = 0x20;
    pub(super) const LINKED: u8 = 0x40;
    pub(super) const VERSION: u8 = 0x0f;
}

impl<'a> Header<'a> {
    /// Reads the header of a message.
    pub(super) fn read_message(bytes: &'a [u8], limits: &Limits) -> Result<Self, Error> {
        let mut rest = Cursor::new(bytes);
        let [_, flags] = rest.array()?;
        let parts = MessageParts::of(flags)?;
        let fingerprint = u64::from_le_bytes(rest.array()?);
        let root_version = match parts.small_version {
            0 => rest.version(u32::from(flag::VERSION))?,
            small => u32::from(small),
        };
        let from = rest.at();
        if parts.has_table && visit_table(&mut rest, |_, _| {})? == 0 {
            return Err(rest.invalid("the version table is empty"));
        }
        let names = bytes.get(from..rest.at()).unwrap_or_default();
        let body_len = if parts.has_len { Some(rest.varint()?) } else { None };
        if rest.at() > limits.max_header {
            return Err(too_long(rest.at(), limits).at_offset(10));
        }
        Ok(Self {
            len: rest.at(),
            fingerprint,
            root: None,
            root_version,
            names,
            schema: None,
            body_len,
            raw_len: 0,
            body_crc: None,
            layout: Layout::Rows,
            codec: Codec::None,
            is_linked: parts.is_linked,
        })
    }
}

/// What the flags of a message say about its header.
pub(crate) struct MessageParts {
    /// The version of the root, or 0 if it follows.
    pub(crate) small_version: u8,
    pub(crate) has_table: bool,
    pub(crate) has_len: bool,
    pub(crate) is_linked: bool,
}

impl MessageParts {
    pub(crate) fn of(flags: u8) -> Result<Self, Error> {
        let known = flag::TABLE | flag::LENGTH | flag::LINKED;
        if flags & !(known | flag::VERSION) != 0 {
            return Err(unknown_flags(flags, 1));
        }
        Ok(Self {
            small_version: flags & flag::VERSION,
            has_table: flags & flag::TABLE != 0,
            has_len: flags & flag::LENGTH != 0,
            is_linked: flags & flag::LINKED != 0,
        })
    }
}

/// Visits the entries of a message's version table. Returns their number.
pub(super) fn visit_table(
    rest: &mut Cursor<'_>,
    mut visit: impl FnMut(u32, u32),
) -> Result<usize, Error> {
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

/// Writes the header of a message.
pub(crate) fn write_message(
    out: &mut Vec<u8>,
    edition: &Edition,
    body_len: Option<usize>,
    is_linked: bool,
) {
    let table = if edition.message_table.is_empty() { 0 } else { flag::TABLE };
    let length = if body_len.is_some() { flag::LENGTH } else { 0 };
    let linked = if is_linked { flag::LINKED } else { 0 };
    let small = u8::try_from(edition.root_version).ok().filter(|v| *v <= flag::VERSION);
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
