//! Blocks: consecutive columns that are compressed and checksummed together, so that a reader can open only those that
//! it needs. The directory at the end of the body gives their lengths (FORMAT.md §7.4).

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::bytes::Bytes;
use crate::codec::Codec;
use crate::open::wrong_checksum;
use crate::varint::write_len;
use crate::{Error, ErrorKind, varint};

/// A block with at least this many bytes is closed. A column of at least this many is a block of its own.
const FULL: usize = 1 << 16;

/// How blocks are compressed and checksummed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seal {
    pub(crate) codec: Codec,
    pub(crate) checksum: bool,
}

/// Groups columns into blocks. Returns the length of each block, given those of the columns.
fn blocks(lens: &[usize]) -> impl Iterator<Item = usize> {
    let mut rest = lens;
    core::iter::from_fn(move || {
        let (first, mut after) = rest.split_first()?;
        let mut size = *first;
        while let (0..FULL, [len @ 0..FULL, others @ ..]) = (size, after) {
            size = size.saturating_add(*len);
            after = others;
        }
        rest = after;
        Some(size)
    })
}

impl Seal {
    /// Compresses the blocks that are in `out` from `start` on, and appends the directory. Returns where it starts.
    pub(super) fn finish(
        self,
        out: &mut Bytes,
        start: usize,
        lens: &[usize],
    ) -> Result<usize, Error> {
        // What the directory says of each block, after the lengths of the columns.
        let mut sealed = Vec::new();
        let raw = out.as_slice().get(start..).unwrap_or_default();
        if self.codec == Codec::None {
            self.checksums(raw, lens, &mut sealed);
        } else {
            let raw = raw.to_vec();
            out.truncate(start);
            self.compress(&raw, lens, out, &mut sealed)?;
        }
        let directory = out.len();
        write_lens(lens, out);
        out.extend_long(&sealed);
        let len = u32::try_from(out.len().saturating_sub(directory)).map_err(|_| too_many())?;
        out.push(len.to_le_bytes());
        Ok(directory)
    }

    /// Adds the checksum of each block.
    fn checksums(self, raw: &[u8], lens: &[usize], sealed: &mut Vec<u8>) {
        if !self.checksum {
            return;
        }
        let mut rest = raw;
        for size in blocks(lens) {
            let (block, after) = rest.split_at_checked(size).unwrap_or((rest, &[]));
            rest = after;
            sealed.extend_from_slice(&crc32fast::hash(block).to_le_bytes());
        }
    }

    /// Appends the blocks, compressed, and adds the length of each, and its checksum.
    fn compress(
        self,
        raw: &[u8],
        lens: &[usize],
        out: &mut Bytes,
        sealed: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let (mut rest, mut smaller) = (raw, Vec::new());
        for size in blocks(lens) {
            let (block, after) = rest.split_at_checked(size).unwrap_or((rest, &[]));
            rest = after;
            smaller.clear();
            self.codec.compress(block, &mut smaller)?;
            let stored = if smaller.len() < block.len() { &smaller } else { block };
            out.extend_long(stored);
            write_len(sealed, stored.len());
            if self.checksum {
                sealed.extend_from_slice(&crc32fast::hash(stored).to_le_bytes());
            }
        }
        Ok(())
    }
}

/// Appends the lengths of columns as varints.
fn write_lens(lens: &[usize], out: &mut Bytes) {
    // In a message, all mostly take one byte.
    let (start, mut all) = (out.len(), 0);
    for (place, len) in out.append(lens.len()).iter_mut().zip(lens) {
        [*place, ..] = len.to_le_bytes();
        all |= *len;
    }
    if all < 0x80 {
        return;
    }
    out.truncate(start);
    for len in lens {
        match u8::try_from(*len) {
            Ok(len @ 0..0x80) => out.push([len]),
            _ => {
                let (bytes, used) = varint::encode(u64::try_from(*len).unwrap_or(u64::MAX));
                out.extend(bytes.get(..used).unwrap_or_default());
            }
        }
    }
}

#[cold]
fn too_many() -> Error {
    Error::new(ErrorKind::Unrepresentable, "the value has too many columns")
        .with_help("save it with `Layout::Rows`")
}

/// The length of the number at the end of a body that gives the length of the directory.
pub(crate) const TAIL: usize = 4;

/// Where the columns and blocks of a body are.
#[derive(Debug)]
pub(crate) struct Directory {
    /// The block of each column, and its range within that block before compression.
    columns: Vec<(usize, Range<usize>)>,
    pub(crate) blocks: Vec<Block>,
    seal: Seal,
}

/// A block of a body.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// Its range in the body.
    pub(crate) stored: Range<usize>,
    /// Its length before compression.
    pub(crate) raw: usize,
    crc: u32,
}

impl Block {
    /// The offset of a column in the body, given its range in the block. For a compressed block, the offset of the
    /// block.
    pub(super) fn offset(&self, column: &Range<usize>) -> usize {
        let is_plain = self.raw == self.stored.len();
        self.stored.start.saturating_add(if is_plain { column.start } else { 0 })
    }
}

