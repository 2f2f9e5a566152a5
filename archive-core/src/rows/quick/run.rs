//! Runs: values that all take the same number of bytes, with one check of the length for all.
//!
//! Each value is visited by an archive over a slice of constant length, so the compiler sees that its checks cannot
//! fail. A run is a function that is not inlined, because only then its loop keeps everything in registers.

use alloc::boxed::Box;

use super::reader::Today;
use super::writer::QuickWriter;
use super::{Failed, Terms};
use crate::traits::push;
use crate::{Describe, Deserialize, Serialize};

/// The levels allowed in a value of a run. They have been checked before, so this only has to be enough.
const INSIDE: u32 = 255;

/// The bytes of each value.
#[inline(always)]
pub(super) fn size<T: Describe>() -> Result<usize, Failed> {
    T::SIZE.fixed.ok_or(Failed)
}

/// Whether a single value is a run: one that consists of several numbers.
pub(super) const fn is_run<T: Describe + ?Sized>() -> bool {
    T::SIZE.fixed.is_some() && T::SIZE.parts > 1
}

/// The bytes of a value of a fixed size, if enough levels are left for it.
#[inline(always)]
pub(super) fn len<T: Describe + ?Sized>(depth: u32) -> Option<usize> {
    T::SIZE.fixed.filter(|_| depth >= T::SIZE.levels)
}

/// Writes values to the front of `out`. Returns what is left of it.
#[inline(never)]
pub(super) fn write_apart<'b, T: Serialize>(
    values: &[T],
    out: &'b mut [u8],
    depth: u32,
) -> Result<&'b mut [u8], Failed> {
    let len = values.len().checked_mul(size::<T>()?).ok_or(Failed)?;
    let (room, rest) = out.split_at_mut_checked(len).ok_or(Failed)?;
    write(values, room, depth)?;
    Ok(rest)
}

/// Writes values into a slice of exactly their length.
#[inline(always)]
pub(super) fn write<T: Serialize>(values: &[T], room: &mut [u8], depth: u32) -> Result<(), Failed> {
    if depth < T::SIZE.levels {
        return Err(Failed);
    }
    let size = size::<T>()?;
    if size == 0 {
        // Values without a size in memory are all equal, so one is enough.
        let most = if size_of::<T>() == 0 { 1 } else { values.len() };
        return values.iter().take(most).try_for_each(|value| write_one(value, &mut []));
    }
    for (value, out) in values.iter().zip(room.chunks_exact_mut(size)) {
        write_one(value, out)?;
    }
    Ok(())
}

/// Writes a value into a slice of exactly its length.
#[inline(always)]
pub(crate) fn write_one<T: Serialize + ?Sized>(value: &T, out: &mut [u8]) -> Result<(), Failed> {
    let mut writer = QuickWriter { out, depth: INSIDE };
    value.serialize(&mut writer)?;
    if writer.out.is_empty() { Ok(()) } else { Err(Failed) }
}

/// Writes a value to the front of `out`. Returns the bytes that it takes, or `None` if it does not fit.
#[inline(always)]
pub(crate) fn write_front<T: Serialize + ?Sized>(value: &T, out: &mut [u8]) -> Option<usize> {
    let all = out.len();
    let mut writer = QuickWriter { out, depth: INSIDE };
    value.serialize(&mut writer).ok()?;
    all.checked_sub(writer.out.len())
}

/// Reads `len` values off the front of `from`.
#[inline(never)]
pub(super) fn read_apart<'a, T: Deserialize<'a>>(
    from: &mut &'a [u8],
    len: usize,
    depth: u32,
    terms: &Terms<'_>,
) -> Result<Box<[T]>, Failed> {
    let size = size::<T>()?;
    if depth < T::SIZE.levels {
        return Err(Failed);
    }
    let (bytes, rest) =
        from.split_at_checked(len.checked_mul(size).ok_or(Failed)?).ok_or(Failed)?;
    let mut read = Today { rest: &[], depth, terms }.reserve(len)?;
    for index in 0..len {
        push(&mut read, read_one(bytes, index, terms)?);
    }
    *from = rest;
    Ok(read.into_boxed_slice())
}

/// Reads the value at `index` of `bytes`.
#[inline(always)]
pub(super) fn read_one<'a, T: Deserialize<'a>>(
    bytes: &'a [u8],
    index: usize,
    terms: &Terms<'_>,
) -> Result<T, Failed> {
    let size = size::<T>()?;
    let from = index.wrapping_mul(size);
    let rest = bytes.get(from..from.wrapping_add(size)).ok_or(Failed)?;
    let mut reader = Today { rest, depth: INSIDE, terms };
    let value = T::deserialize(&mut reader)?;
    if reader.rest.is_empty() { Ok(value) } else { Err(Failed) }
}
