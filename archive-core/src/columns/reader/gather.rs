//! Builds values of a fixed size directly from unpacked columns.

use alloc::vec::Vec;

use super::{Data, Origin, Slot};
use crate::Deserialize;
use crate::columns::fixed::{self, Columns, MOST_COLUMNS, Pieces};
use crate::columns::plan::Act;
use crate::columns::tree::width;
use crate::context::Lent;
use crate::rows::Failed;

/// A column, and the bytes that each value has in it.
#[derive(Clone, Copy)]
struct Column<'s> {
    numbers: &'s [u8],
    width: usize,
}

/// What is left of the columns.
struct Unread<'s>(Vec<Column<'s>>);

impl Columns for Unread<'_> {
    fn next<'r>(
        &'r mut self,
        count: usize,
        _: &'r mut [u8],
        pieces: &mut Pieces<'r>,
    ) -> Result<(), Failed> {
        for (column, piece) in self.0.iter_mut().zip(pieces) {
            let len = count.wrapping_mul(column.width);
            (*piece, column.numbers) = column.numbers.split_at_checked(len).ok_or(Failed)?;
        }
        Ok(())
    }
}

/// Reads `len` values of a fixed size, starting at row `first` of a slot. `None` if their parts are not all numbers.
#[inline(never)]
pub(super) fn elements<'a, T: Deserialize<'a>>(
    values: &mut Vec<T>,
    len: usize,
    (slots, origins): (&[Slot<'a, '_>], &[Origin]),
    (slot, first): (usize, usize),
) -> Option<()> {
    let mut columns = Vec::new();
    let end = collect(&mut columns, (slots, origins), slot, 0)?;
    if Some(end) != T::SIZE.fixed {
        return None;
    }
    for column in &mut columns {
        column.numbers = column.numbers.get(first.checked_mul(column.width)?..)?;
    }
    fixed::build(values, len, &mut Unread(columns), Lent::NOTHING).ok()
}

/// Adds the columns of a slot, at the offset `byte` in the value. Returns the offset where they end.
fn collect<'s>(
    columns: &mut Vec<Column<'s>>,
    (slots, origins): (&[Slot<'_, 's>], &[Origin]),
    at: usize,
    byte: usize,
) -> Option<usize> {
    let slot = slots.get(at)?;
    let (array, count) = match slot.act {
        Act::Array(count) => (slots.get(slot.first)?, count),
        _ => (slot, 1),
    };
    match (slot.act, array.act, array.data) {
        (_, Act::Number(kind), Data::Numbers(numbers)) => {
            let width = width(kind).checked_mul(count)?;
            if columns.len() == MOST_COLUMNS {
                return None;
            }
            columns.push(Column { numbers, width });
            byte.checked_add(width)
        }
        (Act::Unit | Act::Absent, ..) => Some(byte),
        (Act::Struct | Act::Tuple, ..) => {
            let parts = slot.first..slot.first.checked_add(origins.get(at)?.parts)?;
            let mut byte = byte;
            for part in parts {
                byte = collect(columns, (slots, origins), part, byte)?;
            }
            Some(byte)
        }
        _ => None,
    }
}
