//! Implements `InputArchive` for the reader of rows.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Reader;
use crate::alone::MANY;
use crate::graph::{Left, Link, Objects, object_path};
use crate::primitive::for_each_number;
use crate::rows::objects::Place;
use crate::rows::text_of;
use crate::traits::{MinSize, OwnCode, Part, extend_pods, get_any, get_bytes, numbers, reserved};
use crate::{
    Context, Deserialize, Error, ErrorKind, InputArchive, Number, Primitive, PrimitiveKind, Scope,
    Shape, Step, Type,
};

impl<'a> InputArchive<'a> for Reader<'a, '_, '_> {
    type Error = Error;

    #[inline]
    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
        get_any(self, kind)
    }

    for_each_number!(get_bytes);

    #[inline(always)]
    fn bool(&mut self) -> Result<bool, Error> {
        self.bit("a bool is neither 0 nor 1")
    }

    #[inline(always)]
    fn char(&mut self) -> Result<char, Error> {
        let before = self.rest;
        match char::from_u32(self.u32()?) {
            Some(value) => Ok(value),
            None => {
                self.rest = before;
                Err(self.invalid(ErrorKind::InvalidValue, "a char is not a Unicode scalar value"))
            }
        }
    }

    #[inline(always)]
    fn str(&mut self) -> Result<Cow<'a, str>, Error> {
        let len = self.len(1)?;
        let before = self.rest;
        let bytes = self.take(len)?;
        match text_of(bytes) {
            Ok(text) => Ok(Cow::Borrowed(text)),
            Err(_) => {
                self.rest = before;
                Err(self.invalid(ErrorKind::InvalidUtf8, "text is not valid UTF-8"))
            }
        }
    }

    #[inline(always)]
    fn bytes(&mut self) -> Result<Cow<'a, [u8]>, Error> {
        let len = self.len(1)?;
        self.take(len).map(Cow::Borrowed)
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.descend()?;
        Ok(Scope::of_struct(shape, self.versions.of(shape)))
    }

    #[inline(always)]
    fn variant(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.descend()?;
        let before = self.rest;
        match u32::try_from(self.varint()?) {
            Ok(tag) => {
                let version = self.versions.of(shape);
                Ok(Scope::of_tag(shape, tag, version))
            }
            Err(_) => {
                self.rest = before;
                Err(self.invalid(ErrorKind::UnknownTag, "a tag does not fit in 32 bits"))
            }
        }
    }

    #[inline(always)]
    fn end(&mut self, _record: Scope) -> Result<(), Error> {
        self.ascend();
        Ok(())
    }

    #[inline(always)]
    fn option(&mut self) -> Result<bool, Error> {
        self.bit("the tag of an option is neither 0 nor 1")
    }

    #[inline(always)]
    fn begin_list(&mut self, min: MinSize) -> Result<usize, Error> {
        self.len(self.min(min))
    }

    #[inline(always)]
    fn begin_map(&mut self, min: MinSize) -> Result<usize, Error> {
        self.len(self.min(min))
    }

    #[inline(always)]
    fn begin_pointer(&mut self) -> Result<(), Error> {
        self.descend()
    }

    #[inline(always)]
    fn end_pointer(&mut self) {
        self.ascend();
    }

    fn link(&mut self, to: &'static Type) -> Result<Option<Link>, Error> {
        let Some(tables) = &mut self.tables else { return Ok(None) };
        let table = tables.table_of(to, self.versions)?;
        let row = usize::try_from(self.u32()?).unwrap_or(usize::MAX);
        Ok(Some(Link { table, row, place: 0 }))
    }

    fn erased(&mut self) -> Option<&mut dyn InputArchive<'a, Error = Error>> {
        Some(self)
    }

    fn own_code(&mut self, code: &mut dyn OwnCode<'a>) -> bool {
        code.with_rows(self);
        true
    }

    fn objects(&mut self) -> Option<&mut Objects<'a, Error>> {
        self.objects.as_deref_mut()
    }

    fn begin_object(&mut self, link: Link) -> Result<(), Error> {
        let Some(tables) = &mut self.tables else { return Ok(()) };
        let from = Place { rest: self.rest, end: self.end, depth: self.depth };
        let Place { rest, end, depth } = tables.begin(link, from, self.state.limits);
        (self.rest, self.end, self.depth) = (rest, end, depth);
        Ok(())
    }

    fn end_object(&mut self) -> Result<(), Error> {
        let Some(tables) = &mut self.tables else { return Ok(()) };
        match tables.end(self.rest) {
            Ok(Place { rest, end, depth }) => {
                (self.rest, self.end, self.depth) = (rest, end, depth);
                Ok(())
            }
            Err(error) => Err(self.placed(error)),
        }
    }

    fn locate_object(&self, error: Error, ty: &'static Type, row: usize) -> Error {
        self.placed(error).in_object(&object_path(ty, row), Some(ty))
    }

    fn limits_left(&self) -> Left {
        Left { memory: self.state.budget, levels: self.depth }
    }

    #[inline(always)]
    fn claim(&mut self, count: usize, bytes: usize) -> Result<(), Error> {
        let wanted = count.saturating_mul(bytes);
        match self.state.budget.checked_sub(wanted) {
            Some(budget) => {
                self.state.budget = budget;
                Ok(())
            }
            None => Err(self.over_budget(wanted)),
        }
    }

    #[inline(always)]
    fn offset(&self) -> Option<u64> {
        u64::try_from(self.end.saturating_sub(self.rest.len())).ok()
    }

    #[inline(always)]
    fn in_order(&self) -> bool {
        self.versions.is_today()
    }

    #[inline(always)]
    fn rest(&self) -> Option<&'a [u8]> {
        if self.versions.is_today() && self.tables.is_none() { Some(self.rest) } else { None }
    }

    #[inline(always)]
    fn locate(&self, error: Error, step: Step<'_>) -> Error {
        self.placed(error).within(step)
    }

    #[cold]
    fn locate_part(&self, error: Error, step: Step<'_>, part: Part) -> Error {
        let error = part.error(error, &[ErrorKind::Truncated, ErrorKind::Length]);
        self.locate(error, step)
    }

    fn room(&self) -> Option<usize> {
        self.versions.is_today().then_some(self.rest.len())
    }

    #[inline(always)]
    fn context(&mut self) -> Context<'_> {
        self.state.context.reborrow()
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<T: Deserialize<'a>>(&mut self, step: Step<'_>) -> Result<T, Error> {
        if const { T::SIZE.is_inlined() } { self.visit(step) } else { self.visit_apart(step) }
    }

    #[inline(always)]
    fn own<T: Deserialize<'a>>(&mut self) -> Option<T> {
        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        if crate::traits::uses_own_code() && self.tables.is_some() {
            return self.quick_value();
        }
        None
    }

    #[inline(always)]
    fn vec<T: Deserialize<'a>>(&mut self) -> Result<Vec<T>, Error> {
        // For few elements, finding out whether their type contains shared objects takes longer than it saves.
        if self.rest.first().is_some_and(|len| usize::from(*len) >= MANY) {
            if let Some(values) = self.own() {
                return Ok(values);
            }
        }
        let len = self.len(self.min(MinSize::of::<T>()))?;
        if const { T::SIZE.fixed.is_some() } {
            if let Some(size) = T::SIZE.fixed.filter(|_| self.versions.is_today()) {
                return self.fixed(len, size);
            }
        }
        self.elements(len)
    }

    #[inline(always)]
    fn array<T: Deserialize<'a>, const N: usize>(&mut self) -> Result<[T; N], Error> {
        self.build_array()
    }

    #[inline(always)]
    fn boxed_array<T: Deserialize<'a>, const N: usize>(&mut self) -> Result<Box<[T; N]>, Error> {
        self.build_array()
    }

    fn array_bytes(&mut self, len: usize) -> Result<Option<&[u8]>, Error> {
        self.take(len).map(Some)
    }

    fn number_bytes(&mut self, size: usize) -> Result<Option<&[u8]>, Error> {
        let len = self.len(size)?;
        // Before the bytes are taken, so that an error has the offset where they begin.
        self.claim(len, size)?;
        self.take(len.saturating_mul(size)).map(Some)
    }

    #[inline(always)]
    fn numbers<N: Number + Deserialize<'a>>(&mut self) -> Result<Vec<N>, Error> {
        match self.number_bytes(size_of::<N>())? {
            Some(bytes) => numbers(bytes),
            None => self.vec(),
        }
    }

    #[inline(always)]
    fn pods<T: bytemuck::Pod + Deserialize<'a>>(&mut self) -> Result<Vec<T>, Error> {
        if cfg!(target_endian = "big") || !self.versions.is_today() {
            return self.vec();
        }
        let len = self.len(size_of::<T>())?;
        let bytes = self.take(len.saturating_mul(size_of::<T>()))?;
        let mut values = reserved(self, len)?;
        extend_pods(&mut values, len, bytes);
        Ok(values)
    }
}
