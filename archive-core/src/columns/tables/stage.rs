//! Copies columns into rows, block by block.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::array;

use super::scatter::{Rows, cut};
use crate::columns::fixed::{Columns, Pieces};
use crate::columns::pack::{Numbers, Packed, Places};
use crate::rows::{Failed, fill_up};

/// The approximate size of a block of rows: small enough for the processor's nearest cache.
const BLOCK: usize = 1 << 14;

/// The same, if columns consist of planes. These are in so many places of the input that the processor does not
/// prefetch them in time if each is read in small pieces.
const BLOCK_OF_PLANES: usize = 1 << 16;

/// The most rows of a block.
const MOST: usize = 1024;

/// A column of a table, and its place in a row.
#[derive(Clone, Debug)]
pub(super) struct Column<'b> {
    pub(super) numbers: Packed<'b>,
    /// The number of its numbers in a row.
    pub(super) count: usize,
    /// The bytes of these numbers in a row.
    pub(super) bytes: usize,
    /// The offset of the numbers in a row.
    pub(super) at: usize,
    pub(super) form: Form,
    /// Where the next text starts, if the numbers are lengths of texts.
    pub(super) start: u32,
    /// Set if the numbers are values of options.
    pub(super) held: Option<Held>,
    /// The places of the texts of a dictionary.
    pub(super) places: Option<Box<Places>>,
}

/// What the numbers of a column mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Numbers,
    /// The numbers of several columns that the archive stores together.
    Together,
    /// The lengths of texts. The row has the place of each text instead. The last text ends at `end`.
    Texts {
        end: u32,
    },
    /// Indices into a dictionary of texts. The row has the place of each text instead.
    Which,
}

impl Form {
    pub(super) fn is_texts(self) -> bool {
        matches!(self, Self::Texts { .. } | Self::Which)
    }
}

/// The values of options whose flags are in the rows as well.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// The offset in a row of the flag of its option.
    pub(super) flag: usize,
    /// The number of values that are still packed.
    pub(super) left: usize,
    /// The values that are unpacked, and how many bytes of them were used.
    pub(super) values: Vec<u8>,
    pub(super) read: usize,
}

impl Column<'_> {
    /// The numbers of the next rows.
    #[inline]
    fn next<'r>(&'r mut self, rows: usize, room: &'r mut Vec<u8>) -> Numbers<'r> {
        match self.count {
            1 => self.numbers.next_numbers(rows, room),
            // Arrays of numbers are copied as they are.
            count => Numbers::Whole(self.numbers.next(rows.saturating_mul(count), room)),
        }
    }

    /// Writes the places of the next rows' texts, by looking them up in the dictionary.
    #[inline(never)]
    fn look_up(&mut self, mut rows: Rows<'_>, count: usize, room: &mut Vec<u8>) {
        if let Some(places) = &self.places {
            rows.put_chosen(self.numbers.next(count, room), places);
        }
    }

    /// Writes the values of options to the rows whose flags are set.
    #[inline(never)]
    fn expand(&mut self, rows: &mut [u8], size: usize, room: &mut Vec<u8>) {
        let Some(held) = &mut self.held else { return };
        // There are never more values than rows.
        let most = rows.len().checked_div(size).unwrap_or(0);
        let unread = held.values.len().saturating_sub(held.read);
        if held.left > 0 && unread < most.saturating_mul(self.bytes) {
            held.values.drain(..held.read.min(held.values.len()));
            held.read = 0;
            let count = most.checked_next_multiple_of(64).unwrap_or(most).min(held.left);
            held.left = held.left.wrapping_sub(count);
            let numbers = self.numbers.next(count.saturating_mul(self.count), room);
            held.values.extend_from_slice(numbers);
        }
        match self.bytes {
            1 => place::<1>(held, rows, size, self.at),
            2 => place::<2>(held, rows, size, self.at),
            4 => place::<4>(held, rows, size, self.at),
            8 => place::<8>(held, rows, size, self.at),
            12 => place::<12>(held, rows, size, self.at),
            16 => place::<16>(held, rows, size, self.at),
            bytes => {
                let rows = rows.chunks_exact_mut(size);
                for row in rows.filter(|row| row.get(held.flag).is_some_and(|flag| *flag != 0)) {
                    let end = held.read.wrapping_add(bytes);
                    let to = row.get_mut(self.at..self.at.wrapping_add(bytes));
                    if let (Some(to), Some(from)) = (to, held.values.get(held.read..end)) {
                        to.copy_from_slice(from);
                    }
                    held.read = end;
                }
            }
        }
    }
}

