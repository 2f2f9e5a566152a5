//! Reserves memory for the values of a list.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use super::{InputArchive, Number};
use crate::limits::{FREE_MEMORY, out_of_memory, sizeless_memory};
use crate::{Describe, Error};

/// Up to this many bytes are reserved infallibly, which takes less code and time. Larger reservations return
/// an error if memory is short.
pub(crate) const SMALL: usize = 4096;

/// Appends a value to a list that has capacity for it.
///
/// The check is for the compiler, which then knows that the list does not grow and the value is not dropped,
/// and builds it in place. A value built elsewhere by small writes and then moved in wide ones stalls the
/// processor.
#[inline(always)]
pub(crate) fn push<T>(values: &mut Vec<T>, value: T) {
    if values.len() < values.capacity() {
        values.push(value);
    } else {
        mem::forget(value);
    }
}

/// A copy of a text; `None` if memory is short.
#[inline(always)]
pub(crate) fn boxed(text: &str) -> Option<Box<str>> {
    if text.len() <= SMALL {
        return Some(text.into());
    }
    boxed_large(text)
}

/// An owned copy of a text.
#[inline(always)]
pub(crate) fn copied<'a, A: InputArchive<'a> + ?Sized>(
    archive: &mut A,
) -> Result<Box<str>, A::Error> {
    match archive.str()? {
        Cow::Borrowed(text) => {
            archive.claim(text.len(), 1)?;
            boxed(text).ok_or_else(|| out_of_memory(text.len(), 1).into())
        }
        Cow::Owned(text) => Ok(text.into_boxed_str()),
    }
}

#[inline(never)]
fn boxed_large(text: &str) -> Option<Box<str>> {
    let mut owned = String::new();
    owned.try_reserve_exact(text.len()).ok()?;
    owned.push_str(text);
    Some(owned.into_boxed_str())
}

/// An empty list with capacity for `len` values, once the archive grants the memory. No archive grants a list that
/// could not be saved again.
#[inline(always)]
pub(crate) fn reserved<'a, A: InputArchive<'a>, T: Describe>(
    archive: &mut A,
    len: usize,
) -> Result<Vec<T>, A::Error> {
    if T::SIZE.fixed == Some(0) && sizeless_memory::<T>(len) > FREE_MEMORY {
        archive.claim(len, usize::MAX)?;
    }
    granted(archive, len)
}

/// Like [`reserved`], for values that take bytes. A zero-sized value counts as one byte; otherwise a length alone could
/// claim any number of them.
#[inline(always)]
pub(crate) fn granted<'a, A: InputArchive<'a>, T>(
    archive: &mut A,
    len: usize,
) -> Result<Vec<T>, A::Error> {
    archive.claim(len, size_of::<T>().max(1))?;
    if len.saturating_mul(size_of::<T>()) <= SMALL {
        return Ok(Vec::with_capacity(len));
    }
    reserved_large(len)
}

/// Decodes little-endian bytes into numbers; the memory must be claimed already.
pub(crate) fn numbers<N: Number, E: From<Error>>(bytes: &[u8]) -> Result<Vec<N>, E> {
    let mut values = reserved_large(bytes.len().checked_div(size_of::<N>()).unwrap_or(0))?;
    N::extend_from_le(bytes, &mut values);
    Ok(values)
}

/// Appends `len` values of plain data, whose bytes lie in `bytes` one after another, aligned or not.
#[inline(always)]
pub(crate) fn extend_pods<T: bytemuck::Pod>(values: &mut Vec<T>, len: usize, bytes: &[u8]) {
    values.extend((0..len).map(|index| {
        let from = index.wrapping_mul(size_of::<T>());
        let bytes = bytes.get(from..from.wrapping_add(size_of::<T>()));
        bytemuck::try_pod_read_unaligned(bytes.unwrap_or_default()).unwrap_or_else(|_| T::zeroed())
    }));
}

/// Not inlined, since each list type would get a copy.
#[inline(never)]
fn reserved_large<T, E: From<Error>>(len: usize) -> Result<Vec<T>, E> {
    let mut values = Vec::new();
    match values.try_reserve_exact(len) {
        Ok(()) => Ok(values),
        Err(_) => Err(out_of_memory(len, size_of::<T>()).into()),
    }
}
