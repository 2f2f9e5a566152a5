//! Packs the columns of a value into the body of an archive.
//!
//! It goes through the tree of columns in the order of the format, and counts the rows of each part from the columns
//! above it. If these do not match what the writer has collected, an impl does not visit what it declares.

mod texts;
mod variants;

use alloc::vec::Vec;
use core::ops::Range;

use crate::codec::Codec;
use crate::columns::block::Seal;
use crate::columns::bytes::Bytes;
use crate::columns::pack::{
    Class, from_rows, into_rows, may_stand_together, pack, pack_beside, pack_short, pack_together,
    stand_together,
};
use crate::columns::plan::Plan;
use crate::columns::tree::{Part, width};
use crate::columns::writer::{Column, LONG, departed, too_long};
use crate::{Error, PrimitiveKind};

/// Packs columns into a body.
pub(super) struct Body<'p> {
    plan: &'p Plan,
    columns: &'p mut [Column],
    /// Whether the memory of columns is kept for another save.
    keeps: bool,
    /// The length of each packed column, by its number.
    lens: &'p mut Vec<usize>,
    out: &'p mut Bytes,
    /// Where the first block starts in `out`.
    start: usize,
    seal: Seal,
}

/// Appends the body of an archive, and empties the columns. Returns the checksum of the directory, and the length of
/// the body before compression.
///
/// # Errors
///
/// The columns do not fit together: an impl does not visit what it declares.
pub(super) fn append(
    plan: &Plan,
    columns: &mut [Column],
    (lens, keeps): (&mut Vec<usize>, bool),
    seal: Seal,
    out: &mut Bytes,
) -> Result<(u32, usize), Error> {
    let start = out.len();
    // Columns without rows are not visited.
    lens.clear();
    lens.resize(plan.tree.columns, 0);
    if !keeps {
        // All columns are complete, so their spare memory is not needed any more.
        columns.iter_mut().for_each(Column::fit);
    }
    let mut body = Body { plan, columns, keeps, lens, out, start, seal };
    body.pack(0, 1)?;
    // If a column was not packed, an impl has written a value where the type has none of that kind.
    if body.columns.iter().fold(0, |all, column| all | column.filled()) != 0 {
        return Err(departed());
    }
    body.finish()
}

impl<'p> Body<'p> {
    /// Packs the columns of a node with `rows` rows, and those of its parts.
    #[inline(always)]
    fn pack(&mut self, node: usize, rows: usize) -> Result<(), Error> {
        if rows > 0 { self.pack_rows(node, rows) } else { Ok(()) }
    }

    fn pack_rows(&mut self, node: usize, rows: usize) -> Result<(), Error> {
        let place = self.plan.tree.get(node);
        let parts = place.first..place.first.saturating_add(place.len);
        match place.part {
            Part::Unit => Ok(()),
            Part::Link(_) => self.pack_numbers(node, rows, (4, Class::Unsigned)),
            Part::Number(kind) => self.pack_kind(node, rows, kind),
            Part::Text => {
                if !self.pack_dictionary(node, rows)? {
                    self.pack_bytes(node, rows)?;
                }
                self.free(node)
            }
            Part::Bytes | Part::Rows => {
                self.pack_bytes(node, rows)?;
                self.free(node)
            }
            Part::Option => {
                let held = sum(Self::column(self.plan, self.columns, node)?.data.as_slice());
                self.pack_numbers(node, rows, (1, Class::Unsigned))?;
                self.pack(place.first, held)
            }
            Part::List => {
                let total = self.pack_lens(node, rows)?;
                self.pack(place.first, total)
            }
            Part::Map => {
                let total = self.pack_lens(node, rows)?;
                self.pack(place.first, total)?;
                self.pack(place.first.saturating_add(1), total)
            }
            Part::Array(len) => {
                match rows.checked_mul(len).filter(|all| u32::try_from(*all).is_ok()) {
                    Some(all) => self.pack(place.first, all),
                    None => Err(too_long(rows.saturating_mul(len))),
                }
            }
            Part::Tuple | Part::Struct | Part::Variant => {
                if let Some(floats) = place.floats() {
                    if self.pack_floats(node, rows, floats)? {
                        return Ok(());
                    }
                }
                self.pack_parts(parts, rows)
            }
            Part::Enum { is_wide } => {
                let width = if is_wide { 4 } else { 1 };
                self.keep_numbers(node, rows, (width, Class::Unsigned))?;
                self.pack_variants(node, place, is_wide)?;
                self.free(node)
            }
        }
    }