/// Works without a branch: every row gets the next value, which is only used up if the row has one.
#[inline(always)]
fn place<const N: usize>(held: &mut Held, rows: &mut [u8], size: usize, at: usize) {
    let (flag, end) = (held.flag, at.wrapping_add(N));
    // Lets the compiler know this for all rows.
    if flag >= size || at > end || end > size {
        return;
    }
    let values = held.values.get(held.read..).unwrap_or_default();
    let (values, mut read) = (cut::<N>(values), 0_usize);
    // No row of this block or a later one has a value.
    if values.is_empty() {
        return;
    }
    for row in rows.chunks_exact_mut(size) {
        // One bit of the flag is enough: the reader of the row refuses every flag but 0 and 1.
        let is_some = row.get(flag).map_or(0, |flag| usize::from(*flag & 1));
        if let (Some(to), Some(value)) = (row.get_mut(at..end), values.get(read)) {
            to.copy_from_slice(value);
        }
        read = read.wrapping_add(is_some);
    }
    held.read = held.read.wrapping_add(read.wrapping_mul(N));
}

/// The columns of a table, and the buffers in which they are unpacked.
#[derive(Debug)]
pub(super) struct Stage<'c, 'b> {
    pub(super) columns: &'c mut [Column<'b>],
    pub(super) size: usize,
    pub(super) rooms: Rooms,
}

/// The buffers in which columns are unpacked.
#[derive(Debug, Default)]
pub(super) struct Rooms([Vec<u8>; 4]);

impl Rooms {
    pub(super) fn first(&mut self) -> &mut Vec<u8> {
        let [first, ..] = &mut self.0;
        first
    }
}

impl<'c, 'b> Stage<'c, 'b> {
    pub(super) fn new(columns: &'c mut [Column<'b>], size: usize) -> Self {
        Self { columns, size, rooms: Rooms::default() }
    }

    /// The number of rows in a block: a multiple that suits all packed forms.
    pub(super) fn rows(&self) -> usize {
        let has_planes = self.columns.iter().any(|column| column.numbers.is_planes());
        let block = if has_planes { BLOCK_OF_PLANES } else { BLOCK };
        match block.checked_div(self.size).unwrap_or(MOST) {
            0..128 => 64,
            128..256 => 128,
            rows => rows.min(MOST) & !255,
        }
    }

    /// Fills `rows` with the next rows: those of a block, or all.
    pub(super) fn next(&mut self, rows: &mut [u8]) {
        let count = rows.len().checked_div(self.size).unwrap_or(0);
        let mut columns = &mut *self.columns;
        while let [first, ..] = columns {
            let at = first.at;
            let Some((group, rest)) = columns.split_at_mut_checked(alike(columns)) else { return };
            let to = Rows { rows, size: self.size, at };
            match group {
                [column] if column.held.is_some() => {
                    column.expand(to.rows, self.size, self.rooms.first());
                }
                [column] if column.form == Form::Which => {
                    column.look_up(to, count, self.rooms.first());
                }
                [_] => copy::<1>(group, &mut self.rooms, to, count),
                [_, _] => copy::<2>(group, &mut self.rooms, to, count),
                _ => copy::<4>(group, &mut self.rooms, to, count),
            }
            columns = rest;
        }
    }

    /// All rows of some columns, which are unpacked in `rooms`.
    pub(super) fn all(
        columns: &'c mut [Column<'b>],
        size: usize,
        count: usize,
        rooms: &mut Rooms,
    ) -> Option<Vec<u8>> {
        let mut stage = Self { columns, size, rooms: core::mem::take(rooms) };
        let all = stage.rest(count);
        *rooms = stage.rooms;
        all
    }

    /// All `count` rows that are left.
    pub(super) fn rest(&mut self, count: usize) -> Option<Vec<u8>> {
        let len = count.checked_mul(self.size)?;
        let mut all = Vec::new();
        all.try_reserve_exact(len).ok()?;
        if let [Column { numbers, bytes, count: each, held: None, form, .. }] = &mut *self.columns {
            if *bytes == self.size && !form.is_texts() {
                numbers.next(count.checked_mul(*each)?, &mut all);
                return (all.len() == len).then_some(all);
            }
        }
        fill_up(&mut all, len);
        let block = self.rows().saturating_mul(self.size).max(1);
        all.chunks_mut(block).for_each(|rows| self.next(rows));
        are_at_end(self.columns).then_some(all)
    }
}

