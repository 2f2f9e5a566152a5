//! Columns of floats that are stored together, row by row, so that raw floats are read and written as one stream.

use alloc::vec::Vec;

use bytemuck::Pod;

use super::block::BLOCK;
use super::choice::MIN_PLANES;
use super::sink::Sink;
use super::word::{self, Word};
use super::{Class, code, fault, planes};
use crate::Error;
use crate::columns::bytes::Bytes;
use crate::columns::tree::MOST_TOGETHER;

/// The floats of columns that are stored together.
pub(super) struct Together<'a> {
    pub(super) columns: usize,
    pub(super) rows: &'a [u8],
}

impl<'a> Together<'a> {
    /// Splits the first of the columns, each of which has `count` floats of `width` bytes.
    pub(super) fn read(first: &'a [u8], width: usize, count: usize) -> Result<Self, Error> {
        let [code::TOGETHER, columns, rows @ ..] = first else {
            return Err(fault::not_together());
        };
        let columns = usize::from(*columns);
        if !(2..=MOST_TOGETHER).contains(&columns) {
            return Err(fault::not_together());
        }
        let len = columns.checked_mul(width).and_then(|row| row.checked_mul(count));
        match len {
            // A column without numbers must have no bytes.
            Some(0) => Err(fault::too_long()),
            Some(len) if rows.len() == len => Ok(Self { columns, rows }),
            Some(len) if rows.len() > len => Err(fault::too_long()),
            _ => Err(fault::truncated()),
        }
    }
}

/// The index of a column among those that are stored together, if it is one of them.
pub(crate) fn index_together(stored: &[u8]) -> Option<usize> {
    match *stored {
        [code::TOGETHER, ..] => Some(0),
        [code::BESIDE, index] if index > 0 => Some(usize::from(index)),
        _ => None,
    }
}

/// Unpacks the numbers that start every `step` bytes.
#[inline(never)]
pub(super) fn unpack<T: Word>(rows: &[u8], step: usize, out: &mut impl Sink<T>) {
    let step = step.max(1);
    let mut block = [T::ZERO; BLOCK];
    for rows in rows.chunks(step.saturating_mul(BLOCK)) {
        let mut count = 0_usize;
        for (to, row) in block.iter_mut().zip(rows.chunks(step)) {
            let word = word::words::<T>(row.get(..T::WIDTH).unwrap_or_default());
            *to = word.first().map_or(T::ZERO, |word| T::of(*word));
            count = count.wrapping_add(1);
        }
        out.put(block.get(..count).unwrap_or_default());
    }
}

/// Whether this many rows of floats may be written together.
pub(crate) fn may_stand_together(count: usize, class: Class) -> bool {
    class == Class::Float && count >= MIN_PLANES
}

/// Whether the columns of these rows are written together.
pub(crate) fn stand_together(rows: &[u8], (columns, width): (usize, usize), class: Class) -> bool {
    let count = columns.checked_mul(width).and_then(|row| rows.len().checked_div(row));
    count.is_some_and(|count| may_stand_together(count, class))
        && match width {
            4 => all_planes_differ::<u32>(word::words::<u32>(rows), columns),
            8 => all_planes_differ::<u64>(word::words::<u64>(rows), columns),
            _ => false,
        }
}

/// The number of words that one vectorised loop compares.
const LANES: usize = 64;

/// Whether no column would be written as planes.
#[inline(never)]
fn all_planes_differ<T: Word>(words: &[T::Bytes], columns: usize) -> bool {
    let Some(first) = words.get(..columns).filter(|first| !first.is_empty()) else { return false };
    // Each pass compares as many whole rows as fit in the lanes.
    let lanes = LANES.wrapping_sub(LANES.checked_rem(columns).unwrap_or(0));
    let mut firsts = [T::ZERO; LANES];
    for (to, first) in firsts.iter_mut().zip(first.iter().cycle()) {
        *to = T::of(*first);
    }
    let mut differ = [T::ZERO; LANES];
    for rows in words.chunks(lanes.saturating_mul(MIN_PLANES)) {
        for rows in rows.chunks(lanes) {
            for ((differ, word), first) in differ.iter_mut().zip(rows).zip(&firsts) {
                *differ = *differ | (T::of(*word) ^ *first);
            }
        }
        let column = |column: usize| {
            let lanes = differ.iter().skip(column).step_by(columns);
            lanes.fold(T::ZERO, |all, differ| all | *differ)
        };
        let is_cut = |at| planes::is_any_constant(column(at).rotated_left());
        if !(0..columns).any(is_cut) {
            return true;
        }
    }
    false
}

/// Copies the numbers of the column at `index` out of rows.
pub(crate) fn from_rows(
    rows: &[u8],
    (columns, width): (usize, usize),
    index: usize,
    column: &mut Vec<u8>,
) {
    column.clear();
    column.resize(rows.len().checked_div(columns).unwrap_or(0), 0);
    match width {
        4 => numbers_of::<[u8; 4]>(rows, (columns, index), column),
        _ => numbers_of::<[u8; 8]>(rows, (columns, index), column),
    }
}

fn numbers_of<B: Pod>(rows: &[u8], (columns, index): (usize, usize), column: &mut [u8]) {
    let rows: &[B] = bytemuck::try_cast_slice(rows).unwrap_or_default();
    let column: &mut [B] = bytemuck::try_cast_slice_mut(column).unwrap_or_default();
    for (to, row) in column.iter_mut().zip(rows.chunks_exact(columns.max(1))) {
        if let Some(number) = row.get(index) {
            *to = *number;
        }
    }
}

/// Copies the numbers of the column at `index` into rows.
pub(crate) fn into_rows(
    column: &[u8],
    (columns, width): (usize, usize),
    index: usize,
    rows: &mut [u8],
) {
    let step = columns.saturating_mul(width).max(1);
    let at = index.saturating_mul(width);
    for (row, number) in rows.chunks_exact_mut(step).zip(column.chunks_exact(width.max(1))) {
        if let Some(place) = row.get_mut(at..at.wrapping_add(width)) {
            place.copy_from_slice(number);
        }
    }
}

/// Appends the first of `columns` columns that are stored together.
pub(crate) fn pack_together(rows: &[u8], columns: usize, out: &mut Bytes) {
    out.push([code::TOGETHER, u8::try_from(columns).unwrap_or(u8::MAX)]);
    out.extend_long(rows);
}

/// Appends one of the other columns.
pub(crate) fn pack_beside(index: usize, out: &mut Bytes) {
    out.push([code::BESIDE, u8::try_from(index).unwrap_or(u8::MAX)]);
}
