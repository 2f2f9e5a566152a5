//! The archive that writes rows into a buffer, and does not report errors.

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use core::any::Any;
use core::mem;

use super::{Failed, copy, is_apart, run};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::class::SaveClass;
use crate::limits::check_sizeless;
use crate::primitive::for_each_number;
use crate::traits::put_bytes;
use crate::{Number, OutputArchive, Scope, Serialize, Shape, Step, varint};

/// Writes values into a buffer of a fixed length.
pub struct QuickWriter<'b> {
    /// What is left of the buffer.
    pub(super) out: &'b mut [u8],
    /// How many more levels of structs, enums and pointers are allowed.
    pub(super) depth: u32,
}

/// What is left of the buffer, as functions that are not inlined return it.
type Left<'b> = Result<&'b mut [u8], Failed>;

impl<'b> QuickWriter<'b> {
    /// Writes a value to the front of `out`. Returns the number of bytes left over.
    #[inline(always)]
    pub(crate) fn write<T: Serialize + ?Sized>(
        value: &T,
        depth: u32,
        out: &'b mut [u8],
    ) -> Result<usize, Failed> {
        let mut writer = Self { out, depth };
        value.serialize(&mut writer)?;
        Ok(writer.out.len())
    }

    #[inline(never)]
    fn call(
        f: impl FnOnce(&mut Self) -> Result<(), Failed>,
        out: &'b mut [u8],
        depth: u32,
    ) -> Left<'b> {
        let mut writer = Self { out, depth };
        f(&mut writer)?;
        Ok(writer.out)
    }

    /// Splits `len` bytes off the front of the buffer.
    #[inline(always)]
    fn room(&mut self, len: usize) -> Result<&'b mut [u8], Failed> {
        match mem::take(&mut self.out).split_at_mut_checked(len) {
            Some((room, rest)) => {
                self.out = rest;
                Ok(room)
            }
            None => Err(Failed),
        }
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: [u8; N]) -> Result<(), Failed> {
        match mem::take(&mut self.out).split_first_chunk_mut() {
            Some((room, rest)) => {
                *room = bytes;
                self.out = rest;
                Ok(())
            }
            None => Err(Failed),
        }
    }

    #[inline(always)]
    fn varint(&mut self, value: u64) -> Result<(), Failed> {
        match u8::try_from(value) {
            Ok(byte @ 0..0x80) => self.put([byte]),
            _ => {
                self.out = long_varint(value, mem::take(&mut self.out))?;
                Ok(())
            }
        }
    }

    #[inline(always)]
    fn len(&mut self, len: usize) -> Result<(), Failed> {
        self.varint(u64::try_from(len).unwrap_or(u64::MAX))
    }

    #[inline(always)]
    fn descend(&mut self) -> Result<(), Failed> {
        self.depth = self.depth.checked_sub(1).ok_or(Failed)?;
        Ok(())
    }

    #[inline(always)]
    fn ascend(&mut self) {
        self.depth = self.depth.wrapping_add(1);
    }

    #[inline(never)]
    fn elements<T: Serialize>(values: &[T], out: &'b mut [u8], depth: u32) -> Left<'b> {
        let mut writer = Self { out, depth };
        for value in values {
            value.serialize(&mut writer)?;
        }
        Ok(writer.out)
    }

    /// Writes elements of a fixed size, with one check for all.
    #[inline(always)]
    fn run<T: Serialize>(&mut self, values: &[T]) -> Result<(), Failed> {
        let size = run::size::<T>()?;
        let room = self.room(values.len().checked_mul(size).ok_or(Failed)?)?;
        run::write(values, room, self.depth)
    }

    /// Writes values whose bytes in memory are the same as in rows.
    #[inline(always)]
    fn copied<T: bytemuck::Pod>(&mut self, values: &[T]) -> Result<(), Failed> {
        let bytes = bytemuck::must_cast_slice::<T, u8>(values);
        copy(bytes, self.room(bytes.len())?);
        Ok(())
    }
}

