//! Takes structs of floats row by row. Packing then decides whether their columns are stored together.

use super::{Writer, departed};
use crate::columns::tree::MOST_TOGETHER;
use crate::rows::{Era, write_one};
use crate::size::Floats;
use crate::{Error, Serialize};

/// Whether a type consists of several floats and nothing else, each with its own column.
pub(super) const fn are_floats<T: Serialize + ?Sized>() -> bool {
    match (T::SIZE.floats, T::SIZE.fixed) {
        (Floats::Of(width), Some(bytes)) => {
            bytes > width && bytes <= width.saturating_mul(MOST_TOGETHER)
        }
        _ => false,
    }
}

impl<E: Era> Writer<'_, E> {
    /// Whether values that [are floats](are_floats) are taken row by row at the current spot.
    #[inline(always)]
    pub(super) fn takes_floats<T: Serialize + ?Sized>(&self) -> bool {
        !self.one_by_one
            && !self.at.by_rows
            && self.depth.left >= T::SIZE.levels
            && self.plan.tree.get(self.spot().node).floats().is_some()
    }

    /// Room for `count` values.
    #[inline(always)]
    fn room_for<T: Serialize + ?Sized>(&mut self, count: usize) -> Result<&mut [u8], Error> {
        let size = T::SIZE.fixed.ok_or_else(departed)?;
        Ok(self.column()?.data.append(count.saturating_mul(size)))
    }

    /// Takes the floats of a value.
    #[inline(always)]
    pub(super) fn put_floats_of<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        write_one(value, self.room_for::<T>(1)?).map_err(|_| departed())
    }

    /// Takes the floats of many values.
    #[inline(always)]
    pub(super) fn put_floats<'v, T: Serialize + 'v>(
        &mut self,
        values: impl ExactSizeIterator<Item = &'v T>,
    ) -> Result<(), Error> {
        let size = T::SIZE.fixed.ok_or_else(departed)?;
        let rows = self.room_for::<T>(values.len())?.chunks_exact_mut(size.max(1));
        for (value, row) in values.zip(rows) {
            write_one(value, row).map_err(|_| departed())?;
        }
        Ok(())
    }
}
