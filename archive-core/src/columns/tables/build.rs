//! Builds the tables of an archive from its columns, as drafts.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use super::draft::{Draft, DraftRows};
use super::lists::bools;
use super::place::PLACE;
use super::stage::{Column, Held, Rooms, Stage};
use crate::columns::block::Directory;
use crate::columns::plan::{Act, NONE, Plan, Spot};
use crate::columns::tree::{Part, width};
use crate::size::{InRow, MOST_HELD};
use crate::{Limits, PrimitiveKind};

/// Lists with fewer bytes are put together before they are read, not block by block.
const FEW: usize = 1 << 14;

/// The same for lists of numbers only.
const FEW_NUMBERS: usize = 1 << 18;

/// The single rows of most messages have at most this many bytes.
const SMALL_ROWS: usize = 64;

/// The state of a build. Its functions return `None` if anything fails: another reader then reports the error.
pub(super) struct Build<'a, 'b, 'p> {
    pub(super) plan: &'p Plan,
    pub(super) directory: &'p Directory,
    pub(super) blocks: &'b [Option<Cow<'a, [u8]>>],
    /// How much memory may still be reserved.
    pub(super) budget: usize,
    pub(super) limits: &'p Limits,
    /// Whether types may have older versions: parts that changed have forms without a known size.
    pub(super) is_past: bool,
    pub(super) sides: Vec<Draft<'a, 'b>>,
    pub(super) columns: Vec<Column<'b>>,
    /// The sides that are still to be made, for the rows that are being laid out.
    pub(super) pending: Vec<Pending>,
    /// The rows of all tables that have only one. The last of them is being laid out, if `is_one`; it starts at `start`.
    pub(super) ones: Vec<u8>,
    pub(super) start: usize,
    pub(super) is_one: bool,
    /// The buffers in which columns are unpacked.
    pub(super) rooms: Rooms,
    /// Whether the row that is being laid out has an option with its value.
    pub(super) has_option: bool,
}

/// A side that is to be made.
#[derive(Clone, Copy)]
pub(super) enum Pending {
    /// Text or bytes.
    Bytes { spot: usize },
    /// A table with the columns of `len` spots. `is_list` if it may be a list that is read as a whole.
    Table { first: usize, len: usize, rows: usize, is_list: bool },
    /// The values behind pointers.
    Pointer { spot: usize, rows: usize },
    /// The variants of an enum.
    Enum { spot: usize, rows: usize },
}

