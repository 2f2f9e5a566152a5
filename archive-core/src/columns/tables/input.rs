//! Implements `InputArchive` for the reader of tables.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use ascii::AsciiStr;

use super::lists::{bool_list, numbers};
use super::place::range;
use super::read::{Reader, elements};
use super::side::{Other, Side};
use crate::array::arrays_of;
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::class::LoadClass;
use crate::class::{Boxed, Classes};
use crate::primitive::for_each_number;
use crate::rows::Failed;
use crate::traits::{MinSize, get_any};
use crate::{
    Context, Deserialize, InputArchive, Number, Primitive, PrimitiveKind, Scope, Shape, Step,
};

macro_rules! number_methods {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        #[inline(always)]
        fn $ty(&mut self) -> Result<$ty, Failed> {
            self.get().map($ty::from_le_bytes)
        }
    )*};
}

/// The index of the variant with a tag.
#[cold]
#[inline(never)]
fn find(tags: &[u32], tag: u32) -> Result<usize, Failed> {
    tags.binary_search(&tag).map_err(|_| Failed)
}

impl<'a, 's: 'r, 'r, const TODAY: bool> InputArchive<'a> for Reader<'a, 's, 'r, TODAY> {
    type Error = Failed;

    #[inline]
    fn primitive(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Failed> {
        get_any(self, kind)
    }

    for_each_number!(number_methods);

    #[inline(always)]
    fn unit(&mut self) -> Result<(), Failed> {
        Ok(())
    }

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
        let (start, len) = (self.len()?, self.len()?);
        let side = self.next()?;
        match range(start, len).and_then(|range| side.ascii.get(range)) {
            Some(text) => Ok(Cow::Borrowed(<&AsciiStr>::from(text).as_str())),
            None => side.text((start, len), self.terms),
        }
    }

    #[inline(always)]
    fn boxed_str(&mut self) -> Result<Box<str>, Failed> {
        let place = (self.len()?, self.len()?);
        self.next()?.boxed(place, self.terms)
    }

    #[inline(always)]
    fn bytes(&mut self) -> Result<Cow<'a, [u8]>, Failed> {
        let len = self.len()?;
        let side = self.next()?;
        match &side.other {
            Other::Bytes(left) => {
                let (bytes, rest) = left.get().split_at_checked(len).ok_or(Failed)?;
                left.set(rest);
                Ok(Cow::Borrowed(bytes))
            }
            _ => side.held_bytes(len, self.terms),
        }
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Failed> {
        let version = if TODAY { shape.version } else { self.terms.versions.of(shape) };
        Ok(Scope::of_struct(shape, version))
    }

    #[inline(always)]
    fn variant(&mut self, shape: &'static Shape) -> Result<Scope, Failed> {
        let is_short = if TODAY {
            self.own.bytes == 1
        } else {
            // The constants of the type are today's. In older versions, every enum has a side, which knows the tags' width.
            !matches!(self.beside, [Side { other: Other::Enum { is_wide: true, .. }, .. }, ..])
        };
        let tag = if is_short { self.get::<1>().map(|[tag]| u32::from(tag))? } else { self.u32()? };
        if !TODAY || self.own.sides > 0 {
            let Other::Enum { first, tags, .. } = &self.next()?.other else {
                return Err(Failed);
            };
            // In most enums, tags count from 0.
            let mut part = usize::try_from(tag).map_err(|_| Failed)?;
            if tags.get(part) != Some(&tag) {
                part = find(tags, tag)?;
            }
            let side = self.sides.get(first.wrapping_add(part)).ok_or(Failed)?;
            let Other::Table(table) = &side.other else {
                return Err(Failed);
            };
            self.keep_rest();
            self.enter_rows(table, 1)?;
        }
        let version = if TODAY { shape.version } else { self.terms.versions.of(shape) };
        Ok(Scope::of_tag(shape, tag, version))
    }

    /// Only values that [`part`](Self::part) enters have a size.
    #[inline(always)]
    fn enter(&mut self, _: Step<'_>) -> Result<(), Failed> {
        Err(Failed)
    }

    #[inline(always)]
    fn option(&mut self) -> Result<bool, Failed> {
        let is_some = self.bool()?;
        if TODAY && self.own.has_option {
            let len = self.own.bytes.wrapping_sub(1);
            let (held, rest) = self.rest.split_at_checked(len).ok_or(Failed)?;
            (self.rest, self.beside) = (if is_some { held } else { rest }, &[]);
        } else if TODAY {
            if is_some {
                let table = self.table()?;
                self.enter_rows(table, 1)?;
            }
        } else {
            let table = self.table()?;
            self.keep_rest();
            if is_some {
                self.enter_rows(table, 1)?;
            }
        }
        Ok(is_some)
    }

