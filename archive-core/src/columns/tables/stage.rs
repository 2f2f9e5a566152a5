//! Rows put together from columns.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::columns::pack::Packed;
use crate::rows::Failed;

/// The bytes of a block of rows, about: they stay in the processor's nearest cache.
const BLOCK: usize = 1 << 14;

/// The same if columns consist of planes. These are so many pieces of the input that the processor
/// does not fetch them in time if little is read of each.
const BLOCK_OF_PLANES: usize = 1 << 16;

/// The most rows of a block.
const MOST: usize = 1024;

/// A column of a table, and where it stands in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column<'b> {
    pub(super) numbers: Packed<'b>,
    /// How many numbers a row has.
    pub(super) count: usize,
    /// The bytes of them.
    pub(super) bytes: usize,
    /// The first byte of them in a row.
    pub(super) at: usize,
}

/// The columns of a table whose rows have a size, and what they are unpacked in.
#[derive(Debug)]
pub(super) struct Stage<'c, 'b> {
    columns: &'c mut [Column<'b>],
    size: usize,
    room: Vec<u8>,
}

impl<'c, 'b> Stage<'c, 'b> {
    pub(super) fn new(columns: &'c mut [Column<'b>], size: usize) -> Self {
        Self { columns, size, room: Vec::new() }
    }

    /// How many rows a block has: what all packed forms can be read by.
    pub(super) fn rows(&self) -> usize {
        let has_planes = self.columns.iter().any(|column| column.numbers.is_planes());
        let block = if has_planes { BLOCK_OF_PLANES } else { BLOCK };
        match block.checked_div(self.size).unwrap_or(MOST) {
            0..128 => 64,
            128..256 => 128,
            rows => rows.min(MOST) & !255,
        }
    }

    /// Puts the next rows together, as many as there is room for: those of a block, or all.
    pub(super) fn next(&mut self, rows: &mut [u8]) {
        let count = rows.len().checked_div(self.size).unwrap_or(0);
        for column in self.columns.iter_mut() {
            let numbers = column.numbers.next(count.saturating_mul(column.count), &mut self.room);
            let rows = rows.chunks_exact_mut(self.size);
            match column.bytes {
                1 => scatter::<1>(numbers, rows, column.at),
                2 => scatter::<2>(numbers, rows, column.at),
                4 => scatter::<4>(numbers, rows, column.at),
                8 => scatter::<8>(numbers, rows, column.at),
                12 => scatter::<12>(numbers, rows, column.at),
                16 => scatter::<16>(numbers, rows, column.at),
                bytes => {
                    for (row, numbers) in rows.zip(numbers.chunks_exact(bytes.max(1))) {
                        let end = column.at.wrapping_add(bytes);
                        if let Some(place) = row.get_mut(column.at..end) {
                            place.copy_from_slice(numbers);
                        }
                    }
                }
            }
        }
    }

    /// Puts all rows together.
    pub(super) fn all(&mut self, count: usize) -> Option<Vec<u8>> {
        let len = count.checked_mul(self.size)?;
        let mut all = Vec::new();
        all.try_reserve_exact(len).ok()?;
        all.resize(len, 0);
        let block = self.rows().saturating_mul(self.size).max(1);
        all.chunks_mut(block).for_each(|rows| self.next(rows));
        Some(all)
    }
}

/// Rows that are put together block by block.
#[derive(Debug)]
pub(super) struct Blocks<'b> {
    inner: Box<Inner<'b>>,
}

#[derive(Debug)]
struct Inner<'b> {
    columns: Vec<Column<'b>>,
    size: usize,
    /// How many rows come after those of the block.
    left: usize,
    block: Vec<u8>,
    /// The bytes of the block that were read.
    read: usize,
    room: Vec<u8>,
}

impl<'b> Blocks<'b> {
    pub(super) fn new(columns: &[Column<'b>], size: usize, count: usize) -> Self {
        let (block, room, columns) = (Vec::new(), Vec::new(), columns.to_vec());
        Self { inner: Box::new(Inner { columns, size, left: count, block, read: 0, room }) }
    }

    /// Some of the next rows, one at least and at most so many.
    #[inline(always)]
    pub(super) fn next(&mut self, most: usize) -> Result<&[u8], Failed> {
        let inner = &mut *self.inner;
        if inner.read == inner.block.len() {
            inner.fill()?;
        }
        let rest = inner.block.get(inner.read..).unwrap_or_default();
        let len = most.saturating_mul(inner.size).min(rest.len());
        inner.read = inner.read.wrapping_add(len);
        rest.get(..len).ok_or(Failed)
    }

    /// All rows, if none was read yet.
    pub(super) fn all(mut self) -> Result<Vec<u8>, Failed> {
        let inner = &mut *self.inner;
        if !inner.block.is_empty() {
            return Err(Failed);
        }
        Stage::new(&mut inner.columns, inner.size).all(inner.left).ok_or(Failed)
    }

    pub(super) fn is_read(&self) -> bool {
        self.inner.left == 0 && self.inner.read == self.inner.block.len()
    }
}

impl Inner<'_> {
    #[inline(never)]
    fn fill(&mut self) -> Result<(), Failed> {
        let room = core::mem::take(&mut self.room);
        let mut stage = Stage { columns: &mut self.columns, size: self.size, room };
        let count = stage.rows().min(self.left);
        if count == 0 {
            return Err(Failed);
        }
        self.block.resize(count.saturating_mul(self.size), 0);
        stage.next(&mut self.block);
        self.room = stage.room;
        (self.left, self.read) = (self.left.wrapping_sub(count), 0);
        Ok(())
    }
}

#[inline(always)]
fn scatter<'r, const N: usize>(
    numbers: &[u8],
    rows: impl Iterator<Item = &'r mut [u8]>,
    at: usize,
) {
    let numbers: &[[u8; N]] = bytemuck::try_cast_slice(numbers).unwrap_or_default();
    let end = at.wrapping_add(N);
    for (row, number) in rows.zip(numbers) {
        if let Some(place) = row.get_mut(at..end) {
            place.copy_from_slice(number);
        }
    }
}