impl<'a, 'b, 'p: 'b> Build<'a, 'b, 'p> {
    /// Makes the first side: the table of the root, which has one row.
    pub(super) fn root(&mut self, spot: usize) -> Option<()> {
        self.sides.push(Draft::Nothing);
        self.make(0, Pending::Table { first: spot, len: 1, rows: 1, is_list: false })
    }

    pub(super) fn make(&mut self, at: usize, pending: Pending) -> Option<()> {
        let draft = match pending {
            Pending::Bytes { spot } => self.bytes(spot)?,
            Pending::Table { first, len, rows: 0, .. } => {
                self.nothing(first..first.checked_add(len)?)?;
                Draft::empty()
            }
            Pending::Pointer { spot, rows: 0 } | Pending::Enum { spot, rows: 0 } => {
                self.nothing(spot..spot.checked_add(1)?)?;
                Draft::empty()
            }
            Pending::Table { first, rows, is_list: true, .. } if self.plan.is_row(first, 0) => {
                self.values_in_rows(first, rows)?
            }
            Pending::Pointer { spot, rows }
                if self.plan.is_row(spot, 1) || self.plan.is_row(spot, 0) =>
            {
                self.values_in_rows(spot, rows)?
            }
            Pending::Table { first, len, rows, is_list } => {
                self.table(first..first.checked_add(len)?, rows, is_list, false)?
            }
            Pending::Pointer { spot, rows } => {
                self.table(spot..spot.checked_add(1)?, rows, false, true)?
            }
            Pending::Enum { spot, rows } => self.variants(spot, rows)?,
        };
        *self.sides.get_mut(at)? = draft;
        Some(())
    }

    /// Checks that all columns of a table without rows are empty.
    pub(super) fn nothing(&self, spots: Range<usize>) -> Option<()> {
        for spot in self.plan.spots.get(spots)?.iter().filter(|spot| spot.node != NONE) {
            let node = self.plan.tree.nodes.get(spot.node)?;
            if spot.required != NONE || !self.directory.is_empty(node.column..node.end) {
                return None;
            }
        }
        Some(())
    }

    /// A table whose rows consist of some spots. `is_inside` if the pointers to them have been followed.
    fn table(
        &mut self,
        spots: Range<usize>,
        rows: usize,
        is_list: bool,
        is_inside: bool,
    ) -> Option<Draft<'a, 'b>> {
        let (column, pending) = (self.columns.len(), self.pending.len());
        let mut bytes = 0;
        self.begin(rows);
        let is_bools = is_list && self.is_bool(spots.start);
        for spot in spots {
            bytes = self.collect(spot, rows, bytes, is_inside)?;
        }
        let (first, has_option) = (self.sides.len(), self.has_option);
        let end = self.pending.len();
        let sides = end.checked_sub(pending)?;
        self.sides.extend((0..sides).map(|_| Draft::Nothing));
        let row = InRow { bytes, sides, has_option };
        let rows = match self.rows(column, bytes, rows, is_list)? {
            DraftRows::Ready(rows) if is_bools => bools(rows)?,
            rows => rows,
        };
        for (at, side) in (first..).zip(pending..end) {
            self.make(at, *self.pending.get(side)?)?;
        }
        self.pending.truncate(pending);
        Some(Draft::Table { row, first, rows })
    }

    /// Begins to lay out a table.
    pub(super) fn begin(&mut self, rows: usize) {
        (self.has_option, self.is_one, self.start) = (false, rows == 1, self.ones.len());
        if self.is_one && self.start == 0 {
            self.ones.reserve(SMALL_ROWS);
        }
    }

    /// Makes the rows from the columns from `from` on.
    pub(super) fn rows(
        &mut self,
        from: usize,
        size: usize,
        count: usize,
        is_list: bool,
    ) -> Option<DraftRows<'b>> {
        let len = count.checked_mul(size)?;
        self.budget = self.budget.checked_sub(len)?;
        if self.is_one {
            let row = self.start..self.ones.len();
            return (row.len() == size).then_some(DraftRows::One(row));
        }
        let columns = self.columns.get_mut(from..)?;
        if let [Column { numbers, bytes, held: None, form, .. }] = columns {
            let is_row = *bytes == size && !form.is_texts();
            if let Some(raw) = numbers.raw().filter(|_| is_row) {
                self.columns.truncate(from);
                return Some(DraftRows::Ready(Cow::Borrowed(raw)));
            }
        }
        let few = if columns.len() == 1 { FEW_NUMBERS } else { FEW };
        if is_list && len > few {
            return Some(DraftRows::Later(from..self.columns.len(), count));
        }
        let rows = Stage::all(columns, size, count, &mut self.rooms)?;
        self.columns.truncate(from);
        Some(DraftRows::Ready(Cow::Owned(rows)))
    }

    /// Adds the columns and sides of a spot to the row. Returns the offset in the row where it ends.
    fn collect(&mut self, at: usize, rows: usize, byte: usize, is_inside: bool) -> Option<usize> {
        let spot = self.plan.spots.get(at)?;
        if spot.required != NONE || (rows > 0 && spot.depth > self.limits.depth) {
            return None;
        }
        match spot.pointers {
            1 if !is_inside => {
                self.pending.push(Pending::Pointer { spot: at, rows });
                return Some(byte);
            }
            0 | 1 => {}
            _ => return None,
        }
        let part = self.plan.tree.nodes.get(spot.node).map(|node| node.part);
        let (first, len) = (spot.first, spot.len);
        match spot.act {
            Act::Absent | Act::Unit => Some(byte),
            Act::Number(kind) => match part {
                Some(Part::Number(theirs)) if theirs == kind => {
                    self.number(spot, kind, (rows, 1), byte)
                }
                _ => None,
            },
            Act::Array(count) => self.array(spot, count, rows, byte),
            Act::Text => {
                self.texts(spot, rows, byte)?;
                self.pending.push(Pending::Bytes { spot: at });
                byte.checked_add(PLACE)
            }
            Act::Bytes => {
                self.column(spot, 4, (rows, 1), byte)?;
                self.pending.push(Pending::Bytes { spot: at });
                byte.checked_add(4)
            }
            Act::Option => self.maybe(spot, rows, byte),
            Act::List | Act::Map => {
                let total = self.counted(spot, 4, rows, byte)?;
                u32::try_from(total).ok()?;
                let is_list = spot.is_list;
                self.pending.push(Pending::Table { first, len, rows: total, is_list });
                byte.checked_add(4)
            }
            Act::Struct | Act::Tuple | Act::Variant => {
                if !self.is_one {
                    if let Some(end) = self.together(at, rows, byte) {
                        return Some(end);
                    }
                }
                let mut byte = byte;
                for part in first..first.checked_add(len)? {
                    byte = self.collect(part, rows, byte, false)?;
                }
                Some(byte)
            }
            Act::Enum => self.tags(at, spot, rows, byte),
            Act::Rows => {
                self.pending.push(Pending::Pointer { spot: at, rows });
                Some(byte)
            }
            Act::Always
            | Act::FixedList(_)
            | Act::FixedBytes(_)
            | Act::ForeignRows
            | Act::Link(_)
            | Act::Follow(_) => None,
        }
    }

    /// Whether the elements of a list are bools.
    fn is_bool(&self, at: usize) -> bool {
        let is_bool = Act::Number(PrimitiveKind::Bool);
        self.plan.spots.get(at).is_some_and(|spot| spot.act == is_bool && spot.pointers == 0)
    }

    /// Adds an option: small values are in the row after the flag, others in a table beside it.
    fn maybe(&mut self, spot: &Spot, rows: usize, byte: usize) -> Option<usize> {
        let rows = self.counted(spot, 1, rows, byte)?;
        let is_small = self.held(spot.first).is_some_and(|bytes| bytes <= MOST_HELD);
        if is_small && !(self.is_past && spot.evolves) {
            return self.option(spot.first, rows, byte);
        }
        let (first, len) = (spot.first, spot.len);
        self.pending.push(Pending::Table { first, len, rows, is_list: false });
        byte.checked_add(1)
    }

    /// The bytes of a spot that consists of numbers only.
    fn held(&self, at: usize) -> Option<usize> {
        let spot = self.plan.spots.get(at)?;
        if spot.required != NONE || spot.pointers > 0 {
            return None;
        }
        let mut parts = spot.first..spot.first.checked_add(spot.len)?;
        match spot.act {
            Act::Absent | Act::Unit => Some(0),
            Act::Number(kind) => Some(width(kind)),
            Act::Array(count) => match self.plan.spots.get(spot.first)?.act {
                Act::Number(_) | Act::Array(_) => self.held(spot.first)?.checked_mul(count),
                _ => None,
            },
            Act::Struct | Act::Tuple => {
                parts.try_fold(0_usize, |bytes, part| bytes.checked_add(self.held(part)?))
            }
            Act::Enum => {
                let mut variants = self.plan.spots.get(parts)?.iter();
                let is_plain = variants.all(|variant| variant.len == 0);
                is_plain.then_some(if spot.is_wide { 4 } else { 1 })
            }
            _ => None,
        }
    }

    /// Adds the value of an option to the row, after its flag.
    fn option(&mut self, held: usize, rows: usize, byte: usize) -> Option<usize> {
        let from = self.columns.len();
        self.has_option = true;
        if rows == 0 {
            self.nothing(held..held.checked_add(1)?)?;
            let end = byte.checked_add(1)?.checked_add(self.held(held)?)?;
            if self.is_one {
                self.ones.resize(self.start.checked_add(end)?, 0);
            }
            return Some(end);
        }
        let end = self.collect(held, rows, byte.checked_add(1)?, false)?;
        for column in self.columns.get_mut(from..)? {
            column.held = Some(Held { flag: byte, left: rows, values: Vec::new(), read: 0 });
        }
        Some(end)
    }

    fn array(&mut self, spot: &Spot, count: usize, rows: usize, byte: usize) -> Option<usize> {
        let is_plain = |spot: &Spot| spot.required == NONE && spot.pointers == 0;
        let (mut all, mut inner) = (count, self.plan.spots.get(spot.first)?);
        while let (Act::Array(count), true) = (inner.act, is_plain(inner)) {
            all = all.checked_mul(count)?;
            inner = self.plan.spots.get(inner.first)?;
        }
        let part = self.plan.tree.nodes.get(inner.node).map(|node| node.part);
        match (inner.act, part) {
            (Act::Number(kind), Some(Part::Number(theirs))) if is_plain(inner) => {
                if theirs != kind {
                    return None;
                }
                self.number(inner, kind, (rows, all), byte)
            }
            _ => {
                let (first, rows) = (spot.first, rows.checked_mul(count)?);
                self.pending.push(Pending::Table { first, len: 1, rows, is_list: false });
                Some(byte)
            }
        }
    }
}
