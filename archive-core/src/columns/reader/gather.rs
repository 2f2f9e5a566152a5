//! Values of a fixed size put together from their columns in blocks.
//!
//! A block of rows is gathered from one column after the other into memory that stays in the
//! processor's nearest cache, each row in the form that it has in rows; the values are built from
//! that, without a look at any column.

use alloc::vec::Vec;

use super::{Data, Origin, Slot};
use crate::array::try_array;
use crate::columns::plan::Act;
use crate::columns::tree::width;
use crate::primitive::for_each_number;
use crate::rows::Failed;
use crate::traits::MinSize;
use crate::{Deserialize, InputArchive, Primitive, PrimitiveKind, Scope, Shape, Step};

/// The bytes of a block of rows.
const BLOCK: usize = 4096;

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
    let size = T::SIZE.fixed.filter(|size| (1..=BLOCK).contains(size))?;
    let mut columns = Vec::new();
    let end = collect(&mut columns, (slots, origins), slot, 0)?;
    if end != size {
        return None;
    }
    let mut block = [0_u8; BLOCK];
    let rows = BLOCK.checked_div(size)?;
    let mut row = 0_usize;
    while row < len {
        let count = rows.min(len.wrapping_sub(row));
        let block = block.get_mut(..count.wrapping_mul(size))?;
        for column in &columns {
            column.scatter(first.checked_add(row)?, count, block, size)?;
        }
        for index in 0..count {
            let from = index.wrapping_mul(size);
            let rest = block.get(from..from.wrapping_add(size))?;
            let value = T::deserialize(&mut Fixed { rest }).ok()?;
            if values.len() < values.capacity() {
                values.push(value);
            }
        }
        row = row.wrapping_add(count);
    }
    Some(())
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
    /// Copies some rows into a block whose rows have a size.
    #[inline(always)]
    fn scatter(&self, row: usize, count: usize, block: &mut [u8], size: usize) -> Option<()> {
        let from = row.checked_mul(self.width)?;
        let len = count.checked_mul(self.width)?;
        let numbers = self.numbers.get(from..)?.get(..len)?;
        let rows = block.chunks_exact_mut(size);
        match self.width {
            1 => each::<1>(numbers, rows, self.at),
            2 => each::<2>(numbers, rows, self.at),
            4 => each::<4>(numbers, rows, self.at),
            8 => each::<8>(numbers, rows, self.at),
            12 => each::<12>(numbers, rows, self.at),
            16 => each::<16>(numbers, rows, self.at),
            width => {
                for (row, numbers) in rows.zip(numbers.chunks_exact(width)) {
                    row.get_mut(self.at..)?.get_mut(..width)?.copy_from_slice(numbers);
                }
            }
        }
        Some(())
    }
}

#[inline(always)]
fn each<'b, const N: usize>(numbers: &[u8], rows: impl Iterator<Item = &'b mut [u8]>, at: usize) {
    let numbers: &[[u8; N]] = bytemuck::try_cast_slice(numbers).unwrap_or_default();
    for (row, number) in rows.zip(numbers) {
        if let Some(place) = row.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
            *place = *number;
        }
    }
}

/// Reads a value of a fixed size, from which nothing can be borrowed.
struct Fixed<'b> {
    rest: &'b [u8],
}

impl Fixed<'_> {
    #[inline(always)]
    fn get<const N: usize>(&mut self) -> Result<[u8; N], Failed> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(Failed)?;
        self.rest = rest;
        Ok(*bytes)
    }
}

macro_rules! number_methods {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        #[inline(always)]
        fn $ty(&mut self) -> Result<$ty, Failed> {
            self.get().map($ty::from_le_bytes)
        }
    )*};
}

impl<'a> InputArchive<'a> for Fixed<'_> {
    type Error = Failed;

    #[inline(always)]
    fn primitive(&mut self, _: PrimitiveKind) -> Result<Primitive<'a>, Failed> {
        Err(Failed)
    }

    for_each_number!(number_methods);

    #[inline(always)]
    fn unit(&mut self) -> Result<(), Failed> {
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self) -> Result<bool, Failed> {
        match self.get()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(Failed),
        }
    }

    #[inline(always)]
    fn char(&mut self) -> Result<char, Failed> {
        char::from_u32(self.u32()?).ok_or(Failed)
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Failed> {
        Ok(Scope::of_struct(shape, shape.version))
    }

    fn variant(&mut self, _: &'static Shape) -> Result<Scope, Failed> {
        Err(Failed)
    }

    fn option(&mut self) -> Result<bool, Failed> {
        Err(Failed)
    }

    fn begin_list(&mut self, _: MinSize) -> Result<usize, Failed> {
        Err(Failed)
    }

    fn begin_map(&mut self, _: MinSize) -> Result<usize, Failed> {
        Err(Failed)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<T: Deserialize<'a>>(&mut self, _: Step<'_>) -> Result<T, Failed> {
        T::deserialize(self)
    }

    #[inline(always)]
    fn array<T: Deserialize<'a>, const N: usize>(&mut self) -> Result<[T; N], Failed> {
        try_array(|_| T::deserialize(self))
    }
}
