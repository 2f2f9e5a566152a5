//! Builds values of a fixed size directly from their columns, without copying them into rows first.
//!
//! Values are built in blocks. Each column contributes one piece to a block, which is borrowed from the archive if the
//! column is raw. Since every value is visited in the same order, the compiler knows which piece each number is read
//! from.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::array::Array;
use crate::context::Lent;
use crate::primitive::for_each_number;
use crate::rows::Failed;
use crate::size::InRow;
use crate::traits::{MinSize, get_bytes, push};
use crate::{Context, Deserialize, InputArchive, Primitive, PrimitiveKind, Scope, Shape, Step};

/// The number of values in a block.
const ROWS: usize = 512;

/// The most bytes of a value.
const MOST: usize = 256;

/// The most columns of a value.
pub(super) const MOST_COLUMNS: usize = 64;

/// The numbers of one block of values: a piece for each column.
pub(super) type Pieces<'r> = [&'r [u8]; MOST_COLUMNS];

/// The columns of values of a fixed size.
pub(super) trait Columns {
    /// The next pieces, of `count` values each. Those that cannot be borrowed are unpacked into `room`.
    fn next<'r>(
        &'r mut self,
        count: usize,
        room: &'r mut [u8],
        pieces: &mut Pieces<'r>,
    ) -> Result<(), Failed>;
}

/// Whether values of a type can be built from blocks.
pub(super) const fn is_fixed<'a, T: Deserialize<'a>>() -> bool {
    match (T::SIZE.fixed, T::SIZE.in_row) {
        (Some(fixed @ 1..=MOST), Some(InRow { bytes, sides: 0, .. })) => fixed == bytes,
        _ => false,
    }
}

/// Builds `len` values of a fixed size.
#[inline(always)]
pub(super) fn build<'a, T: Deserialize<'a>>(
    values: &mut Vec<T>,
    len: usize,
    columns: &mut impl Columns,
    lent: Lent<'_>,
) -> Result<(), Failed> {
    let size = T::SIZE.fixed.ok_or(Failed)?;
    let mut room = alloc::vec![0; size.wrapping_mul(len.min(ROWS))];
    let mut left = len;
    while left > 0 {
        let count = left.min(ROWS);
        left = left.wrapping_sub(count);
        let mut pieces: Pieces<'_> = [&[]; MOST_COLUMNS];
        columns.next(count, &mut room, &mut pieces)?;
        rows(values, &pieces, count, lent)?;
    }
    Ok(())
}

/// Not inlined, so that all its state stays in registers.
#[inline(never)]
fn rows<'a, T: Deserialize<'a>>(
    values: &mut Vec<T>,
    pieces: &Pieces<'_>,
    count: usize,
    lent: Lent<'_>,
) -> Result<(), Failed> {
    for row in 0..count {
        push(values, T::deserialize(&mut Fixed(Row { pieces, piece: 0, row }, lent))?);
    }
    Ok(())
}

/// What the numbers of a value are read from.
trait Source {
    /// The next `len` bytes: a number or an array of numbers.
    fn take(&mut self, len: usize) -> Result<&[u8], Failed>;
}

/// A value whose numbers are in separate pieces.
struct Row<'b> {
    pieces: &'b Pieces<'b>,
    /// The piece to read next.
    piece: usize,
    row: usize,
}

impl Source for Row<'_> {
    #[inline(always)]
    fn take(&mut self, len: usize) -> Result<&[u8], Failed> {
        let piece = self.pieces.get(self.piece).ok_or(Failed)?;
        self.piece = self.piece.wrapping_add(1);
        let from = self.row.wrapping_mul(len);
        piece.get(from..from.wrapping_add(len)).ok_or(Failed)
    }
}

/// The numbers of an array, which are contiguous.
struct Run<'b>(&'b [u8]);

impl Source for Run<'_> {
    #[inline(always)]
    fn take(&mut self, len: usize) -> Result<&[u8], Failed> {
        let (front, rest) = self.0.split_at_checked(len).ok_or(Failed)?;
        self.0 = rest;
        Ok(front)
    }
}

/// Reads a value of a fixed size, which cannot borrow.
struct Fixed<'l, S>(S, Lent<'l>);

impl<S: Source> Fixed<'_, S> {
    #[inline(always)]
    fn get<const N: usize>(&mut self) -> Result<[u8; N], Failed> {
        self.0.take(N)?.first_chunk().copied().ok_or(Failed)
    }

    #[inline(always)]
    fn build_array<'a, T: Deserialize<'a>, B: Array<T, N>, const N: usize>(
        &mut self,
    ) -> Result<B, Failed> {
        if const { !T::TYPE.kind.is_run() } {
            return Err(Failed);
        }
        let len = T::SIZE.fixed.ok_or(Failed)?.wrapping_mul(N);
        let mut run = Fixed(Run(self.0.take(len)?), self.1);
        B::build(|_| T::deserialize(&mut run))
    }
}

impl<'a, S: Source> InputArchive<'a> for Fixed<'_, S> {
    type Error = Failed;

    #[inline(always)]
    fn context(&mut self) -> Context<'_> {
        self.1.context()
    }

    #[inline(always)]
    fn primitive(&mut self, _: PrimitiveKind) -> Result<Primitive<'a>, Failed> {
        Err(Failed)
    }

    for_each_number!(get_bytes);

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
        Ok(Scope::of_tag(shape, tag, version))
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
        self.build_array()
    }

    #[inline(always)]
    fn boxed_array<T: Deserialize<'a>, const N: usize>(&mut self) -> Result<Box<[T; N]>, Failed> {
        self.build_array()
    }

    #[inline(always)]
    fn array_bytes(&mut self, len: usize) -> Result<Option<&[u8]>, Failed> {
        self.0.take(len).map(Some)
    }
}