impl Columns for Stage<'_, '_> {
    fn next<'r>(
        &'r mut self,
        count: usize,
        room: &'r mut [u8],
        pieces: &mut Pieces<'r>,
    ) -> Result<(), Failed> {
        let mut room = room;
        for (column, piece) in self.columns.iter_mut().zip(pieces) {
            let numbers = count.wrapping_mul(column.count);
            let len = count.wrapping_mul(column.bytes);
            *piece = match column.numbers.next_raw(numbers) {
                Some(raw) => raw,
                None => {
                    let (front, rest) = room.split_at_mut_checked(len).ok_or(Failed)?;
                    column.numbers.fill(numbers, front);
                    room = rest;
                    front
                }
            };
            if piece.len() != len {
                return Err(Failed);
            }
        }
        Ok(())
    }
}

/// Copies the numbers of up to `N` columns that are [`alike`] into rows.
fn copy<const N: usize>(
    columns: &mut [Column<'_>],
    rooms: &mut Rooms,
    mut rows: Rows<'_>,
    count: usize,
) {
    let Some(Column { bytes, form, .. }) = columns.first() else { return };
    let (bytes, form) = (*bytes, *form);
    let mut starts = [0; N];
    for (start, column) in starts.iter_mut().zip(&*columns) {
        *start = column.start;
    }
    let mut pairs = columns.iter_mut().zip(&mut rooms.0);
    let numbers: [_; N] = array::from_fn(|_| match pairs.next() {
        Some((column, room)) => column.next(count, room),
        None => Numbers::Whole(&[]),
    });
    if !form.is_texts() {
        return rows.put(numbers, bytes);
    }
    let starts = rows.put_places(numbers, starts);
    for (start, column) in starts.into_iter().zip(columns) {
        column.start = start;
    }
}

/// Whether the places of texts have reached the end of the texts.
pub(super) fn are_at_end(columns: &[Column<'_>]) -> bool {
    columns.iter().all(|column| match column.form {
        Form::Texts { end } => column.start == end,
        _ => true,
    })
}

/// How many of the first columns can be copied together: one, two or four that are adjacent and have numbers of the
/// same size.
fn alike(columns: &[Column<'_>]) -> usize {
    let Some(first) = columns.first() else { return 0 };
    let mut at = first.at;
    let alike = columns.iter().take(4).take_while(|column| {
        let is_next = column.at == at
            && column.bytes == first.bytes
            && column.form.is_texts() == first.form.is_texts()
            && column.form != Form::Which
            && column.held.is_none();
        at = at.wrapping_add(first.bytes);
        is_next
    });
    match alike.count() {
        4 => 4,
        2 | 3 => 2,
        // At least one, whatever its form.
        _ => 1,
    }
}
