//! The archive that reads rows from a slice, and does not report errors.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::lists::{elements, numbers};
use super::{Failed, Terms, extend_bools, is_apart, run};
use crate::array::{Array, arrays_of};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::class::LoadClass;
use crate::class::{Boxed, Classes};
use crate::primitive::for_each_number;
use crate::rows::text_of;
use crate::traits::{MinSize, extend_pods, get_any, get_bytes, reserved};
use crate::{
    Context, Describe, Deserialize, InputArchive, Number, Primitive, PrimitiveKind, Scope, Shape,
    Step,
};

/// Reads values from a slice.
///
/// The code of a type is compiled for today's version, and a second time only if the type had other versions. Which of
/// the two runs is decided at lists and pointers that lead to such a type.
pub struct QuickReader<'a, 's, const TODAY: bool> {
    /// What is left of the input.
    pub(super) rest: &'a [u8],
    /// How many more levels of structs, enums and pointers are allowed.
    pub(super) depth: u32,
    pub(super) terms: &'s Terms<'s>,
}

/// A reader of values at today's versions.
pub(super) type Today<'a, 's> = QuickReader<'a, 's, true>;

impl<'a, 's, const TODAY: bool> QuickReader<'a, 's, TODAY> {
    /// Calls `read` with a reader at the same position, for today's versions or for others.
    #[inline(always)]
    fn turn<const OTHER: bool, R>(
        &mut self,
        read: impl FnOnce(&mut QuickReader<'a, 's, OTHER>) -> Result<R, Failed>,
    ) -> Result<R, Failed> {
        let mut reader = QuickReader { rest: self.rest, depth: self.depth, terms: self.terms };
        let value = read(&mut reader)?;
        self.rest = reader.rest;
        Ok(value)
    }

    /// Whether values of a type may have another form than they have today.
    #[inline(always)]
    fn is_past<T: Describe + ?Sized>(&self) -> bool {
        T::SIZE.evolves && (!TODAY || self.terms.is_past::<T>())
    }

    /// Reads a part in the versions that this reader is for.
    #[inline(always)]
    fn own<T: Deserialize<'a>>(&mut self) -> Result<T, Failed> {
        if const { is_apart::<T>() } {
            return self.apart(|reader| T::deserialize(reader));
        }
        if const { TODAY && run::is_run::<T>() } {
            // If there are too few levels left, this fails in any case.
            let len = run::len::<T>(self.depth).ok_or(Failed)?;
            return run::read_one(self.take(len)?, 0, self.terms);
        }
        T::deserialize(self)
    }

    /// Reads the elements of an array.
    #[inline(always)]
    fn build_array<T: Deserialize<'a>, B: Array<T, N>, const N: usize>(
        &mut self,
    ) -> Result<B, Failed> {
        // If an array evolves, so do its elements.
        if const { !TODAY && T::SIZE.evolves } {
            return B::build(|_| T::deserialize(self));
        }
        if const { T::SIZE.fixed.is_some() } {
            let size = run::len::<T>(self.depth).ok_or(Failed)?;
            let bytes = self.take(N.checked_mul(size).ok_or(Failed)?)?;
            return B::build(|index| run::read_one(bytes, index, self.terms));
        }
        B::build(|_| self.held())
    }

    /// Reads the elements of a list.
    #[inline(always)]
    fn list<T: Deserialize<'a>>(&mut self, len: usize) -> Result<Vec<T>, Failed> {
        let (mut rest, depth, terms) = (self.rest, self.depth, self.terms);
        // All cases meet here, so that the `Vec` is assembled once and its fields stay in registers.
        let values = if len == 0 {
            Box::default()
        } else if const { T::SIZE.evolves } && self.is_past::<T>() {
            elements::<T, false>(&mut rest, len, depth, terms)?
        } else if const { T::SIZE.fixed.is_some() } {
            run::read_apart(&mut rest, len, depth, terms)?
        } else {
            elements::<T, true>(&mut rest, len, depth, terms)?
        };
        self.rest = rest;
        Ok(Vec::from(values))
    }

    #[inline(always)]
    fn min(&self, min: MinSize) -> usize {
        if min.today == min.ever || (TODAY && self.terms.versions.is_today()) {
            min.today
        } else {
            min.ever
        }
    }

    /// The version of a type.
    #[inline(always)]
    fn version(&self, shape: &'static Shape) -> u32 {
        if TODAY { shape.version } else { self.terms.versions.of(shape) }
    }

    /// An empty list with capacity for `len` values.
    #[inline(always)]
    pub(super) fn reserve<T: Describe>(mut self, len: usize) -> Result<Vec<T>, Failed> {
        reserved(&mut self, len)
    }
}