#[inline(never)]
fn long_varint(value: u64, out: &mut [u8]) -> Left<'_> {
    let (bytes, used) = varint::encode(value);
    let (room, rest) = out.split_at_mut_checked(used).ok_or(Failed)?;
    room.copy_from_slice(bytes.get(..used).unwrap_or_default());
    Ok(rest)
}

impl OutputArchive for QuickWriter<'_> {
    type Error = Failed;

    for_each_number!(put_bytes);

    #[inline(always)]
    fn bytes(&mut self, value: &[u8]) -> Result<(), Failed> {
        self.len(value.len())?;
        copy(value, self.room(value.len())?);
        Ok(())
    }

    #[inline(always)]
    fn begin(&mut self, shape: &'static Shape) -> Result<Scope, Failed> {
        self.descend()?;
        Ok(Scope::of_struct(shape, shape.version))
    }

    #[inline(always)]
    fn variant(&mut self, shape: &'static Shape, index: usize) -> Result<Scope, Failed> {
        self.descend()?;
        let record = Scope::of_variant(shape, index, shape.version);
        self.varint(u64::from(record.tag))?;
        Ok(record)
    }

    #[inline(always)]
    fn end(&mut self, _record: Scope) -> Result<(), Failed> {
        self.ascend();
        Ok(())
    }

    #[inline(always)]
    fn option(&mut self, is_some: bool) -> Result<(), Failed> {
        self.bool(is_some)
    }

    #[inline(always)]
    fn begin_list(&mut self, len: usize) -> Result<(), Failed> {
        self.len(len)
    }

    #[inline(always)]
    fn begin_map(&mut self, len: usize) -> Result<(), Failed> {
        self.len(len)
    }

    #[inline(always)]
    fn begin_pointer(&mut self) -> Result<(), Failed> {
        self.descend()
    }

    #[inline(always)]
    fn end_pointer(&mut self) {
        self.ascend();
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn part<T: Serialize + ?Sized>(&mut self, _step: Step<'_>, value: &T) -> Result<(), Failed> {
        if const { is_apart::<T>() } {
            return self.apart(|writer| value.serialize(writer));
        }
        if const { run::is_run::<T>() } {
            // If there are too few levels left, this fails in any case.
            let len = run::len::<T>(self.depth).ok_or(Failed)?;
            return run::write_one(value, self.room(len)?);
        }
        value.serialize(self)
    }

    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn class(&mut self, class: &dyn SaveClass, object: &dyn Any) -> Result<(), Failed> {
        class.write_rows(object, self)
    }

    #[inline(always)]
    fn apart<R>(&mut self, f: impl FnOnce(&mut Self) -> Result<R, Failed>) -> Result<R, Failed> {
        let mut given = None;
        let keep = |writer: &mut Self| {
            given = Some(f(writer)?);
            Ok(())
        };
        self.out = Self::call(keep, mem::take(&mut self.out), self.depth)?;
        given.ok_or(Failed)
    }

    #[inline(always)]
    fn slice<T: Serialize>(&mut self, values: &[T]) -> Result<(), Failed> {
        check_sizeless(values)?;
        self.len(values.len())?;
        let (out, depth) = (mem::take(&mut self.out), self.depth);
        self.out = if const { T::SIZE.fixed.is_some() } {
            run::write_apart(values, out, depth)?
        } else {
            Self::elements(values, out, depth)?
        };
        Ok(())
    }

    #[inline(always)]
    fn array<T: Serialize>(&mut self, values: &[T]) -> Result<(), Failed> {
        if const { T::SIZE.fixed.is_some() } {
            return self.run(values);
        }
        self.out = Self::elements(values, mem::take(&mut self.out), self.depth)?;
        Ok(())
    }

    #[inline(always)]
    fn numbers<N: Number + Serialize>(&mut self, values: &[N]) -> Result<(), Failed> {
        if cfg!(target_endian = "big") {
            return self.slice(values);
        }
        self.len(values.len())?;
        self.copied(values)
    }

    #[inline(always)]
    fn pods<T: bytemuck::Pod + Serialize>(&mut self, values: &[T]) -> Result<(), Failed> {
        if cfg!(target_endian = "big") {
            return self.slice(values);
        }
        check_sizeless(values)?;
        self.len(values.len())?;
        self.copied(values)
    }
}
