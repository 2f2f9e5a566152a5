//! The archive that reads rows from a slice, and says what fails.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::objects::{Place, Tables};
#[cfg(any(not(debug_assertions), archive_own_code))]
use super::quick::{self, Terms};
use super::{Body, State, text_of, trailing};
use crate::array::try_array;
#[cfg(any(not(debug_assertions), archive_own_code))]
use crate::columns::CarefulReader;
use crate::graph::{Link, Objects, object_name};
use crate::limits::too_deep;
use crate::primitive::for_each_number;
use crate::traits::{MinSize, OwnCode, Start, get_any, load_shared, reserved};
use crate::versions::Versions;
use crate::{
    Context, Deserialize, Error, ErrorKind, InputArchive, Number, Primitive, PrimitiveKind, Scope,
    Shape, Step, Type, varint,
};

/// Reads values from a slice.
pub struct Reader<'a, 's, 'c> {
    /// What is left of the input.
    pub(super) rest: &'a [u8],
    /// The offset in the archive at which the input ends.
    pub(super) end: usize,
    pub(super) versions: &'s Versions,
    /// How many more levels of derived types and pointers there may be.
    pub(super) depth: u32,
    pub(super) state: &'s mut State<'c>,
    /// The tables of objects, and those of them that were built.
    pub(super) tables: Option<&'s mut Tables<'a>>,
    pub(super) objects: Option<&'s mut Objects<'a, Error>>,
}

impl<'a, 's, 'c> Reader<'a, 's, 'c> {
    /// Reads the value of a body.
    #[inline(never)]
    pub(super) fn read<T: Deserialize<'a>>(
        body: Body<'a>,
        versions: &'s Versions,
        state: &'s mut State<'c>,
    ) -> Result<T, Error> {
        let end = body.offset.saturating_add(body.bytes.len());
        let depth = state.limits.depth;
        let mut reader = Reader::resume(body.bytes, end, versions, depth, state);
        match load_shared(&mut reader) {
            Ok(value) if reader.rest.is_empty() => Ok(value),
            Ok(_) => Err(reader.placed(trailing("value", reader.rest.len()))),
            Err(error) => Err(reader.placed(error)),
        }
    }

    /// A reader within a value, which ends at an offset of the archive.
    pub(crate) fn resume(
        rest: &'a [u8],
        end: usize,
        versions: &'s Versions,
        depth: u32,
        state: &'s mut State<'c>,
    ) -> Self {
        Reader { rest, end, versions, depth, state, tables: None, objects: None }
    }

    /// A reader that a table of objects is to be read by.
    pub(super) fn with_tables(mut self, tables: &'s mut Tables<'a>) -> Self {
        self.tables = Some(tables);
        self
    }

    /// Reads a list quickly; nothing if that is for others, or something is wrong.
    #[cfg(any(not(debug_assertions), archive_own_code))]
    fn quick_list<T: Deserialize<'a>>(&mut self) -> Option<Vec<T>> {
        // What fails is read twice, and so its hooks run twice.
        if self.state.context.lends() || self.tables.is_some() {
            return None;
        }
        let terms = Terms::new(self.state.budget, self.versions);
        let (values, rest) = quick::read_list(self.rest, self.depth, &terms).ok()?;
        (self.rest, self.state.budget) = (rest, terms.budget());
        Some(values)
    }

    /// What is left of the input, and how many more levels there may be.
    pub(crate) fn left(&self) -> (&'a [u8], u32) {
        (self.rest, self.depth)
    }

    /// Goes on in other rows, and gives what was left.
    pub(crate) fn go_to(&mut self, rows: &'a [u8]) -> &'a [u8] {
        core::mem::replace(&mut self.rest, rows)
    }

    /// The bytes of the number that comes next.
    pub(crate) fn fixed_bytes<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        self.get()
    }

    /// Builds the value that comes next.
    #[inline(never)]
    pub(crate) fn value<T: Deserialize<'a>>(&mut self) -> Result<T, Error> {
        load_shared(self).map_err(|error| self.placed(error))
    }

    #[inline(always)]
    fn get<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        match self.rest.split_first_chunk() {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(*bytes)
            }
            None => Err(self.truncated(N)),
        }
    }

    #[inline(always)]
    pub(crate) fn take(&mut self, len: usize) -> Result<&'a [u8], Error> {
        match self.rest.split_at_checked(len) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => Err(self.truncated(len)),
        }
    }

    #[inline(always)]
    pub(crate) fn varint(&mut self) -> Result<u64, Error> {
        match varint::read(&mut self.rest) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.placed(error)),
        }
    }

    /// The length of something whose elements take at least `min` bytes each.
    #[inline(always)]
    fn len(&mut self, min: usize) -> Result<usize, Error> {
        let before = self.rest;
        let claimed = self.varint()?;
        match usize::try_from(claimed) {
            Ok(len) if len.checked_mul(min).is_some_and(|bytes| bytes <= self.rest.len()) => {
                Ok(len)
            }
            _ => {
                let left = self.rest.len();
                self.rest = before;
                Err(self.too_long(claimed, min, left))
            }
        }
    }

    #[inline(always)]
    fn min(&self, min: MinSize) -> usize {
        if self.versions.is_today() { min.today } else { min.ever }
    }

    #[inline(always)]
    fn descend(&mut self) -> Result<(), Error> {
        match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                Ok(())
            }
            None => Err(self.placed(too_deep(self.state.limits.depth))),
        }
    }

    #[inline(always)]
    fn ascend(&mut self) {
        self.depth = self.depth.saturating_add(1);
    }

    /// Reads a part. An error without a place gets the one where the part begins.
    #[inline(always)]
    fn visit<T: Deserialize<'a>>(&mut self, step: Step<'_>) -> Result<T, Error> {
        let before = self.rest;
        match T::deserialize(self) {
            Ok(value) => Ok(value),
            Err(error) => {
                self.rest = before;
                Err(self.locate(error, step))
            }
        }
    }

    #[inline(never)]
    fn visit_apart<T: Deserialize<'a>>(&mut self, step: Step<'_>) -> Result<T, Error> {
        self.visit(step)
    }

    #[inline(never)]
    fn elements<T: Deserialize<'a>>(&mut self, len: usize) -> Result<Vec<T>, Error> {
        let mut values = reserved(self, len)?;
        for index in 0..len {
            // Not by `part`: this is a function of its own already.
            let value = self.visit(Step::Element(index))?;
            // Always, but only so does the compiler know that the list does not grow.
            if values.len() < values.capacity() {
                values.push(value);
            }
        }
        Ok(values)
    }
}