/// Calls `f` with a reader of `bytes`, and returns the remaining bytes.
#[inline(never)]
fn call<'a, 's, R, const TODAY: bool>(
    given: &mut Option<R>,
    f: impl FnOnce(&mut QuickReader<'a, 's, TODAY>) -> Result<R, Failed>,
    bytes: &'a [u8],
    depth: u32,
    terms: &'s Terms<'s>,
) -> Result<&'a [u8], Failed> {
    let mut reader = QuickReader { rest: bytes, depth, terms };
    *given = Some(f(&mut reader)?);
    Ok(reader.rest)
}

impl<'a, const TODAY: bool> InputArchive<'a> for QuickReader<'a, '_, TODAY> {
    type Error = Failed;

    #[inline]
    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Failed> {
        get_any(self, kind)
    }

    for_each_number!(get_bytes);

    #[inline(always)]
    fn bool(&mut self) -> Result<bool, Failed> {
        match self.get()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(Failed),
        }
    }

    #[inline(always)]
    fn char(&mut self) -> Result<char, Failed> {
        char::from_u32(self.u32()?).ok_or(Failed)
    }

    #[inline(always)]
    fn str(&mut self) -> Result<Cow<'a, str>, Failed> {
        let len = self.len(1)?;
        text_of(self.take(len)?).map(Cow::Borrowed).map_err(|_| Failed)
    }

    #[inline(always)]
    fn bytes(&mut self) -> Result<Cow<'a, [u8]>, Failed> {
        let len = self.len(1)?;
        self.take(len).map(Cow::Borrowed)
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Failed> {
        self.descend()?;
        Ok(Scope::of_struct(shape, self.version(shape)))
    }

    #[inline(always)]
    fn variant(&mut self, shape: &'static Shape) -> Result<Scope, Failed> {
        self.descend()?;
        let tag = u32::try_from(self.varint()?).map_err(|_| Failed)?;
        Ok(Scope::of_tag(shape, tag, self.version(shape)))
    }

    #[inline(always)]
    fn end(&mut self, _record: Scope) -> Result<(), Failed> {
        self.ascend();
        Ok(())
    }

    #[inline(always)]
    fn option(&mut self) -> Result<bool, Failed> {
        self.bool()
    }

    #[inline(always)]
    fn begin_list(&mut self, min: MinSize) -> Result<usize, Failed> {
        self.len(self.min(min))
    }

    #[inline(always)]
    fn begin_map(&mut self, min: MinSize) -> Result<usize, Failed> {
        self.len(self.min(min))
    }

    #[inline(always)]
    fn begin_pointer(&mut self) -> Result<(), Failed> {
        self.descend()
    }

    #[inline(always)]
    fn end_pointer(&mut self) {
        self.ascend();
    }

    #[inline(always)]
    fn claim(&mut self, count: usize, bytes: usize) -> Result<(), Failed> {
        self.terms.claim(count.saturating_mul(bytes))
    }

    #[inline(always)]
    fn context(&mut self) -> Context<'_> {
        self.terms.lent.context()
    }

    #[inline(always)]
    fn in_order(&self) -> bool {
        true
    }

    #[inline(always)]
    fn rest(&self) -> Option<&'a [u8]> {
        Some(self.rest)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<T: Deserialize<'a>>(&mut self, step: Step<'_>) -> Result<T, Failed> {
        if const { TODAY && T::SIZE.evolves } && self.is_past::<T>() {
            return self.turn::<false, _>(|reader| reader.own());
        }
        self.within(step)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn within<T: Deserialize<'a>>(&mut self, _: Step<'_>) -> Result<T, Failed> {
        if const { TODAY || T::SIZE.evolves } {
            return self.own();
        }
        self.turn::<true, _>(|reader| reader.own())
    }

    #[inline(always)]
    fn held<T: Deserialize<'a>>(&mut self) -> Result<T, Failed> {
        if const { TODAY && T::SIZE.evolves } && self.is_past::<T>() {
            return self.turn::<false, _>(|reader| T::deserialize(reader));
        }
        if const { TODAY || T::SIZE.evolves } {
            return T::deserialize(self);
        }
        self.turn::<true, _>(|reader| T::deserialize(reader))
    }

    #[inline(always)]
    fn object<T: ?Sized + Classes>(&mut self) -> Result<Box<T>, Failed> {
        self.held().map(|Boxed(object)| object)
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn class<T: ?Sized>(
        &mut self,
        step: Step<'_>,
        class: &dyn LoadClass<T>,
    ) -> Result<Box<T>, Failed> {
        self.turn::<true, _>(|reader| class.read_rows(step, reader))
    }

    #[inline(always)]
    fn apart<R>(&mut self, f: impl FnOnce(&mut Self) -> Result<R, Failed>) -> Result<R, Failed> {
        let mut given = None;
        self.rest = call(&mut given, f, self.rest, self.depth, self.terms)?;
        given.ok_or(Failed)
    }

    #[inline(always)]
    fn vec<T: Deserialize<'a>>(&mut self) -> Result<Vec<T>, Failed> {
        let len = self.len(self.min(MinSize::of::<T>()))?;
        self.list(len)
    }

    #[inline(always)]
    fn array<T: Deserialize<'a>, const N: usize>(&mut self) -> Result<[T; N], Failed> {
        self.build_array()
    }

    #[inline(always)]
    fn boxed_array<T: Deserialize<'a>, const N: usize>(&mut self) -> Result<Box<[T; N]>, Failed> {
        self.build_array()
    }

    #[inline(always)]
    fn array_bytes(&mut self, len: usize) -> Result<Option<&[u8]>, Failed> {
        self.take(len).map(Some)
    }

    #[inline(always)]
    fn numbers<N: Number + Deserialize<'a>>(&mut self) -> Result<Vec<N>, Failed> {
        let len = self.len(size_of::<N>())?;
        let bytes = self.take(len.saturating_mul(size_of::<N>()))?;
        let values = if len == 0 { Box::default() } else { numbers(bytes, len, self.terms)? };
        Ok(Vec::from(values))
    }

    #[inline(always)]
    fn number_arrays<N: Number + Deserialize<'a>, const LEN: usize>(
        &mut self,
    ) -> Result<Vec<[N; LEN]>, Failed> {
        if const { LEN == 0 } {
            return self.vec();
        }
        let len = self.len(size_of::<[N; LEN]>())?;
        let bytes = self.take(len.saturating_mul(size_of::<[N; LEN]>()))?;
        let all = len.checked_mul(LEN).ok_or(Failed)?;
        let numbers = if len == 0 { Box::default() } else { numbers::<N>(bytes, all, self.terms)? };
        arrays_of(numbers).map(Vec::from).ok_or(Failed)
    }

    #[inline(always)]
    fn bools(&mut self) -> Result<Vec<bool>, Failed> {
        let len = self.len(1)?;
        let bytes = self.take(len)?;
        let mut values = reserved(self, len)?;
        extend_bools(&mut values, bytes)?;
        Ok(values)
    }

    #[inline(always)]
    fn pods<T: bytemuck::Pod + Deserialize<'a>>(&mut self) -> Result<Vec<T>, Failed> {
        if const { cfg!(target_endian = "big") || T::SIZE.evolves }
            && (cfg!(target_endian = "big") || self.terms.is_past::<T>())
        {
            return self.vec();
        }
        let len = self.len(size_of::<T>())?;
        let bytes = self.take(len.saturating_mul(size_of::<T>()))?;
        let mut values = reserved(self, len)?;
        extend_pods(&mut values, len, bytes);
        Ok(values)
    }
}
