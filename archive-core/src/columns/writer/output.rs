//! What the writer takes when a value is visited.

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use core::any::Any;

use super::{Writer, departed};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::class::{SaveClass, save_class};
use crate::columns::plan::Act;
use crate::graph::{self, Graph};
use crate::limits::check_sizeless;
use crate::primitive::for_each_number;
use crate::rows::{Era, check_variant};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::traits::uses_own_code;
use crate::traits::{BLOCK, put_any};
use crate::versions::Versions;
use crate::{Error, Kind, Number, OutputArchive, Primitive, Room, Scope, Serialize, Shape, Step};

macro_rules! number_methods {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        #[inline(always)]
        fn $ty(&mut self, value: $ty) -> Result<(), Error> {
            self.put(value.to_le_bytes())
        }
    )*};
}

impl<E: Era> OutputArchive for Writer<'_, E> {
    type Error = Error;

    #[inline]
    fn primitive(&mut self, value: Primitive<'_>) -> Result<(), Error> {
        put_any(self, value)
    }

    for_each_number!(number_methods);

    #[inline(always)]
    fn unit(&mut self) -> Result<(), Error> {
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<(), Error> {
        self.put([u8::from(value)])
    }

    #[inline(always)]
    fn char(&mut self, value: char) -> Result<(), Error> {
        self.put(u32::from(value).to_le_bytes())
    }

    #[inline(always)]
    fn str(&mut self, value: &str) -> Result<(), Error> {
        self.bytes(value.as_bytes())
    }

    #[inline(always)]
    fn bytes(&mut self, value: &[u8]) -> Result<(), Error> {
        self.put_len(value.len())?;
        self.column()?.data.extend(value);
        Ok(())
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.descend()?;
        let record = Scope::of_struct(shape, self.era.version(shape));
        let spot = self.spot();
        match spot.act {
            Act::Struct => Ok(record.at(spot.first)),
            Act::Rows => {
                self.begin_row()?;
                Ok(record)
            }
            _ => Err(departed()),
        }
    }

    #[inline(always)]
    fn variant(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Error> {
        self.descend()?;
        let record = Scope::of_variant(shape, index, self.era.version(shape));
        if !E::TODAY {
            check_variant(&record, index)?;
        }
        if matches!(self.spot().act, Act::Rows) {
            self.begin_row()?;
            self.put_varint(u64::from(record.tag))?;
            return Ok(record);
        }
        self.open_variant(&record, index).map(|first| record.at(first))
    }

    #[inline(always)]
    fn end(&mut self, _record: Scope) -> Result<(), Error> {
        self.depth = self.depth.saturating_add(1);
        if self.at.by_rows { self.end_row() } else { Ok(()) }
    }

    #[inline]
    fn enter(&mut self, step: Step<'_>) -> Result<(), Error> {
        self.entered.push(self.at);
        self.step(step);
        Ok(())
    }

    #[inline]
    fn leave(&mut self) {
        if let Some(at) = self.entered.pop() {
            self.at = at;
        }
    }

    #[inline(always)]
    fn option(&mut self, is_some: bool) -> Result<(), Error> {
        self.put([u8::from(is_some)])?;
        if !self.at.by_rows {
            let spot = self.spot();
            if !matches!(spot.act, Act::Option) {
                return Err(departed());
            }
            self.at.spot = spot.first;
        }
        Ok(())
    }

    #[inline(always)]
    fn begin_list(&mut self, len: usize) -> Result<(), Error> {
        self.put_len(len)?;
        self.open(|act| matches!(act, Act::List).then_some(0))
    }

    #[inline(always)]
    fn begin_tuple(&mut self, _len: usize) -> Result<(), Error> {
        self.open(|act| match act {
            Act::Array(_) => Some(0),
            Act::Tuple => Some(1),
            _ => None,
        })
    }

    #[inline(always)]
    fn begin_map(&mut self, len: usize) -> Result<(), Error> {
        self.put_len(len)?;
        self.open(|act| matches!(act, Act::Map).then_some(1))
    }

    #[inline(always)]
    fn begin_pointer(&mut self) -> Result<(), Error> {
        self.descend()
    }

    #[inline(always)]
    fn end_pointer(&mut self) {
        self.depth = self.depth.saturating_add(1);
    }

    fn erased(&mut self) -> Option<&mut dyn OutputArchive<Error = Error>> {
        Some(self)
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn class(&mut self, class: &dyn SaveClass, object: &dyn Any) -> Result<(), Error> {
        let is_shared = self.one_by_one || self.at.by_rows || !uses_own_code();
        match E::today(self).filter(|_| !is_shared) {
            Some(writer) => class.write_columns(&[object], writer),
            None => save_class(class, object, self),
        }
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

    #[inline(always)]
    fn graph(&mut self) -> Option<&mut Graph> {
        self.graph.as_deref_mut()
    }

    fn begin_table(&mut self, table: usize, len: usize) -> Result<(), Error> {
        self.enter_table(table, len)
    }

    fn end_table(&mut self, _: usize) -> Result<(), Error> {
        self.leave_table();
        Ok(())
    }

    fn object(&mut self, kind: usize, index: usize) -> Result<(), Error> {
        let at = self.place();
        graph::object(self, kind, index)?;
        self.go_back(at);
        Ok(())
    }

    #[inline(always)]
    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        error.within(step)
    }

    #[inline(always)]
    fn versions(&self) -> Option<&Versions> {
        self.era.versions()
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<T: Serialize + ?Sized>(&mut self, step: Step<'_>, value: &T) -> Result<(), Error> {
        let at = self.place();
        self.step(step);
        match self.alone(value) {
            Ok(()) => {
                self.go_back(at);
                Ok(())
            }
            Err(error) => Err(error.within(step)),
        }
    }

    #[inline(always)]
    fn slice<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        check_sizeless(values)?;
        self.begin_list(values.len())?;
        self.elements(values)
    }

    #[inline(always)]
    fn array<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        self.begin_tuple(values.len())?;
        self.elements(values)
    }

    fn number_bytes(&mut self, bytes: &[u8], list_of: Option<usize>) -> Result<bool, Error> {
        match list_of {
            Some(size) => self.begin_list(bytes.len().checked_div(size).unwrap_or(0))?,
            None => self.begin_tuple(0)?,
        }
        let spot = if self.at.by_rows { self.at.spot } else { self.at.inner };
        self.put_numbers(spot, bytes)?;
        Ok(true)
    }

    #[inline(always)]
    fn numbers<N: Number + Serialize>(&mut self, values: &[N]) -> Result<(), Error> {
        self.begin_list(values.len())?;
        let spot = if self.at.by_rows { self.at.spot } else { self.at.inner };
        self.put_numbers(spot, values)
    }

    #[inline(always)]
    fn bools(&mut self, values: &[bool]) -> Result<(), Error> {
        self.numbers(bytemuck::must_cast_slice::<bool, u8>(values))
    }

    #[inline(always)]
    fn rows<T: Serialize>(&mut self, values: &[&T]) -> Result<(), Error> {
        self.blocks(self.at.spot, values)
    }

    #[inline(always)]
    fn part_rows<'v, S, T: Serialize + 'v>(
        &mut self,
        step: Step<'_>,
        values: &[&'v S],
        part: impl Fn(&'v S) -> &'v T,
    ) -> Result<(), Error> {
        let spot = self.spot_of(step);
        // What has no parts is taken from where it is.
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
        self.put_maps(values, len, entries)
    }

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
        self.put_sets(values, len, elements)
    }

    #[inline(always)]
    fn begin_rows(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        let place = self.begin_many()?;
        Ok(Scope::of_struct(shape, self.era.version(shape)).at(place))
    }

    #[inline(always)]
    fn end_rows(&mut self, _: Scope) -> Result<(), Error> {
        self.depth = self.depth.saturating_add(1);
        Ok(())
    }

    #[inline(always)]
    fn variant_rows(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Error> {
        self.descend()?;
        let record = Scope::of_variant(shape, index, self.era.version(shape));
        self.find_variant(&record, index).map(|(_, variant)| record.at(variant.first))
    }

    fn unit_variant_rows(&mut self, shape: &'static Shape, indices: &[u8]) -> Result<(), Error> {
        self.put_unit_variants(shape, indices)
    }
}

/// The bytes of a text: a function, which is the same whatever is written.
fn text_of<L: AsRef<str>>(value: &L) -> &[u8] {
    value.as_ref().as_bytes()
}
