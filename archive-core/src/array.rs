//! Arrays built element by element, and of numbers that are there.

use alloc::boxed::Box;

use arrayvec::ArrayVec;
use bytemuck::allocation::try_cast_slice_box;

use crate::{Error, ErrorKind, Number};

/// An array of what `element` gives for each index, in order, or the first error.
#[inline(always)]
pub(crate) fn try_array<T, E: From<Error>, const N: usize>(
    mut element: impl FnMut(usize) -> Result<T, E>,
) -> Result<[T; N], E> {
    let mut values = ArrayVec::<T, N>::new();
    for index in 0..N {
        let value = element(index)?;
        if values.try_push(value).is_err() {
            break;
        }
    }
    values.into_inner().map_err(|_| unfilled())
}

/// The same numbers, where they are, as arrays; nothing if some are too many for that.
#[inline(always)]
pub(crate) fn arrays_of<N: Number, const LEN: usize>(numbers: Box<[N]>) -> Option<Box<[[N; LEN]]>> {
    try_cast_slice_box(numbers).ok()
}

/// The error of an array of which not all is there.
#[cold]
pub(crate) fn unfilled<E: From<Error>>() -> E {
    E::from(Error::new(ErrorKind::Shape, "an array was not filled"))
}
