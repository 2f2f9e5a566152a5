//! Values of a fixed size that are built from columns which were unpacked as a whole.

use alloc::vec::Vec;

use super::{Data, Origin, Slot};
use crate::Deserialize;
use crate::columns::fixed::{self, ROWS};
use crate::columns::plan::Act;
use crate::columns::tree::width;
use crate::rows::Failed;

/// The most columns that a value may have.
const MOST: usize = 64;

/// A column of a value, and where it stands in a row.
#[derive(Clone, Copy)]
struct Column<'s> {
    numbers: &'s [u8],
    width: usize,
    at: usize,
}

/// Reads `len` values of a fixed size, the first of which is a row of a slot; nothing if they have
/// other parts than numbers.
#[inline(never)]
pub(super) fn elements<'a, T: Deserialize<'a>>(
    values: &mut Vec<T>,
    len: usize,
    (slots, origins): (&[Slot<'a, '_>], &[Origin]),
    (slot, first): (usize, usize),
) -> Option<()> {
    if !fixed::is_fixed::<T>() {
        return None;
    }
    let mut columns = Vec::new();
    let end = collect(&mut columns, (slots, origins), slot, 0)?;
    if Some(end) != T::SIZE.fixed {
        return None;
    }
    let mut row = first;
    let fill = |block: &mut [u8], count: usize| {
        for column in &columns {
            column.copy(row, count, block).ok_or(Failed)?;
        }
        row = row.checked_add(count).ok_or(Failed)?;
        Ok(())
    };
    fixed::build(values, len, fill).ok()
}

/// Adds the columns of a slot, which start at a byte of the row, and gives where they end.
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
            if columns.len() == MOST {
                return None;
            }
            columns.push(Column { numbers, width, at: byte });
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

impl Column<'_> {
    /// Copies some rows into a block.
    #[inline(always)]
    fn copy(&self, row: usize, count: usize, block: &mut [u8]) -> Option<()> {
        let len = count.checked_mul(self.width)?;
        let numbers = self.numbers.get(row.checked_mul(self.width)?..)?.get(..len)?;
        block.get_mut(self.at.checked_mul(ROWS)?..)?.get_mut(..len)?.copy_from_slice(numbers);
        Some(())
    }
}