impl Directory {
    /// Reads a directory, whose bytes are given without the length that follows it.
    pub(crate) fn read(
        bytes: &[u8],
        columns: usize,
        seal: Seal,
        body: &BodySize,
    ) -> Result<Self, Error> {
        if columns > bytes.len() {
            return Err(damaged("the directory has fewer columns than the schema", body));
        }
        let mut rest = bytes;
        let mut found = Self { columns: Vec::with_capacity(columns), blocks: Vec::new(), seal };
        match rest.split_at_checked(columns) {
            Some((lens, after)) if is_short(lens) => {
                found.add_short(lens);
                rest = after;
            }
            _ => found.add(&mut rest, columns, body)?,
        }
        let (mut at, mut raw) = (0_usize, 0_usize);
        for block in &mut found.blocks {
            let stored =
                if seal.codec == Codec::None { block.raw } else { number(&mut rest, body)? };
            block.crc = if seal.checksum { checksum(&mut rest, body)? } else { 0 };
            if stored > block.raw {
                return Err(damaged("a block is longer than its content", body));
            }
            let end = at.checked_add(stored).ok_or_else(|| too_long(body))?;
            block.stored = at..end;
            (at, raw) = (end, raw.saturating_add(block.raw));
        }
        let tail = bytes.len().saturating_add(TAIL);
        if !rest.is_empty()
            || at.checked_add(tail) != Some(body.stored)
            || raw.checked_add(tail) != Some(body.raw)
        {
            return Err(damaged(
                "the lengths of the columns do not add up to the length of the body",
                body,
            ));
        }
        Ok(found)
    }

    /// Reads the lengths of the columns and groups them into blocks.
    fn add(&mut self, rest: &mut &[u8], columns: usize, body: &BodySize) -> Result<(), Error> {
        let mut start = 0_usize;
        for _ in 0..columns {
            let len = number(rest, body)?;
            if len >= FULL && self.is_open() {
                self.close(start);
                start = 0;
            }
            let end = start.checked_add(len).ok_or_else(|| too_long(body))?;
            self.columns.push((self.blocks.len(), start..end));
            start = end;
            if start >= FULL {
                self.close(start);
                start = 0;
            }
        }
        if self.is_open() {
            self.close(start);
        }
        Ok(())
    }

    /// Like [`add`](Self::add), for lengths that [are short](is_short): a message has little else.
    fn add_short(&mut self, lens: &[u8]) {
        let mut end = 0_usize;
        self.columns.extend(lens.iter().map(|len| {
            let start = end;
            end = start.wrapping_add(usize::from(*len));
            (0, start..end)
        }));
        if self.is_open() {
            self.close(end);
        }
    }

    /// Whether the last block is not closed yet.
    fn is_open(&self) -> bool {
        self.columns.last().is_some_and(|(block, _)| *block == self.blocks.len())
    }

    /// Closes a block of `raw` bytes.
    fn close(&mut self, raw: usize) {
        self.blocks.push(Block { stored: 0..0, raw, crc: 0 });
    }

    /// Whether all columns in a range are empty.
    pub(super) fn is_empty(&self, columns: Range<usize>) -> bool {
        let columns = self.columns.get(columns).unwrap_or_default();
        match (columns.first(), columns.last()) {
            // The columns of a block follow one another.
            (Some((block, first)), Some((same, last))) if block == same => first.start == last.end,
            _ => columns.iter().all(|(_, range)| range.is_empty()),
        }
    }

    /// The block of a column, and its range within that block.
    pub(crate) fn column(&self, column: usize) -> Option<&(usize, Range<usize>)> {
        self.columns.get(column)
    }

    /// Whether texts and bytes may be borrowed. With a codec, never: a block that the codec does not make smaller is
    /// stored as it is, but whether a type loads must not depend on the data.
    pub(crate) fn lends(&self) -> bool {
        self.seal.codec == Codec::None
    }

    /// The decompressed bytes of a block, given its stored bytes.
    pub(crate) fn open<'b>(
        &self,
        block: &Block,
        stored: Cow<'b, [u8]>,
        body: &BodySize,
    ) -> Result<Cow<'b, [u8]>, Error> {
        self.check(block, &stored, body)?;
        if stored.len() == block.raw {
            return Ok(stored);
        }
        let raw = self.seal.codec.decompress(&stored, block.raw);
        let start = body.offset.saturating_add(block.stored.start);
        let offset = u64::try_from(start).unwrap_or(u64::MAX);
        raw.map(Cow::Owned).map_err(|error| error.at_offset(offset))
    }

    /// Checks the checksum of a block, given its stored bytes.
    pub(crate) fn check(&self, block: &Block, stored: &[u8], body: &BodySize) -> Result<(), Error> {
        if self.seal.checksum && crc32fast::hash(stored) != block.crc {
            return Err(wrong_checksum(body.offset.saturating_add(block.stored.start)));
        }
        Ok(())
    }
}

/// The lengths of a body, and its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodySize {
    /// Its offset in the archive.
    pub(crate) offset: usize,
    pub(crate) stored: usize,
    pub(crate) raw: usize,
}

/// Whether lengths take a byte each, and all columns one block.
fn is_short(lens: &[u8]) -> bool {
    lens.len() < FULL / 0x80 && lens.iter().fold(0, |all, len| all | len) < 0x80
}

fn number(rest: &mut &[u8], body: &BodySize) -> Result<usize, Error> {
    let found = varint::read(rest).map_err(|_| damaged("the directory ends too early", body))?;
    usize::try_from(found).map_err(|_| too_long(body))
}

fn checksum(rest: &mut &[u8], body: &BodySize) -> Result<u32, Error> {
    let (crc, after) =
        rest.split_first_chunk().ok_or_else(|| damaged("the directory ends too early", body))?;
    *rest = after;
    Ok(u32::from_le_bytes(*crc))
}

#[cold]
fn too_long(body: &BodySize) -> Error {
    damaged("a column is longer than the body", body)
}

/// An error at the end of the body, which is where the directory is.
#[cold]
pub(crate) fn damaged(what: &str, body: &BodySize) -> Error {
    let end = body.offset.saturating_add(body.stored);
    let detail = format!("the column directory is damaged: {what}");
    Error::new(ErrorKind::InvalidValue, detail).at_offset(u64::try_from(end).unwrap_or(u64::MAX))
}
