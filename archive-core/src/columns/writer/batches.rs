//! Implements the part of the writer that takes many values together.

use core::any::Any;

use super::{Writer, departed};
use crate::class::SaveClass;
#[cfg(not(any(archive_own_code, not(any(debug_assertions, feature = "small-code")))))]
use crate::class::save_class;
use crate::columns::plan::Act;
use crate::rows::Era;
use crate::traits::{BLOCK, Batches};
use crate::{Error, Kind, Number, OutputArchive, Room, Scope, Serialize, Shape, Step};

impl<E: Era> Batches for Writer<'_, E> {
    #[inline(always)]
    fn part_rows<'v, S, T: Serialize + 'v>(
        &mut self,
        step: Step<'_>,
        values: &[&'v S],
        part: impl Fn(&'v S) -> &'v T,
    ) -> Result<(), Error> {
        let spot = self.spot_of(step);
        // A primitive is taken directly from the field; other types are gathered first.
        if const { matches!(T::TYPE.kind, Kind::Primitive(_)) } {
            let at = self.at.spot;
            self.at.spot = spot;
            T::serialize_field(values, part, self)?;
            self.at.spot = at;
            return Ok(());
        }
        self.blocks(spot, Room::new().gather(values, part)?)
    }

    #[inline(always)]
    fn number_rows<'v, S, N: Number + Serialize>(
        &mut self,
        values: &[&'v S],
        of: impl Fn(&'v S) -> N,
    ) -> Result<(), Error> {
        let len = values.len().saturating_mul(size_of::<N>());
        N::fill_le(values, of, self.append(len));
        Ok(())
    }

    fn str_rows<L: AsRef<str>>(&mut self, values: &[&L]) -> Result<(), Error> {
        self.put_texts(values, text_of::<L>)
    }

    fn one_by_one<T: Serialize>(&mut self, values: &[&T]) -> Result<(), Error> {
        self.each(values)
    }

    fn bytes_rows<L: AsRef<[u8]>>(&mut self, values: &[&L]) -> Result<(), Error> {
        self.put_bytes(values, L::as_ref)
    }

    fn option_rows<T: Serialize>(&mut self, values: &[&Option<T>]) -> Result<(), Error> {
        values.chunks(BLOCK).try_for_each(|values| self.put_options(values))
    }

    fn slice_rows<L: AsRef<[T]>, T: Serialize>(&mut self, values: &[&L]) -> Result<(), Error> {
        self.put_slices(values)
    }

    fn numbers_rows<L: AsRef<[N]>, N: Number + Serialize>(
        &mut self,
        values: &[&L],
    ) -> Result<(), Error> {
        self.put_number_slices(values, L::as_ref)
    }

    fn bools_rows<L: AsRef<[bool]>>(&mut self, values: &[&L]) -> Result<(), Error> {
        self.put_number_slices(values, |values| {
            bytemuck::must_cast_slice::<bool, u8>(values.as_ref())
        })
    }

    fn array_rows<L: AsRef<[T]>, T: Serialize>(&mut self, values: &[&L]) -> Result<(), Error> {
        self.begin_tuple(0)?;
        self.at.spot = self.at.inner;
        self.gather(values)
    }

    #[inline(always)]
    fn number_array_rows<'v, T: Serialize, N: Number>(
        &mut self,
        values: &[&'v T],
        levels: usize,
        numbers: impl Fn(&'v T) -> &'v [N],
    ) -> Result<(), Error> {
        self.enter_arrays(levels)?;
        let each = const { size_of::<T>() };
        let room = self.append(values.len().saturating_mul(each));
        for (place, array) in room.chunks_exact_mut(each.max(1)).zip(values) {
            N::write_le(numbers(array), place);
        }
        Ok(())
    }

    #[inline(never)]
    fn map_rows<'v, T, K, V, I>(
        &mut self,
        values: &[&'v T],
        len: impl Fn(&'v T) -> usize,
        entries: impl Fn(usize, &'v T) -> I,
    ) -> Result<(), Error>
    where
        T: Serialize,
        K: Serialize + 'v,
        V: Serialize + 'v,
        I: Iterator<Item = (&'v K, &'v V)>,
    {
        let spot = self.spot();
        if !matches!(spot.act, Act::Map) {
            return Err(departed());
        }
        self.put_items(values, len, entries, |writer, entries| {
            let Some((key, value)) = entries.first().copied() else { return Ok(()) };
            let (mut keys, mut held) = ([key; BLOCK], [value; BLOCK]);
            for ((key, held), entry) in keys.iter_mut().zip(&mut held).zip(entries) {
                (*key, *held) = *entry;
            }
            let (keys, held) = (keys.get(..entries.len()), held.get(..entries.len()));
            writer.put_entries(spot.first, keys.unwrap_or_default(), held.unwrap_or_default())
        })
    }

    #[inline(never)]
    fn set_rows<'v, S, T, I>(
        &mut self,
        values: &[&'v S],
        len: impl Fn(&'v S) -> usize,
        elements: impl Fn(usize, &'v S) -> I,
    ) -> Result<(), Error>
    where
        S: Serialize,
        T: Serialize + 'v,
        I: Iterator<Item = &'v T>,
    {
        let spot = self.spot();
        if !matches!(spot.act, Act::List) {
            return Err(departed());
        }
        self.put_items(values, len, elements, |writer, elements| {
            writer.blocks(spot.first, elements)
        })
    }

    #[inline(always)]
    fn begin_rows(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        let place = self.begin_many()?;
        Ok(Scope::of_struct(shape, self.era.version(shape)).at(place))
    }

    #[inline(always)]
    fn end_rows(&mut self, _: Scope) -> Result<(), Error> {
        self.depth.ascend();
        Ok(())
    }

    #[inline(always)]
    fn variant_rows(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Error> {
        self.depth.descend()?;
        let record = Scope::of_variant(shape, index, self.era.version(shape));
        self.find_variant(&record, index).map(|(_, variant)| record.at(variant.first))
    }

    fn unit_variant_rows(&mut self, shape: &'static Shape, indices: &[u8]) -> Result<(), Error> {
        self.put_unit_variants(shape, indices)
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn class_rows(
        &mut self,
        step: Step<'_>,
        class: &dyn SaveClass,
        objects: &[&dyn Any],
    ) -> Result<(), Error> {
        let at = self.at.spot;
        self.at.spot = self.spot_of(step);
        match E::today(self) {
            Some(writer) => class.write_columns(objects, writer)?,
            None => return Err(departed()),
        }
        self.at.spot = at;
        Ok(())
    }

    #[cfg(not(any(archive_own_code, not(any(debug_assertions, feature = "small-code")))))]
    fn class_rows(
        &mut self,
        step: Step<'_>,
        class: &dyn SaveClass,
        objects: &[&dyn Any],
    ) -> Result<(), Error> {
        for object in objects {
            self.enter(step)?;
            save_class(class, *object, self)?;
            self.leave();
        }
        Ok(())
    }
}

/// The bytes of a text. A named function, so that all callers share one instance of the generic code.
fn text_of<L: AsRef<str>>(value: &L) -> &[u8] {
    value.as_ref().as_bytes()
}
