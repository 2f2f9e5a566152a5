//! Values of a fixed size that are built from their columns, without a row between them.
//!
//! A block has so many values of each column, one column after the other. As the size of a value is
//! known to the compiler, so is the place of each column; and as a block always has the same
//! length, no part of a value is looked for.

use alloc::vec::Vec;

use crate::array::try_array;
use crate::primitive::for_each_number;
use crate::rows::Failed;
use crate::size::InRow;
use crate::traits::MinSize;
use crate::{Deserialize, InputArchive, Primitive, PrimitiveKind, Scope, Shape, Step};

/// So many values a block has.
pub(super) const ROWS: usize = 512;

/// The most bytes of a value.
const MOST: usize = 256;

/// Whether values of a type may be built from blocks.
pub(super) const fn is_fixed<'a, T: Deserialize<'a>>() -> bool {
    match (T::SIZE.fixed, T::SIZE.in_row) {
        (Some(fixed @ 1..=MOST), Some(InRow { bytes, sides: 0, .. })) => fixed == bytes,
        _ => false,
    }
}

/// Builds `len` values of a fixed size; `fill` gives a block with the next so many of them.
#[inline(always)]
pub(super) fn build<'a, T: Deserialize<'a>>(
    values: &mut Vec<T>,
    len: usize,
    mut fill: impl FnMut(&mut [u8], usize) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let size = T::SIZE.fixed.ok_or(Failed)?.wrapping_mul(ROWS);
    let mut room = alloc::vec![0; size];
    let mut left = len;
    while left > 0 {
        let count = left.min(ROWS);
        left = left.wrapping_sub(count);
        fill(&mut room, count)?;
        rows(values, room.get(..size).ok_or(Failed)?, count)?;
    }
    Ok(())
}

/// A function of its own, which keeps all it needs in registers.
#[inline(never)]
fn rows<'a, T: Deserialize<'a>>(
    values: &mut Vec<T>,
    block: &[u8],
    count: usize,
) -> Result<(), Failed> {
    let size = T::SIZE.fixed.ok_or(Failed)?.wrapping_mul(ROWS);
    let block = block.get(..size).ok_or(Failed)?;
    for row in 0..count.min(ROWS) {
        let value = T::deserialize(&mut Fixed::<ROWS> { block, at: 0, row })?;
        // Always, but only so does the compiler know that the list does not grow.
        if values.len() < values.capacity() {
            values.push(value);
        }
    }
    Ok(())
}

/// Reads a value of a fixed size, from which nothing can be borrowed.
struct Fixed<'b, const ROWS: usize> {
    block: &'b [u8],
    /// The bytes of the value that were read.
    at: usize,
    row: usize,
}

impl<const ROWS: usize> Fixed<'_, ROWS> {
    #[inline(always)]
    fn get<const N: usize>(&mut self) -> Result<[u8; N], Failed> {
        let from = self.at.wrapping_mul(ROWS).wrapping_add(self.row.wrapping_mul(N));
        let bytes = self.block.get(from..from.wrapping_add(N)).and_then(<[u8]>::first_chunk);
        self.at = self.at.wrapping_add(N);
        bytes.copied().ok_or(Failed)
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

impl<'a, const ROWS: usize> InputArchive<'a> for Fixed<'_, ROWS> {
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

    #[inline(always)]
    fn variant(&mut self, shape: &'static Shape) -> Result<Scope, Failed> {
        let [tag] = self.get()?;
        let (version, tag) = (shape.version, u32::from(tag));
        Ok(Scope { shape, fields: &[], version, tag, place: 0 })
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
        if !T::TYPE.kind.is_run() {
            return Err(Failed);
        }
        // The numbers of a row stand together.
        let len = T::SIZE.fixed.ok_or(Failed)?.wrapping_mul(N);
        let from = self.at.wrapping_mul(ROWS).wrapping_add(self.row.wrapping_mul(len));
        let block = self.block.get(from..from.wrapping_add(len)).ok_or(Failed)?;
        self.at = self.at.wrapping_add(len);
        let mut row = Fixed::<1> { block, at: 0, row: 0 };
        try_array(|_| T::deserialize(&mut row))
    }
}
