//! Builds arrays element by element, or in bulk from numbers.

use alloc::boxed::Box;
use alloc::vec::Vec;

use arrayvec::ArrayVec;
use bytemuck::allocation::{try_cast_slice_box, try_zeroed_box};

use crate::limits::out_of_memory;
use crate::traits::push;
use crate::{Describe, Deserialize, Error, ErrorKind, InputArchive, Number, Size, Type};

/// Larger arrays, in bytes, are built on the heap, since the stack has room for few copies of them.
const ON_STACK: usize = 16 * 1024;

/// Larger arrays, in bytes, are completed in a separate function. Inlined, the compiler would split each
/// copy into its elements: a thousand structs took it ten seconds.
const CHECKED_THERE: usize = 256;

/// An array, boxed or not.
pub(crate) trait Array<T, const N: usize>: Sized {
    /// Builds the array from what `element` returns for each index, in order, or returns the first error.
    fn build<E: From<Error>>(element: impl FnMut(usize) -> Result<T, E>) -> Result<Self, E>;
}

impl<T, const N: usize> Array<T, N> for [T; N] {
    #[inline(always)]
    fn build<E: From<Error>>(element: impl FnMut(usize) -> Result<T, E>) -> Result<Self, E> {
        if const { size_of::<Self>() <= ON_STACK } {
            build_on_stack(element)
        } else {
            build_boxed(element).map(unboxed)
        }
    }
}

impl<T, const N: usize> Array<T, N> for Box<[T; N]> {
    #[inline(always)]
    fn build<E: From<Error>>(element: impl FnMut(usize) -> Result<T, E>) -> Result<Self, E> {
        build_boxed(element)
    }
}

#[inline(always)]
fn build_on_stack<T, E: From<Error>, const N: usize>(
    mut element: impl FnMut(usize) -> Result<T, E>,
) -> Result<[T; N], E> {
    let mut values = ArrayVec::<T, N>::new();
    for index in 0..N {
        let value = element(index)?;
        if values.try_push(value).is_err() {
            break;
        }
    }
    if const { size_of::<[T; N]>() <= CHECKED_THERE } {
        return values.into_inner().map_err(|_| unfilled());
    }
    whole(values)
}

/// The complete array. A separate function, so that the compiler does not split it elsewhere.
#[inline(never)]
fn whole<T, E: From<Error>, const N: usize>(values: ArrayVec<T, N>) -> Result<[T; N], E> {
    values.into_inner().map_err(|_| unfilled())
}

/// A separate function for the same reason.
#[inline(never)]
#[expect(clippy::boxed_local, reason = "that it comes off the heap is the point")]
fn unboxed<T, const N: usize>(values: Box<[T; N]>) -> [T; N] {
    *values
}

#[inline(always)]
fn build_boxed<T, E: From<Error>, const N: usize>(
    mut element: impl FnMut(usize) -> Result<T, E>,
) -> Result<Box<[T; N]>, E> {
    let mut values = Vec::new();
    values.try_reserve_exact(N).map_err(|_| out_of_memory(N, size_of::<T>()))?;
    for index in 0..N {
        push(&mut values, element(index)?);
    }
    values.try_into().map_err(|_| unfilled())
}

/// A boxed array of numbers.
#[inline(always)]
pub(crate) fn boxed_numbers<N: Number, const LEN: usize>(bytes: &[u8]) -> Option<Box<[N; LEN]>> {
    let mut numbers = try_zeroed_box::<[N; LEN]>().ok()?;
    N::read_le(bytes, numbers.as_mut_slice())?;
    Some(numbers)
}

/// The content of a box.
#[inline(always)]
pub(crate) fn boxed<'a, T: Deserialize<'a>, A: InputArchive<'a>, const N: usize>(
    archive: &mut A,
) -> Result<Box<[T; N]>, A::Error> {
    if const { size_of::<[T; N]>() <= ON_STACK } {
        return archive.held().map(Box::new);
    }
    archive.held::<OnHeap<T, N>>().map(|array| array.0)
}

/// An array that is built on the heap, so that it never has to fit on the stack.
struct OnHeap<T, const N: usize>(Box<[T; N]>);

impl<T: Describe, const N: usize> Describe for OnHeap<T, N> {
    const TYPE: &'static Type = <[T; N]>::TYPE;
    const SIZE: Size = <[T; N]>::SIZE;
}

impl<'a, T: Deserialize<'a>, const N: usize> Deserialize<'a> for OnHeap<T, N> {
    #[inline(always)]
    fn deserialize<A: InputArchive<'a>>(archive: &mut A) -> Result<Self, A::Error> {
        T::deserialize_boxed_array(archive).map(Self)
    }
}

/// Regroups the numbers into arrays without copying; `None` if they do not divide evenly.
#[inline(always)]
pub(crate) fn arrays_of<N: Number, const LEN: usize>(numbers: Box<[N]>) -> Option<Box<[[N; LEN]]>> {
    try_cast_slice_box(numbers).ok()
}

/// The error for an array with missing elements.
#[cold]
pub(crate) fn unfilled<E: From<Error>>() -> E {
    E::from(Error::new(ErrorKind::Shape, "an array was not filled"))
}
