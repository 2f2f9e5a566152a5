//! Many values of one field taken at once.

use arrayvec::ArrayVec;

use super::{LONG, Writer, departed};
use crate::columns::may_stand_in_rows;
use crate::columns::plan::Act;
use crate::limits::check_sizeless;
use crate::rows::Era;
use crate::shape::Variant;
use crate::traits::save_shared;
use crate::{Error, Number, OutputArchive, Serialize, Shape, Step};

/// So many rows are taken before the next field is: they stay in the processor's nearest cache.
const BLOCK: usize = 64;

/// The same of rows that are few numbers.
const BLOCK_OF_NUMBERS: usize = 192;

impl<E: Era> Writer<'_, E> {
    /// Takes values one by one.
    #[inline(never)]
    pub(super) fn each<'v, T: Serialize + 'v>(
        &mut self,
        values: &mut dyn Iterator<Item = &'v T>,
    ) -> Result<(), Error> {
        let at = self.place();
        for value in values {
            // Not as one of many: types that are not visited so come here.
            if may_stand_in_rows::<T>() && self.goes_by_values() {
                save_shared(value, self)?;
            } else {
                value.serialize(self)?;
            }
            self.go_back(at);
        }
        Ok(())
    }

    /// Takes a value that stands alone.
    #[inline(always)]
    pub(super) fn alone<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        if may_stand_in_rows::<T>() && self.goes_by_values() {
            return save_shared(value, self);
        }
        value.serialize_alone(self)
    }

    /// Whether values are visited as their types say, rather than one field after the other.
    #[inline(always)]
    fn goes_by_values(&self) -> bool {
        self.one_by_one || self.at.by_rows || matches!(self.spot().act, Act::Rows)
    }

    /// Takes many values of one field.
    #[inline(always)]
    pub(super) fn many<'v, T: Serialize + 'v>(
        &mut self,
        mut values: impl Iterator<Item = &'v T> + Clone,
    ) -> Result<(), Error> {
        if may_stand_in_rows::<T>() && self.goes_by_values() {
            return self.each(&mut values);
        }
        let at = self.place();
        T::serialize_rows(values, self)?;
        self.go_back(at);
        Ok(())
    }

    /// Takes the elements of the list or array that was entered last.
    #[inline(always)]
    pub(super) fn elements<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        if self.one_by_one || self.at.by_rows {
            return self.elements_one_by_one(values);
        }
        let at = self.place();
        self.at.spot = self.at.inner;
        self.all(values)?;
        self.go_back(at);
        Ok(())
    }

    /// A function of its own, so that each type of element has one copy of the code.
    #[inline(never)]
    fn all<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        let block = if T::SIZE.is_few_numbers() { BLOCK_OF_NUMBERS } else { BLOCK };
        values.chunks(block).try_for_each(|block| self.rows(block.iter()))
    }

    /// Takes the elements of lists, few of each, together.
    #[inline(always)]
    pub(super) fn gather<'v, T: Serialize + 'v>(
        &mut self,
        lists: impl Iterator<Item = &'v [T]> + Clone,
    ) -> Result<(), Error> {
        let Some(any) = lists.clone().find_map(<[T]>::first) else { return Ok(()) };
        let (mut block, mut count) = ([any; BLOCK], 0_usize);
        for mut rest in lists {
            while !rest.is_empty() {
                let room = block.get_mut(count..).unwrap_or_default();
                let (now, later) = rest.split_at_checked(room.len()).unwrap_or((rest, &[]));
                room.iter_mut().zip(now).for_each(|(place, value)| *place = value);
                (rest, count) = (later, count.wrapping_add(now.len()));
                if count == BLOCK {
                    self.block(&block)?;
                    count = 0;
                }
            }
        }
        self.block(block.get(..count).unwrap_or_default())
    }

    /// A function of its own, as [`all`](Self::all).
    #[inline(never)]
    fn block<T: Serialize>(&mut self, values: &[&T]) -> Result<(), Error> {
        self.rows(values.iter().copied())
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
        if !matches!(spot.act, Act::Option) {
            return Err(departed());
        }
        if values.size_hint().1.is_none_or(|most| most > BLOCK) {
            return self.put_many_options(&mut values);
        }
        let Some(any) = values.clone().find_map(|value| value) else {
            self.column()?.data.append(values.count()).fill(0);
            return Ok(());
        };
        let (mut held, mut count, mut rows) = ([any; BLOCK], 0_usize, 0_usize);
        self.column()?.data.extend_block(|presence: &mut [u8; BLOCK]| {
            presence.iter_mut().zip(values).for_each(|(present, value)| {
                *present = u8::from(value.is_some());
                // The remainder changes nothing, but shows that the place is there.
                if let Some(place) = held.get_mut(count % BLOCK) {
                    *place = value.unwrap_or(any);
                }
                count = count.wrapping_add(usize::from(value.is_some()));
                rows = rows.wrapping_add(1);
            });
            rows
        });
        let at = self.place();
        self.at.spot = spot.first;
        self.rows(held.get(..count).unwrap_or_default().iter().copied())?;
        self.go_back(at);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn put_many_options<'v, T: Serialize + 'v>(
        &mut self,
        values: &mut dyn Iterator<Item = Option<&'v T>>,
    ) -> Result<(), Error> {
        let at = self.place();
        for value in values {
            self.option(value.is_some())?;
            value.map_or(Ok(()), |value| self.alone(value))?;
            self.go_back(at);
        }
        Ok(())
    }

    #[inline(always)]
    fn put_lens<'v, T: 'v>(
        &mut self,
        values: impl Iterator<Item = &'v [T]> + Clone,
    ) -> Result<usize, Error> {
        self.put_each_len(values.map(<[T]>::len))
    }

    /// Takes lengths, and gives their sum.
    #[inline(always)]
    fn put_each_len(&mut self, lens: impl Iterator<Item = usize> + Clone) -> Result<usize, Error> {
        let column = self.column()?;
        let (mut all, mut total) = (0, 0_usize);
        column.lens.extend_numbers(lens.clone().map(|len| {
            all |= len;
            total = total.wrapping_add(len);
            u8::try_from(len).unwrap_or(LONG)
        }));
        column.total = column.total.saturating_add(total);
        if all >= usize::from(LONG) {
            for len in lens {
                column.push_long(len)?;
            }
        }
        Ok(total)
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
        if !matches!(spot.act, Act::List) {
            return Err(departed());
        }
        let total = self.put_lens(values.clone())?;
        let at = self.place();
        self.at.spot = spot.first;
        // Long lists are taken as they are; of short ones, many make up a block.
        if total >> 5 > values.clone().count() {
            values.clone().try_for_each(|value| self.all(value))?;
        } else {
            self.gather(values)?;
        }
        self.go_back(at);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn put_number_slices<'v, N: Number>(
        &mut self,
        values: impl Iterator<Item = &'v [N]> + Clone,
    ) -> Result<(), Error> {
        let spot = self.spot();
        if !matches!(spot.act, Act::List) {
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
    pub(super) fn put_maps<'v, T, K, V, I>(
        &mut self,
        values: impl Iterator<Item = &'v T> + Clone,
        entries: impl Fn(&'v T) -> I + Clone,
    ) -> Result<(), Error>
    where
        T: 'v,
        K: Serialize + 'v,
        V: Serialize + 'v,
        I: ExactSizeIterator<Item = (&'v K, &'v V)>,
    {
        let spot = self.spot();
        if !matches!(spot.act, Act::Map) {
            return Err(departed());
        }
        let at = self.place();
        self.put_each_len(values.clone().map(|value| entries(value).len()))?;
        let (mut keys, mut held) = (ArrayVec::<&K, BLOCK>::new(), ArrayVec::<&V, BLOCK>::new());
        for value in values {
            for (key, value) in entries(value) {
                let _ = (keys.try_push(key), held.try_push(value));
                if keys.is_full() {
                    self.put_entries(spot.first, &keys, &held)?;
                    keys.clear();
                    held.clear();
                }
            }
        }
        self.put_entries(spot.first, &keys, &held)?;
        self.go_back(at);
        Ok(())
    }

    #[inline(never)]
    fn put_entries<K: Serialize, V: Serialize>(
        &mut self,
        first: usize,
        keys: &[&K],
        held: &[&V],
    ) -> Result<(), Error> {
        self.at.spot = first;
        self.rows(keys.iter().copied())?;
        self.at.spot = first.wrapping_add(1);
        self.rows(held.iter().copied())
    }

    #[inline(always)]
    pub(super) fn put_unit_variants(
        &mut self,
        shape: &'static Shape,
        mut indices: impl Iterator<Item = usize> + Clone,
    ) -> Result<(), Error> {
        let spot = self.spot();
        if !matches!(spot.act, Act::Enum) || spot.is_wide {
            return indices.try_for_each(|index| self.unit_variant(shape, index));
        }
        let variants = shape.variants();
        let is_catch = |index| variants.get(index).is_some_and(Variant::is_catch);
        if shape.catches() && indices.clone().any(is_catch) {
            return Err(departed());
        }
        let tag = |index: usize| variants.get(index).and_then(|v| u8::try_from(v.tag).ok());
        self.column()?.data.extend_numbers(indices.map(|index| tag(index).unwrap_or(u8::MAX)));
        Ok(())
    }

    fn unit_variant(&mut self, shape: &'static Shape, index: usize) -> Result<(), Error> {
        let at = self.place();
        let record = self.variant(shape, index)?;
        self.end(record)?;
        self.go_back(at);
        Ok(())
    }
}
