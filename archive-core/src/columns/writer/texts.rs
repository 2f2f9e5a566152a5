//! Takes texts, and lists of numbers, of many values at once.

use super::{Column, LONG, Writer, departed};
use crate::columns::bytes::Bytes;
use crate::columns::plan::Act;
use crate::rows::Era;
use crate::{Error, Number};

/// The shortest and the longest length in a column so far, capped at 255.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    fewest: u8,
    most: u8,
}

impl Default for Extent {
    fn default() -> Self {
        Self { fewest: LONG, most: 0 }
    }
}

impl Extent {
    fn include(&mut self, lens: &[u8]) {
        self.fewest = lens.iter().fold(self.fewest, |fewest, len| fewest.min(*len));
        self.most = lens.iter().fold(self.most, |most, len| most.max(*len));
    }

    /// Appends values with a loop for lengths in this range, which has no branch that depends on the length. `None` if
    /// there is no such loop, or if a length is outside the range.
    #[inline(always)]
    fn extend<'v, const UNIT: usize, V: Copy>(
        self,
        data: &mut Bytes,
        values: &[V],
        bytes: impl Fn(V) -> &'v [u8],
        lens: &mut [u8],
    ) -> Option<usize> {
        let bytes_of = |len: u8| usize::from(len).wrapping_mul(UNIT);
        match (bytes_of(self.fewest), bytes_of(self.most)) {
            (16.., ..=32) => data.extend_foreseen::<16, 32, UNIT, _>(values, bytes, lens),
            (16.., ..=64) => data.extend_foreseen::<16, 64, UNIT, _>(values, bytes, lens),
            (8.., ..=32) => data.extend_foreseen::<8, 32, UNIT, _>(values, bytes, lens),
            (4.., ..=16) => data.extend_foreseen::<4, 16, UNIT, _>(values, bytes, lens),
            // For one to three single bytes, the loop would be as slow as a mispredicted branch.
            (2.., ..=16) if const { UNIT == 1 } => {
                data.extend_foreseen::<2, 16, UNIT, _>(values, bytes, lens)
            }
            (1, 1) if const { UNIT == 1 } => {
                data.extend_foreseen::<1, 1, UNIT, _>(values, bytes, lens)
            }
            (1.., ..=16) if const { UNIT == 1 } => None,
            (_, ..=8) => data.extend_foreseen::<0, 8, UNIT, _>(values, bytes, lens),
            (_, ..=16) => data.extend_foreseen::<0, 16, UNIT, _>(values, bytes, lens),
            (_, ..=32) => data.extend_foreseen::<0, 32, UNIT, _>(values, bytes, lens),
            _ => None,
        }
    }
}

/// With fewer values, the loops for a range of lengths do not pay.
const FEW: usize = 4;

impl<E: Era> Writer<'_, E> {
    /// Takes texts: as indices into a dictionary while few of them differ.
    #[inline(never)]
    pub(super) fn put_texts<'v, L>(
        &mut self,
        values: &[&'v L],
        bytes: impl Fn(&'v L) -> &'v [u8],
    ) -> Result<(), Error> {
        let column = self.column()?;
        if column.look_up(values.len()) {
            if let Some(total) = column.take_known(values, &bytes) {
                column.total = column.total.saturating_add(total);
                return Ok(());
            }
        }
        self.put_bytes(values, bytes)
    }

    #[inline(never)]
    pub(super) fn put_bytes<'v, L>(
        &mut self,
        values: &[&'v L],
        bytes: impl Fn(&'v L) -> &'v [u8],
    ) -> Result<(), Error> {
        let column = self.column()?;
        if values.len() >= FEW {
            let Column { lens, data, extent, .. } = column;
            let had = lens.len();
            if let Some(total) =
                extent.extend::<1, _>(data, values, &bytes, lens.append(values.len()))
            {
                column.total = column.total.saturating_add(total);
                return Ok(());
            }
            lens.truncate(had);
        }
        let total = self.put_lens_of(values, |value| bytes(value).len())?;
        self.column()?.data.extend_all(values, bytes, total);
        Ok(())
    }

    /// Takes lengths, notes their extent and returns their sum.
    #[inline(always)]
    fn put_lens_of<V: Copy>(
        &mut self,
        values: &[V],
        len_of: impl Fn(V) -> usize,
    ) -> Result<usize, Error> {
        let total = self.put_lens(values, len_of)?;
        let column = self.column()?;
        let lens = column.lens.as_slice();
        let had = lens.len().wrapping_sub(values.len());
        column.extent.include(lens.get(had..).unwrap_or_default());
        Ok(total)
    }

    /// Takes lists whose elements are numbers.
    #[inline(never)]
    pub(super) fn put_number_slices<'v, L, N: Number>(
        &mut self,
        values: &[&'v L],
        numbers: impl Fn(&'v L) -> &'v [N],
    ) -> Result<(), Error> {
        let (at, spot) = (self.at.spot, self.spot());
        if !matches!(spot.act, Act::List) {
            return Err(departed());
        }
        if cfg!(not(target_endian = "little")) {
            self.put_lens(values, |values| numbers(values).len())?;
            return values
                .iter()
                .try_for_each(|values| self.put_numbers(spot.first, numbers(values)));
        }
        let bytes = |values| bytemuck::must_cast_slice(numbers(values));
        if values.len() >= FEW {
            let columns = self.columns.split_at_mut_checked(spot.first);
            let Some((Some(column), Some(Column { data, .. }))) =
                columns.map(|(front, back)| (front.get_mut(at), back.first_mut()))
            else {
                return Err(departed());
            };
            let Column { lens, extent, .. } = column;
            let had = lens.len();
            let places = lens.append(values.len());
            let extended = if const { size_of::<N>() == 1 } {
                extent.extend::<1, _>(data, values, bytes, places)
            } else if const { size_of::<N>() == 2 } {
                extent.extend::<2, _>(data, values, bytes, places)
            } else if const { size_of::<N>() == 4 } {
                extent.extend::<4, _>(data, values, bytes, places)
            } else if const { size_of::<N>() == 8 } {
                extent.extend::<8, _>(data, values, bytes, places)
            } else {
                extent.extend::<16, _>(data, values, bytes, places)
            };
            if let Some(total) = extended {
                let count = total.checked_div(size_of::<N>()).unwrap_or(0);
                column.total = column.total.saturating_add(count);
                return Ok(());
            }
            lens.truncate(had);
        }
        let total = self.put_lens_of(values, |values| numbers(values).len())?;
        let column = self.columns.get_mut(spot.first).ok_or_else(departed)?;
        column.data.extend_all(values, bytes, total.wrapping_mul(size_of::<N>()));
        Ok(())
    }
}
