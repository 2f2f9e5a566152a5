//! Many values of one field taken at once.

use core::array::from_fn;

use super::{Writer, departed, too_long};
use crate::columns::plan::Act;
use crate::limits::check_sizeless;
use crate::rows::Era;
use crate::{Error, Number, OutputArchive, Serialize, Shape, Step};

/// So many rows are taken before the next field is: they stay in the processor's nearest cache.
const BLOCK: usize = 64;

impl<E: Era> Writer<'_, E> {
    /// Takes values one by one.
    pub(super) fn each<'v, T: Serialize + 'v>(
        &mut self,
        values: impl Iterator<Item = &'v T>,
    ) -> Result<(), Error> {
        let at = self.at;
        for value in values {
            value.serialize(self)?;
            self.at = at;
        }
        Ok(())
    }

    /// Takes the elements of the list or array that was entered last.
    #[inline(always)]
    pub(super) fn elements<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        if self.one_by_one || self.at.by_rows {
            return self.elements_one_by_one(values);
        }
        let at = self.at;
        self.at.spot = at.inner;
        self.all(values)?;
        self.at = at;
        Ok(())
    }

    /// A function of its own, so that each type of element has one copy of the code.
    #[inline(never)]
    fn all<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        self.rows(values.iter())
    }

    #[inline(never)]
    fn elements_one_by_one<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        for (index, value) in values.iter().enumerate() {
            self.part(Step::Element(index), value)?;
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn put_numbers<N: Number>(
        &mut self,
        spot: usize,
        values: &[N],
    ) -> Result<(), Error> {
        let column = self.columns.get_mut(spot).ok_or_else(departed)?;
        if cfg!(target_endian = "little") {
            column.data.extend(bytemuck::must_cast_slice(values));
        } else {
            column.data.extend_numbers(values.iter().copied());
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn put_bytes<'v>(
        &mut self,
        values: impl Iterator<Item = &'v [u8]> + Clone,
    ) -> Result<(), Error> {
        let total = self.put_lens(values.clone())?;
        self.column()?.data.extend_all(values, total);
        Ok(())
    }

    /// Which options hold a value is written without a branch, and so is the list of what they hold.
    #[inline(always)]
    pub(super) fn put_options<'v, T: Serialize + 'v>(
        &mut self,
        mut values: impl Iterator<Item = Option<&'v T>> + Clone,
    ) -> Result<(), Error> {
        let spot = self.spot();
        if spot.act != Act::Option {
            return Err(departed());
        }
        let at = self.at;
        loop {
            let mut held: [Option<&T>; BLOCK] = from_fn(|_| None);
            let (mut rows, mut count) = (0_usize, 0_usize);
            let mut presence = [0_u8; BLOCK];
            for (value, present) in values.by_ref().take(BLOCK).zip(&mut presence) {
                *present = u8::from(value.is_some());
                if let Some(place) = held.get_mut(count) {
                    *place = value;
                }
                count = count.wrapping_add(usize::from(value.is_some()));
                rows = rows.wrapping_add(1);
            }
            self.column()?.data.extend(presence.get(..rows).unwrap_or_default());
            self.at.spot = spot.first;
            self.rows(held.get(..count).unwrap_or_default().iter().flatten().copied())?;
            self.at = at;
            if rows < BLOCK {
                return Ok(());
            }
        }
    }

    #[inline(always)]
    fn put_lens<'v, T: 'v>(
        &mut self,
        values: impl Iterator<Item = &'v [T]>,
    ) -> Result<usize, Error> {
        let column = self.column()?;
        let (mut longest, mut total) = (0, 0_usize);
        column.lens.extend(values.map(|value| {
            longest = longest.max(value.len());
            total = total.wrapping_add(value.len());
            u32::try_from(value.len()).unwrap_or(u32::MAX)
        }));
        if u32::try_from(longest).is_err() { Err(too_long(longest)) } else { Ok(total) }
    }

    #[inline(always)]
    pub(super) fn put_slices<'v, T: Serialize + 'v>(
        &mut self,
        values: impl Iterator<Item = &'v [T]> + Clone,
    ) -> Result<(), Error> {
        if T::SIZE.fixed == Some(0) {
            values.clone().try_for_each(check_sizeless)?;
        }
        let spot = self.spot();
        if spot.act != Act::List {
            return Err(departed());
        }
        let total = self.put_lens(values.clone())?;
        let at = self.at;
        self.at.spot = spot.first;
        // Long lists are taken as they are; of short ones, many make up a block.
        if total >> 4 > values.clone().count() {
            values.clone().try_for_each(|value| self.all(value))?;
        } else {
            self.rows(values.flatten())?;
        }
        self.at = at;
        Ok(())
    }

    #[inline(always)]
    pub(super) fn put_number_slices<'v, N: Number>(
        &mut self,
        values: impl Iterator<Item = &'v [N]> + Clone,
    ) -> Result<(), Error> {
        let spot = self.spot();
        if spot.act != Act::List {
            return Err(departed());
        }
        let total = self.put_lens(values.clone())?;
        if cfg!(target_endian = "little") {
            let column = self.columns.get_mut(spot.first).ok_or_else(departed)?;
            let bytes = values.map(bytemuck::must_cast_slice::<N, u8>);
            column.data.extend_all(bytes, total.wrapping_mul(size_of::<N>()));
            return Ok(());
        }
        for value in values {
            self.put_numbers(spot.first, value)?;
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn put_unit_variants(
        &mut self,
        shape: &'static Shape,
        mut indices: impl Iterator<Item = usize> + Clone,
    ) -> Result<(), Error> {
        let spot = self.spot();
        if spot.act != Act::Enum || spot.is_wide {
            return indices.try_for_each(|index| self.unit_variant(shape, index));
        }
        let variants = shape.variants();
        let tag = |index: usize| variants.get(index).and_then(|v| u8::try_from(v.tag).ok());
        self.column()?.data.extend_numbers(indices.map(|index| tag(index).unwrap_or(u8::MAX)));
        Ok(())
    }

    fn unit_variant(&mut self, shape: &'static Shape, index: usize) -> Result<(), Error> {
        let at = self.at;
        let record = self.variant(shape, index)?;
        self.end(record)?;
        self.at = at;
        Ok(())
    }
}