    /// Reads the value even if the option is `None`, since its place exists anyway: that saves a branch.
    #[inline(always)]
    fn number_option<N: Number + Deserialize<'a>>(&mut self) -> Result<Option<N>, Failed> {
        if TODAY {
            let (is_some, value) = (self.bool()?, N::deserialize(self)?);
            return Ok(is_some.then_some(value));
        }
        if self.option()? { self.held().map(Some) } else { Ok(None) }
    }

    #[inline(always)]
    fn begin_list(&mut self, _: MinSize) -> Result<usize, Failed> {
        let len = self.len()?;
        let table = self.table()?;
        if len > 0 {
            self.keep_rest();
            self.enter_rows(table, len)?;
            self.list = Some(self.beside);
        }
        Ok(len)
    }

    #[inline(always)]
    fn begin_map(&mut self, min: MinSize) -> Result<usize, Failed> {
        self.begin_list(min)
    }

    #[inline(always)]
    fn begin_pointer(&mut self) -> Result<(), Failed> {
        let side = self.next()?;
        self.keep_rest();
        match &side.other {
            Other::Table(table) => self.enter_rows(table, 1),
            _ => {
                self.enter_recursive(side);
                Ok(())
            }
        }
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

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<T: Deserialize<'a>>(&mut self, step: Step<'_>) -> Result<T, Failed> {
        // In a constant, so that no code is compiled for such a type.
        if const { T::SIZE.in_row.is_none() } {
            return Err(Failed);
        }
        let beside = match (step, self.list) {
            (Step::Element(_) | Step::Key(_), Some(each)) => each,
            _ => self.beside,
        };
        if const { TODAY && T::SIZE.evolves } && self.is_past::<T>() {
            return self.past_part(beside);
        }
        self.own_part(beside)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn within<T: Deserialize<'a>>(&mut self, _: Step<'_>) -> Result<T, Failed> {
        if const { T::SIZE.in_row.is_none() } {
            return Err(Failed);
        }
        self.own_part(self.beside)
    }

    #[inline(always)]
    fn held<T: Deserialize<'a>>(&mut self) -> Result<T, Failed> {
        let value = self.value()?;
        self.rest = &[];
        Ok(value)
    }

    #[inline(always)]
    fn object<T: ?Sized + Classes>(&mut self) -> Result<Box<T>, Failed> {
        self.begin_pointer()?;
        self.held().map(|Boxed(object)| object)
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn class<T: ?Sized>(
        &mut self,
        step: Step<'_>,
        class: &dyn LoadClass<T>,
    ) -> Result<Box<T>, Failed> {
        let mut reader = self.inner::<true>(self.own);
        let object = class.read_columns(step, &mut reader)?;
        (self.rest, self.beside) = (reader.rest, reader.beside);
        Ok(object)
    }

    #[inline(always)]
    fn apart<R>(&mut self, f: impl FnOnce(&mut Self) -> Result<R, Failed>) -> Result<R, Failed> {
        let mut reader = Reader { ..*self };
        let result = f(&mut reader)?;
        *self = reader;
        Ok(result)
    }

    #[inline(always)]
    fn vec<T: Deserialize<'a>>(&mut self) -> Result<Vec<T>, Failed> {
        let len = self.len()?;
        self.list_of(len, |reader, side| {
            if const { T::SIZE.in_row.is_none() } {
                return Err(Failed);
            }
            if const { T::SIZE.evolves } && reader.is_past::<T>() {
                return elements::<T, false>(len, side, reader.sides, reader.terms);
            }
            elements::<T, true>(len, side, reader.sides, reader.terms)
        })
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
        let (bytes, rest) = self.rest.split_at_checked(len).ok_or(Failed)?;
        self.rest = rest;
        Ok(Some(bytes))
    }

    #[inline(always)]
    fn numbers<N: Number + Deserialize<'a>>(&mut self) -> Result<Vec<N>, Failed> {
        let len = self.len()?;
        self.list_of(len, |reader, side| numbers(len, 1, side.table()?, reader.terms))
    }

    #[inline(always)]
    fn number_arrays<N: Number + Deserialize<'a>, const LEN: usize>(
        &mut self,
    ) -> Result<Vec<[N; LEN]>, Failed> {
        if const { LEN == 0 } {
            return self.vec();
        }
        let len = self.len()?;
        self.list_of(len, |reader, side| {
            arrays_of(numbers::<N>(len, LEN, side.table()?, reader.terms)?).ok_or(Failed)
        })
    }

    #[inline(always)]
    fn bools(&mut self) -> Result<Vec<bool>, Failed> {
        let len = self.len()?;
        self.list_of(len, |reader, side| bool_list(len, side.table()?, reader.terms))
    }
}
