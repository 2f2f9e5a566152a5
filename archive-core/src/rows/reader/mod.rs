//! The archive that reads rows from a slice, and reports errors.

mod input;

use alloc::vec::Vec;

use super::objects::Tables;
use super::{Body, State, check_end};
use crate::array::Array;
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::columns;
use crate::graph::Objects;
use crate::limits::too_deep;
use crate::traits::{LoadRoot, MinSize, OwnCode, reserved};
use crate::versions::Versions;
use crate::{Deserialize, Error, ErrorKind, InputArchive, Step, varint};

/// Reads values from a slice.
pub struct Reader<'a, 's, 'c> {
    /// What is left of the input.
    pub(super) rest: &'a [u8],
    /// The offset in the archive where the input ends.
    pub(super) end: usize,
    pub(super) versions: &'s Versions,
    /// How many more levels of structs, enums and pointers are allowed.
    pub(super) depth: u32,
    pub(super) state: &'s mut State<'c>,
    /// The tables of shared objects.
    pub(super) tables: Option<&'s mut Tables<'a>>,
    pub(super) objects: Option<&'s mut Objects<'a, Error>>,
}

impl<'a, 's, 'c> Reader<'a, 's, 'c> {
    /// Reads the value of a body.
    #[cold]
    #[inline(never)]
    pub(super) fn read(
        body: Body<'a>,
        versions: &'s Versions,
        state: &'s mut State<'c>,
        root: &mut dyn LoadRoot<'a>,
    ) -> Result<(), Error> {
        let end = body.offset.saturating_add(body.bytes.len());
        let depth = state.limits.depth;
        let mut reader = Reader::resume(body.bytes, end, versions, depth, state);
        root.load(&mut reader).map_err(|error| reader.placed(error))?;
        reader.at_end()
    }

    /// Checks that all rows have been read.
    pub(super) fn at_end(&self) -> Result<(), Error> {
        check_end(self.rest).map_err(|error| self.placed(error))
    }

    /// Reads the elements of an array.
    #[inline(always)]
    fn build_array<T: Deserialize<'a>, B: Array<T, N>, const N: usize>(
        &mut self,
    ) -> Result<B, Error> {
        if const { T::SIZE.fixed.is_some() } {
            if let Some(size) = T::SIZE.fixed.filter(|_| self.versions.is_today()) {
                let bytes = self.take(N.saturating_mul(size))?;
                return B::build(|index| self.element(bytes, index, size));
            }
        }
        B::build(|index| self.part(Step::Element(index)))
    }

    /// A reader within a value. `end` is the offset in the archive where `rest` ends.
    pub(crate) fn resume(
        rest: &'a [u8],
        end: usize,
        versions: &'s Versions,
        depth: u32,
        state: &'s mut State<'c>,
    ) -> Self {
        Reader { rest, end, versions, depth, state, tables: None, objects: None }
    }

    /// Reads a value by the fast reader. `None` if that does not support it, or if anything fails.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn quick_value<T: Deserialize<'a>>(&mut self) -> Option<T> {
        if let Some(tables) = &mut self.tables {
            tables.alone.levels(T::TYPE)?;
        }
        let (rest, depth, versions) = (self.rest, self.depth, self.versions);
        let State { context, budget, .. } = &mut *self.state;
        let (value, rest) = context.read_part(|lent| {
            let terms = super::quick::Terms::new(*budget, versions, lent);
            let read = super::quick::read_front(rest, depth, &terms).ok()?;
            *budget = terms.budget();
            Some(read)
        })?;
        self.rest = rest;
        Some(value)
    }

    /// What is left of the input, and of the levels.
    pub(crate) fn left(&self) -> (&'a [u8], u32) {
        (self.rest, self.depth)
    }

    /// Continues in other rows. Returns what was left of the current ones.
    pub(crate) fn go_to(&mut self, rows: &'a [u8]) -> &'a [u8] {
        core::mem::replace(&mut self.rest, rows)
    }

    /// The bytes of the next number.
    pub(crate) fn fixed_bytes<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        self.get()
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

    /// Reads the length of something whose elements take at least `min` bytes each.
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

    /// Reads a byte that must be 0 or 1; `wrong` says that it is not.
    #[inline(always)]
    fn bit(&mut self, wrong: &'static str) -> Result<bool, Error> {
        let before = self.rest;
        match self.get()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => {
                self.rest = before;
                Err(self.invalid(ErrorKind::InvalidValue, wrong))
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

    /// Reads a part. An error without an offset gets the one where the part begins.
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
            // Not by `part`, which may call another function that is not inlined; this one already is not.
            let value = self.visit(Step::Element(index))?;
            // Always true, but it tells the compiler that the list does not grow.
            if values.len() < values.capacity() {
                values.push(value);
            }
        }
        Ok(values)
    }
}

/// Reads a map by its type's own code, when shared code has led to it.
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
pub(crate) struct OwnValue<T>(pub(crate) Option<T>);

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
impl<'a, T: Deserialize<'a>> OwnCode<'a> for OwnValue<T> {
    fn with_rows(&mut self, archive: &mut Reader<'a, '_, '_>) {
        self.0 = archive.quick_value();
    }

    fn with_columns(&mut self, archive: &mut columns::Reader<'a, '_, '_, '_>) {
        self.0 = archive.own_value();
    }
}

/// Reads a list by its type's own code, when shared code has led to it.
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
pub(crate) struct OwnList<T>(pub(crate) Option<Vec<T>>);

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
impl<'a, T: Deserialize<'a>> OwnCode<'a> for OwnList<T> {
    fn with_rows(&mut self, archive: &mut Reader<'a, '_, '_>) {
        self.0 = archive.quick_value();
    }

    fn with_columns(&mut self, archive: &mut columns::Reader<'a, '_, '_, '_>) {
        self.0 = archive.own_list();
    }
}
