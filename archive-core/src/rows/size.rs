//! The archive that measures how many bytes values take in rows.

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use core::any::Any;

use super::check_variant;
use super::era::Era;
use super::older::{Older, Unchanged, unchanged};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::class::{SaveClass, save_class};
use crate::limits::{Depth, check_sizeless};
use crate::primitive::for_each_number;
use crate::traits::put_any;
use crate::versions::Versions;
use crate::{
    Error, Limits, Number, OutputArchive, Primitive, Scope, Serialize, Shape, Step, Type, varint,
};

/// Counts the bytes that values take.
pub struct Sizer<E> {
    bytes: usize,
    era: E,
    depth: Depth,
}

impl<E: Era> Sizer<E> {
    /// A sizer that has counted nothing.
    pub(super) fn new(era: E, limits: &Limits) -> Self {
        Self { bytes: 0, era, depth: Depth::new(limits) }
    }

    /// The bytes counted.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    #[inline(always)]
    fn add(&mut self, bytes: usize) -> Result<(), Error> {
        self.bytes = self.bytes.saturating_add(bytes);
        Ok(())
    }

    #[inline(always)]
    fn add_len(&mut self, len: usize) -> Result<(), Error> {
        self.add(varint::len(u64::try_from(len).unwrap_or(u64::MAX)))
    }
}

macro_rules! number_methods {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {$(
        #[inline(always)]
        fn $ty(&mut self, _value: $ty) -> Result<(), Error> {
            self.add($bytes)
        }
    )*};
}

impl<E: Era> Older for Sizer<E> {
    fn depth(&self) -> u32 {
        self.depth.left
    }

    fn unchanged(&mut self, ty: &'static Type) -> Option<u32> {
        unchanged(ty, self.era.versions()?)
    }

    fn takes_few(&self) -> bool {
        false
    }

    fn take(&mut self, value: &dyn Unchanged) -> bool {
        value.size().is_some_and(|bytes| self.add(bytes).is_ok())
    }
}

impl<E: Era> OutputArchive for Sizer<E> {
    type Error = Error;

    fn primitive(&mut self, value: Primitive<'_>) -> Result<(), Error> {
        put_any(self, value)
    }

    for_each_number!(number_methods);

    #[inline(always)]
    fn only_counts(&self) -> bool {
        true
    }

    #[inline(always)]
    fn unit(&mut self) -> Result<(), Error> {
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self, _value: bool) -> Result<(), Error> {
        self.add(1)
    }

    #[inline(always)]
    fn char(&mut self, _value: char) -> Result<(), Error> {
        self.add(4)
    }

    #[inline(always)]
    fn str(&mut self, value: &str) -> Result<(), Error> {
        self.bytes(value.as_bytes())
    }

    #[inline(always)]
    fn bytes(&mut self, value: &[u8]) -> Result<(), Error> {
        self.add_len(value.len())?;
        self.add(value.len())
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Error> {
        self.depth.descend()?;
        Ok(Scope::of_struct(shape, self.era.version(shape)))
    }

    #[inline(always)]
    fn variant(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Error> {
        self.depth.descend()?;
        let record = Scope::of_variant(shape, index, self.era.version(shape));
        if !E::TODAY {
            check_variant(&record, index)?;
        }
        self.add(varint::len(u64::from(record.tag)))?;
        Ok(record)
    }

    #[inline(always)]
    fn end(&mut self, _record: Scope) -> Result<(), Error> {
        self.depth.ascend();
        Ok(())
    }

    #[inline(always)]
    fn option(&mut self, _is_some: bool) -> Result<(), Error> {
        self.add(1)
    }

    #[inline(always)]
    fn begin_list(&mut self, len: usize) -> Result<(), Error> {
        self.add_len(len)
    }

    #[inline(always)]
    fn begin_map(&mut self, len: usize) -> Result<(), Error> {
        self.add_len(len)
    }

    #[inline(always)]
    fn begin_pointer(&mut self) -> Result<(), Error> {
        self.depth.descend()
    }

    #[inline(always)]
    fn end_pointer(&mut self) {
        self.depth.ascend();
    }

    #[inline(always)]
    fn sees_parts(&self) -> bool {
        false
    }

    fn older(&mut self) -> Option<&mut dyn Older> {
        if E::TODAY { None } else { Some(self) }
    }

    fn erased(&mut self) -> Option<&mut dyn OutputArchive<Error = Error>> {
        Some(self)
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn class(&mut self, class: &dyn SaveClass, object: &dyn Any) -> Result<(), Error> {
        if !E::TODAY || !crate::traits::uses_own_code() {
            return save_class(class, object, self);
        }
        let Self { bytes, depth, .. } = *self;
        let mut sizer = Sizer { bytes, era: super::Today, depth };
        class.measure(object, &mut sizer)?;
        self.bytes = sizer.bytes;
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

    #[inline(always)]
    fn slice<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        check_sizeless(values)?;
        self.add_len(values.len())?;
        self.array(values)
    }

    #[inline(always)]
    fn array<T: Serialize>(&mut self, values: &[T]) -> Result<(), Error> {
        if const { E::TODAY && T::SIZE.fixed.is_some() } {
            let size = T::SIZE.fixed.unwrap_or_default();
            return self.add(values.len().saturating_mul(size));
        }
        for (index, value) in values.iter().enumerate() {
            self.part(Step::Element(index), value)?;
        }
        Ok(())
    }

    fn number_bytes(&mut self, bytes: &[u8], list_of: Option<usize>) -> Result<bool, Error> {
        if let Some(size) = list_of {
            self.add_len(bytes.len().checked_div(size).unwrap_or(0))?;
        }
        self.add(bytes.len())?;
        Ok(true)
    }

    #[inline(always)]
    fn numbers<N: Number + Serialize>(&mut self, values: &[N]) -> Result<(), Error> {
        self.add_len(values.len())?;
        self.add(size_of_val(values))
    }
}