    /// Packs parts that have a row for each of at least one row.
    fn pack_parts(&mut self, parts: Range<usize>, rows: usize) -> Result<(), Error> {
        for part in parts {
            // Most fields of a message are numbers, for which the call would be half of the work.
            match self.plan.tree.get(part).part {
                Part::Number(kind) => self.pack_kind(part, rows, kind)?,
                _ => self.pack_rows(part, rows)?,
            }
        }
        Ok(())
    }

    /// Packs a column of numbers of this kind.
    fn pack_kind(&mut self, node: usize, rows: usize, kind: PrimitiveKind) -> Result<(), Error> {
        self.pack_numbers(node, rows, (width(kind), class(kind, self.seal.codec)))
    }

    #[inline(always)]
    fn column<'c>(
        plan: &Plan,
        columns: &'c mut [Column],
        node: usize,
    ) -> Result<&'c mut Column, Error> {
        let spot = plan.spot_of.get(node).copied().unwrap_or(usize::MAX);
        columns.get_mut(spot).ok_or_else(departed)
    }

    /// Empties a packed column, and frees its memory unless that is kept.
    #[inline(always)]
    fn free(&mut self, node: usize) -> Result<(), Error> {
        Self::column(self.plan, self.columns, node)?.end(self.keeps);
        Ok(())
    }

    fn pack_numbers(
        &mut self,
        node: usize,
        rows: usize,
        form: (usize, Class),
    ) -> Result<(), Error> {
        let keeps = self.keeps;
        self.keep_numbers(node, rows, form)?.data.end(keeps);
        Ok(())
    }

    /// Packs numbers that are needed afterwards.
    #[inline(always)]
    fn keep_numbers(
        &mut self,
        node: usize,
        rows: usize,
        (width, class): (usize, Class),
    ) -> Result<&mut Column, Error> {
        let column = Self::column(self.plan, self.columns, node)?;
        let data = column.data.as_slice();
        if rows.checked_mul(width) != Some(data.len()) {
            return Err(departed());
        }
        let start = self.out.len();
        pack(data, width, class, self.out);
        if let Some(len) = self.lens.get_mut(self.plan.tree.get(node).column) {
            *len = self.out.len().saturating_sub(start);
        }
        Ok(column)
    }

    /// Packs a struct of floats, `count` columns of `width` bytes, whose values were taken row by row. Returns `false`
    /// if its columns were taken separately and stay so.
    fn pack_floats(
        &mut self,
        node: usize,
        rows: usize,
        (count, width): (usize, usize),
    ) -> Result<bool, Error> {
        let class = class(PrimitiveKind::F32, self.seal.codec);
        let mut held = core::mem::take(Self::column(self.plan, self.columns, node)?);
        let are_apart = held.data.len() == 0;
        if are_apart && !may_stand_together(rows, class) {
            return Ok(false);
        }
        if are_apart {
            self.collect(node, rows, (count, width), &mut held.data)?;
        }
        let floats = held.data.as_slice();
        if floats.len() != count.saturating_mul(width).saturating_mul(rows) {
            return Err(departed());
        }
        let first = self.plan.tree.get(node).column;
        if stand_together(floats, (count, width), class) {
            let start = self.out.len();
            pack_together(floats, count, self.out);
            self.close(first, start);
            for index in 1..count {
                let start = self.out.len();
                pack_beside(index, self.out);
                self.close(first.saturating_add(index), start);
            }
            if are_apart {
                self.free_each(node)?;
            }
        } else if are_apart {
            self.pack_each(node, rows, (width, class))?;
        } else {
            let mut column = Vec::new();
            for index in 0..count {
                from_rows(floats, (count, width), index, &mut column);
                let start = self.out.len();
                pack(&column, width, class, self.out);
                self.close(first.saturating_add(index), start);
            }
        }
        if self.keeps && !are_apart {
            held.clear();
            *Self::column(self.plan, self.columns, node)? = held;
        }
        Ok(true)
    }

    /// Packs each column of floats by itself.
    fn pack_each(
        &mut self,
        node: usize,
        rows: usize,
        (width, class): (usize, Class),
    ) -> Result<(), Error> {
        let place = self.plan.tree.get(node);
        if let Part::Number(_) = place.part {
            return self.pack_numbers(node, rows, (width, class));
        }
        let mut parts = place.first..place.first.saturating_add(place.len);
        parts.try_for_each(|part| self.pack_each(part, rows, (width, class)))
    }

    /// Empties all columns of floats of a node.
    fn free_each(&mut self, node: usize) -> Result<(), Error> {
        let place = self.plan.tree.get(node);
        for node in place.first..place.last {
            if let Part::Number(_) = self.plan.tree.get(node).part {
                self.free(node)?;
            }
        }
        Ok(())
    }

    /// Appends the floats of a node's columns, row by row.
    fn collect(
        &self,
        node: usize,
        rows: usize,
        (count, width): (usize, usize),
        all: &mut Bytes,
    ) -> Result<(), Error> {
        let room = all.append(count.saturating_mul(width).saturating_mul(rows));
        let place = self.plan.tree.get(node);
        let nodes = self.plan.tree.nodes.get(place.first..place.last).unwrap_or_default();
        for (node, part) in (place.first..).zip(nodes) {
            let Part::Number(_) = part.part else { continue };
            let spot = self.plan.spot_of.get(node).copied().unwrap_or(usize::MAX);
            let column = self.columns.get(spot).ok_or_else(departed)?.data.as_slice();
            if rows.checked_mul(width) != Some(column.len()) {
                return Err(departed());
            }
            let index = part.column.saturating_sub(place.column);
            into_rows(column, (count, width), index, room);
        }
        Ok(())
    }

    /// Packs the lengths and bytes of a node.
    fn pack_bytes(&mut self, node: usize, rows: usize) -> Result<(), Error> {
        let total = self.pack_lens(node, rows)?;
        let data = Self::column(self.plan, self.columns, node)?.data.as_slice();
        if data.len() != total {
            return Err(departed());
        }
        let start = self.out.len();
        self.out.extend_long(data);
        self.close(self.plan.tree.get(node).column.saturating_add(1), start);
        Ok(())
    }

    /// Packs the lengths of a node and returns their sum.
    fn pack_lens(&mut self, node: usize, rows: usize) -> Result<usize, Error> {
        let Self { plan, columns, out, .. } = self;
        let Column { lens, long, total, .. } = Self::column(plan, columns, node)?;
        let (lens, total) = (lens.as_slice(), *total);
        if rows != lens.len() {
            return Err(departed());
        }
        if u32::try_from(total).is_err() {
            return Err(too_long(total));
        }
        let start = out.len();
        if long.is_empty() {
            pack_short(lens, out);
        } else {
            let mut long = long.iter().copied();
            let each = lens.iter().map(|len| match *len {
                LONG => long.next().unwrap_or_default(),
                len => u32::from(len),
            });
            let lens: Vec<_> = each.map(u32::to_le_bytes).collect();
            pack(lens.as_flattened(), 4, Class::Unsigned, out);
        }
        self.close(self.plan.tree.get(node).column, start);
        Self::column(self.plan, self.columns, node)?.end_lens(self.keeps);
        Ok(total)
    }

    /// Completes the column of this number, which starts at `start`.
    #[inline(always)]
    fn close(&mut self, column: usize, start: usize) {
        if let Some(len) = self.lens.get_mut(column) {
            *len = self.out.len().saturating_sub(start);
        }
    }

    /// Compresses and checksums the blocks, and appends the directory.
    fn finish(self) -> Result<(u32, usize), Error> {
        let Self { lens, out, start, seal, .. } = self;
        let raw = out.len().saturating_sub(start);
        let directory = seal.finish(out, start, lens)?;
        let len = out.len().saturating_sub(directory);
        let crc = match out.as_slice().get(directory..) {
            Some(directory) if seal.checksum => crc32fast::hash(directory),
            _ => 0,
        };
        Ok((crc, raw.saturating_add(len)))
    }
}

/// The sum of bytes.
fn sum(bytes: &[u8]) -> usize {
    // A `u16` can hold the sum of 64 bytes; so the loop is vectorised in lanes of that width.
    let sums = bytes.chunks(64).map(|chunk| {
        let sum = chunk.iter().fold(0_u16, |sum, byte| sum.wrapping_add(u16::from(*byte)));
        usize::from(sum)
    });
    sums.sum()
}

fn class(kind: PrimitiveKind, codec: Codec) -> Class {
    match kind {
        PrimitiveKind::I8
        | PrimitiveKind::I16
        | PrimitiveKind::I32
        | PrimitiveKind::I64
        | PrimitiveKind::I128 => Class::Signed,
        PrimitiveKind::F32 | PrimitiveKind::F64 if codec == Codec::None => Class::Float,
        PrimitiveKind::F32 | PrimitiveKind::F64 => Class::FloatForCodec,
        _ => Class::Unsigned,
    }
}
