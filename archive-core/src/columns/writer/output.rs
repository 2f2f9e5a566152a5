//! Implements `OutputArchive` for the writer of columns.

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use core::any::Any;

use super::{Writer, departed};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::class::{SaveClass, save_class};
use crate::columns::plan::Act;
use crate::graph::{self, Graph};
use crate::limits::check_sizeless;
use crate::primitive::for_each_number;
use crate::rows::{Era, Older, check_variant};
use crate::traits::put_bytes;
use crate::versions::Versions;
use crate::{Error, Number, OutputArchive, Scope, Serialize, Shape, Step};

impl<E: Era> OutputArchive for Writer<'_, E> {
    type Error = Error;

    for_each_number!(put_bytes);

    #[inline(always)]
    fn bytes(&mut self, value: &[u8]) -> Result<(), Error> {
        self.put_len(value.len())?;
        self.column()?.data.extend(value);
        Ok(())
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.depth.descend()?;
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
        self.depth.descend()?;
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
        self.depth.ascend();
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
        self.depth.descend()
    }

    #[inline(always)]
    fn end_pointer(&mut self) {
        self.depth.ascend();
    }

    fn erased(&mut self) -> Option<&mut dyn OutputArchive<Error = Error>> {
        Some(self)
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn class(&mut self, class: &dyn SaveClass, object: &dyn Any) -> Result<(), Error> {
        let is_shared = self.one_by_one || self.at.by_rows || !crate::traits::uses_own_code();
        match E::today(self).filter(|_| !is_shared) {
            Some(writer) => class.write_columns(&[object], writer),
            None => save_class(class, object, self),
        }
    }

    fn older(&mut self) -> Option<&mut dyn Older> {
        if E::TODAY { None } else { Some(self) }
    }

    #[inline(always)]
    fn graph(&mut self) -> Option<&mut Graph> {
        self.graph.as_deref_mut()
    }

    fn begin_table(&mut self, table: usize, len: usize) -> Result<(), Error> {
        self.enter_table(table, len)
    }

    fn end_table(&mut self) -> Result<(), Error> {
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
}
