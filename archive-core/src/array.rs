//! Arrays built element by element.

use arrayvec::ArrayVec;

use crate::{Error, ErrorKind};

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

/// The error of an array of which not all is there.
#[cold]
pub(crate) fn unfilled<E: From<Error>>() -> E {
    E::from(Error::new(ErrorKind::Shape, "an array was not filled"))
}
