//! Reads lists, in functions that are not inlined.

use alloc::boxed::Box;

use super::reader::QuickReader;
use super::{Failed, Terms};
use crate::traits::{granted, push};
use crate::{Deserialize, Number};

/// Reads `len` values off the front of `bytes`. Returns a boxed slice, which fits in registers; a `Vec` would be
/// returned in memory.
#[inline(never)]
pub(super) fn elements<'a, T: Deserialize<'a>, const TODAY: bool>(
    bytes: &mut &'a [u8],
    len: usize,
    depth: u32,
    terms: &Terms<'_>,
) -> Result<Box<[T]>, Failed> {
    let mut reader = QuickReader::<TODAY> { rest: bytes, depth, terms };
    let mut read = QuickReader::<TODAY> { rest: bytes, depth, terms }.reserve(len)?;
    for _ in 0..len {
        push(&mut read, T::deserialize(&mut reader)?);
    }
    *bytes = reader.rest;
    Ok(read.into_boxed_slice())
}

/// Reads all of the bytes as numbers.
#[inline(never)]
pub(super) fn numbers<N: Number>(
    bytes: &[u8],
    len: usize,
    terms: &Terms<'_>,
) -> Result<Box<[N]>, Failed> {
    let mut values = granted(&mut QuickReader::<true> { rest: &[], depth: 0, terms }, len)?;
    N::extend_from_le(bytes, &mut values);
    Ok(values.into_boxed_slice())
}