macro_rules! number_methods {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        #[inline(always)]
        fn $ty(&mut self) -> Result<$ty, Error> {
            self.get().map($ty::from_le_bytes)
        }
    )*};
}

impl<'a> InputArchive<'a> for Reader<'a, '_, '_> {
    type Error = Error;

    #[inline]
    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
        get_any(self, kind)
    }

    for_each_number!(number_methods);

    #[inline(always)]
    fn unit(&mut self) -> Result<(), Error> {
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self) -> Result<bool, Error> {
        let before = self.rest;
        match self.get()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => {
                self.rest = before;
                Err(self.invalid(ErrorKind::InvalidValue, "a bool is neither 0 nor 1"))
            }
        }
    }

    #[inline(always)]
    fn char(&mut self) -> Result<char, Error> {
        let before = self.rest;
        match char::from_u32(self.u32()?) {
            Some(value) => Ok(value),
            None => {
                self.rest = before;
                Err(self.invalid(ErrorKind::InvalidValue, "a char is no Unicode scalar value"))
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
                Ok(Scope { shape, fields: &[], version, tag, place: 0 })
            }
            Err(_) => {
                self.rest = before;
                Err(self.invalid(ErrorKind::UnknownTag, "a tag does not fit 32 bits"))
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
        self.bool()
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
        self.placed(error).in_object(&object_name(ty, row))
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
    fn locate_part(&self, error: Error, step: Step<'_>, start: Start) -> Error {
        let error = start.error(error, &[ErrorKind::Truncated, ErrorKind::Length]);
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
    fn vec<T: Deserialize<'a>>(&mut self) -> Result<Vec<T>, Error> {
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
        if const { T::SIZE.fixed.is_some() } {
            if let Some(size) = T::SIZE.fixed.filter(|_| self.versions.is_today()) {
                let bytes = self.take(N.saturating_mul(size))?;
                return try_array(|index| self.element(bytes, index, size));
            }
        }
        try_array(|index| self.part(Step::Element(index)))
    }

    #[inline(always)]
    fn numbers<N: Number + Deserialize<'a>>(&mut self) -> Result<Vec<N>, Error> {
        let len = self.len(size_of::<N>())?;
        let bytes = self.take(len.saturating_mul(size_of::<N>()))?;
        let mut values = reserved(self, len)?;
        N::extend_from_le(bytes, &mut values);
        Ok(values)
    }

    #[inline(always)]
    fn pods<T: bytemuck::Pod + Deserialize<'a>>(&mut self) -> Result<Vec<T>, Error> {
        if cfg!(target_endian = "big") || !self.versions.is_today() {
            return self.vec();
        }
        let len = self.len(size_of::<T>())?;
        let bytes = self.take(len.saturating_mul(size_of::<T>()))?;
        let mut values = reserved(self, len)?;
        values.extend((0..len).map(|index| {
            let from = index.wrapping_mul(size_of::<T>());
            let bytes = bytes.get(from..from.wrapping_add(size_of::<T>()));
            bytemuck::try_pod_read_unaligned(bytes.unwrap_or_default())
                .unwrap_or_else(|_| T::zeroed())
        }));
        Ok(values)
    }
}

/// Reads a list by code of its own, where shared code has led to it.
#[cfg(any(not(debug_assertions), archive_own_code))]
pub(crate) struct OwnList<T>(pub(crate) Option<Vec<T>>);

#[cfg(any(not(debug_assertions), archive_own_code))]
impl<'a, T: Deserialize<'a>> OwnCode<'a> for OwnList<T> {
    fn with_rows(&mut self, archive: &mut Reader<'a, '_, '_>) {
        self.0 = archive.quick_list();
    }

    fn with_columns(&mut self, _: &mut CarefulReader<'a, '_, '_, '_>) {}
}
