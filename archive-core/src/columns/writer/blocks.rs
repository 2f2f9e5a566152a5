//! Takes many values of one spot at once.

use super::floats::are_floats;
use super::{LONG, Writer, departed};
use crate::columns::may_stand_in_rows;
use crate::columns::plan::Act;
use crate::limits::check_sizeless;
use crate::rows::Era;
use crate::shape::Variant;
use crate::traits::{BLOCK, save_shared};
use crate::{Error, Number, OutputArchive, Room, Serialize, Shape, Step};

impl<E: Era> Writer<'_, E> {
    /// Takes values one by one.
    #[inline(never)]
    pub(super) fn each<T: Serialize>(&mut self, values: &[&T]) -> Result<(), Error> {
        let at = self.place();
        for value in values {
            // Not by `serialize_rows`, which leads here for types that cannot be taken together.
            value.serialize(self)?;
            self.go_back(at);
        }
        Ok(())
    }

    /// Takes a single value.
    #[inline(always)]
    pub(super) fn alone<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        if const { may_stand_in_rows::<T>() } && self.goes_by_values() {
            if self.own_row(value)? {
                return Ok(());
            }
            return save_shared(value, self);
        }
        if const { are_floats::<T>() } && self.takes_floats::<T>() {
            return self.put_floats_of(value);
        }
        value.serialize_alone(self)
    }

    /// Whether values must be visited one by one, rather than field by field for many at once.
    #[inline(always)]
    fn goes_by_values(&self) -> bool {
        self.one_by_one || self.at.by_rows || matches!(self.spot().act, Act::Rows)
    }

    /// Takes many values of a spot. This is compiled once for each type, and so is the type's code for many values.
    #[inline(never)]
    pub(super) fn blocks<T: Serialize>(&mut self, spot: usize, values: &[&T]) -> Result<(), Error> {
        let back = self.place();
        self.at.spot = spot;
        if const { are_floats::<T>() } && self.takes_floats::<T>() {
            self.put_floats(values.iter().copied())?;
            self.go_back(back);
            return Ok(());
        }
        let at = self.place();
        if const { may_stand_in_rows::<T>() } && self.goes_by_values() {
            for value in values {
                if !self.own_row(*value)? {
                    save_shared(*value, self)?;
                }
                self.go_back(at);
            }
            self.go_back(back);
            return Ok(());
        }
        for values in values.chunks(BLOCK) {
            T::serialize_rows(values, self)?;
            self.go_back(at);
        }
        self.go_back(back);
        Ok(())
    }

    /// Takes a recursive value by its type's own code for rows. Returns `false` if the shared code must take it.
    #[inline(never)]
    fn own_row<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<bool, Error> {
        if const { !E::TODAY } {
            return Ok(false);
        }
        if self.one_by_one
            || self.at.by_rows
            || self.graph.is_some()
            || !matches!(self.spot().act, Act::Rows)
        {
            return Ok(false);
        }
        let limits = crate::Limits::new().depth(self.depth.left);
        let Ok(len) = crate::rows::size(&value, None, &limits) else { return Ok(false) };
        let data = &mut self.column()?.data;
        let start = data.len();
        let room = data.append(len);
        if !matches!(crate::rows::write(&value, None, &limits, room), Ok(0)) {
            data.truncate(start);
            return Ok(false);
        }
        self.column()?.push_len(len)?;
        Ok(true)
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

    /// Not inlined, so that this is compiled once for each type of element.
    #[inline(never)]
    fn all<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        // All at once, so that the column grows only once, to just the size that it needs.
        if const { are_floats::<T>() } && self.takes_floats::<T>() {
            return self.put_floats(values.iter());
        }
        if let Some((levels, bytes)) = T::in_bytes(values) {
            let at = self.place();
            self.enter_arrays(levels)?;
            self.column()?.data.extend(bytes);
            self.go_back(at);
            return Ok(());
        }
        for values in values.chunks(BLOCK) {
            self.blocks(self.at.spot, Room::new().gather_slice(values, |value| value)?)?;
        }
        Ok(())
    }

    /// Takes the elements of short lists, by gathering them into blocks.
    #[inline(never)]
    pub(super) fn gather<L: AsRef<[T]>, T: Serialize>(
        &mut self,
        lists: &[&L],
    ) -> Result<(), Error> {
        let Some(any) = lists.iter().find_map(|list| list.as_ref().first()) else { return Ok(()) };
        let (mut block, mut count) = ([any; BLOCK], 0_usize);
        for list in lists {
            let mut rest = list.as_ref();
            // Many lists are empty, but the loops below are for several elements.
            if rest.is_empty() {
                continue;
            }
            loop {
                let end = count.wrapping_add(rest.len());
                // Mostly, all elements fit. For an array, the compiler knows their number.
                if let Some(room) = block.get_mut(count..end) {
                    for (place, value) in room.iter_mut().zip(rest) {
                        *place = value;
                    }
                    count = end;
                    break;
                }
                let room = block.get_mut(count..).unwrap_or_default();
                let (now, later) = rest.split_at_checked(room.len()).unwrap_or((rest, &[]));
                for (place, value) in room.iter_mut().zip(now) {
                    *place = value;
                }
                self.blocks(self.at.spot, &block)?;
                (rest, count) = (later, 0);
            }
        }
        self.blocks(self.at.spot, block.get(..count).unwrap_or_default())
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
            let room = column.data.append(size_of_val(values));
            N::write_le(values, room);
        }
        Ok(())
    }

    /// Takes at most a block of options. Both the flags and the list of values are written without branches.
    #[inline(never)]
    pub(super) fn put_options<T: Serialize>(&mut self, values: &[&Option<T>]) -> Result<(), Error> {
        let spot = self.spot();
        if !matches!(spot.act, Act::Option) {
            return Err(departed());
        }
        let presence = self.column()?.data.append(values.len());
        let Some(any) = values.iter().find_map(|value| value.as_ref()) else {
            presence.fill(0);
            return Ok(());
        };
        let (mut held, mut count) = ([any; BLOCK], 0_usize);
        for (present, value) in presence.iter_mut().zip(values) {
            // Nothing is written between these two, so the compiler makes one look at the option of them.
            let (is_some, held_value) = (u8::from(value.is_some()), value.as_ref().unwrap_or(any));
            *present = is_some;
            // The remainder changes nothing, but shows the compiler that the index is in bounds.
            if let Some(place) = held.get_mut(count % BLOCK) {
                *place = held_value;
            }
            count = count.wrapping_add(usize::from(is_some));
        }
        self.blocks(spot.first, held.get(..count).unwrap_or_default())
    }

    /// Takes lengths and returns their sum.
    #[inline(always)]
    pub(super) fn put_lens<V: Copy>(
        &mut self,
        values: &[V],
        len_of: impl Fn(V) -> usize,
    ) -> Result<usize, Error> {
        let column = self.column()?;
        let (mut all, mut total) = (0, 0_usize);
        for (place, value) in column.lens.append(values.len()).iter_mut().zip(values) {
            let len = len_of(*value);
            all |= len;
            total = total.wrapping_add(len);
            *place = u8::try_from(len).unwrap_or(LONG);
        }
        column.total = column.total.saturating_add(total);
        if all >= usize::from(LONG) {
            for value in values {
                column.push_long(len_of(*value))?;
            }
        }
        Ok(total)
    }

    #[inline(never)]
    pub(super) fn put_slices<L: AsRef<[T]>, T: Serialize>(
        &mut self,
        values: &[&L],
    ) -> Result<(), Error> {
        if const { matches!(T::SIZE.fixed, Some(0)) } {
            values.iter().try_for_each(|values| check_sizeless(values.as_ref()))?;
        }
        let spot = self.spot();
        if !matches!(spot.act, Act::List) {
            return Err(departed());
        }
        let total = self.put_lens(values, |values| values.as_ref().len())?;
        let at = self.place();
        self.at.spot = spot.first;
        // Long lists are taken one by one; short ones are gathered into blocks.
        if total >> 5 > values.len() {
            values.iter().try_for_each(|values| self.all(values.as_ref()))?;
        } else {
            self.gather(values)?;
        }
        self.go_back(at);
        Ok(())
    }

    /// Takes the entries of many maps or sets, in blocks.
    #[inline(always)]
    pub(super) fn put_items<'v, S, T: Copy, I: Iterator<Item = T>>(
        &mut self,
        values: &[&'v S],
        len: impl Fn(&'v S) -> usize,
        items: impl Fn(usize, &'v S) -> I,
        put: impl Fn(&mut Self, &[T]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let at = self.place();
        self.put_lens(values, len)?;
        let first = |(index, value): (usize, &&'v S)| items(index, *value).next();
        let Some(any) = values.iter().enumerate().find_map(first) else { return Ok(()) };
        let (mut held, mut count) = ([any; BLOCK], 0_usize);
        for (index, value) in values.iter().enumerate() {
            for item in items(index, value) {
                if let Some(place) = held.get_mut(count) {
                    *place = item;
                }
                count = count.wrapping_add(1);
                if count == BLOCK {
                    put(self, &held)?;
                    count = 0;
                }
            }
        }
        put(self, held.get(..count).unwrap_or_default())?;
        self.go_back(at);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn put_entries<K: Serialize, V: Serialize>(
        &mut self,
        first: usize,
        keys: &[&K],
        held: &[&V],
    ) -> Result<(), Error> {
        self.blocks(first, keys)?;
        self.blocks(first.wrapping_add(1), held)
    }

    #[inline(never)]
    pub(super) fn put_unit_variants(
        &mut self,
        shape: &'static Shape,
        indices: &[u8],
    ) -> Result<(), Error> {
        let spot = self.spot();
        if !matches!(spot.act, Act::Enum) || spot.is_wide {
            return indices.iter().try_for_each(|index| self.unit_variant(shape, *index));
        }
        let variants = shape.variants();
        let variant = |index: u8| variants.get(usize::from(index));
        if shape.catches() && indices.iter().any(|i| variant(*i).is_some_and(Variant::is_catch)) {
            return Err(departed());
        }
        // In most enums, tags count from 0.
        if (0_u32..).zip(variants).all(|(index, variant)| variant.tag == index) {
            self.column()?.data.extend(indices);
            return Ok(());
        }
        for (place, index) in self.column()?.data.append(indices.len()).iter_mut().zip(indices) {
            *place = variant(*index).and_then(|v| u8::try_from(v.tag).ok()).unwrap_or(u8::MAX);
        }
        Ok(())
    }

    fn unit_variant(&mut self, shape: &'static Shape, index: u8) -> Result<(), Error> {
        let at = self.place();
        let record = self.variant(shape, usize::from(index))?;
        self.end(record)?;
        self.go_back(at);
        Ok(())
    }
}
