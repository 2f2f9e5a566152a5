//! Visits a part by inlined code or by a function call.

use alloc::vec::Vec;

use super::{MinSize, reserved};
use crate::array::Array;
use crate::{Deserialize, InputArchive, OutputArchive, Serialize, Step};

#[inline(always)]
pub(crate) fn put<A: OutputArchive, T: Serialize + ?Sized>(
    archive: &mut A,
    step: Step<'_>,
    value: &T,
) -> Result<(), A::Error> {
    archive.enter(step)?;
    match value.serialize(archive) {
        Ok(()) => {
            archive.leave();
            Ok(())
        }
        Err(error) => Err(archive.locate(error, step)),
    }
}

#[inline(never)]
pub(super) fn put_apart<A: OutputArchive, T: Serialize + ?Sized>(
    archive: &mut A,
    step: Step<'_>,
    value: &T,
) -> Result<(), A::Error> {
    put(archive, step, value)
}

#[inline(always)]
pub(super) fn get<'a, A: InputArchive<'a>, T: Deserialize<'a>>(
    archive: &mut A,
    step: Step<'_>,
) -> Result<T, A::Error> {
    archive.enter(step)?;
    match T::deserialize(archive) {
        Ok(value) => {
            archive.leave();
            Ok(value)
        }
        Err(error) => Err(archive.locate(error, step)),
    }
}

#[inline(never)]
pub(super) fn get_apart<'a, A: InputArchive<'a>, T: Deserialize<'a>>(
    archive: &mut A,
    step: Step<'_>,
) -> Result<T, A::Error> {
    get(archive, step)
}

/// Builds an array element by element.
#[inline(always)]
pub(super) fn tuple<'a, A: InputArchive<'a>, T: Deserialize<'a>, V: Array<T, N>, const N: usize>(
    archive: &mut A,
) -> Result<V, A::Error> {
    archive.begin_tuple(N)?;
    let values = V::build(|index| archive.part(Step::Element(index)))?;
    archive.end_tuple();
    Ok(values)
}

/// Builds a list element by element.
#[inline(always)]
pub(super) fn list<'a, A: InputArchive<'a>, T: Deserialize<'a>>(
    archive: &mut A,
) -> Result<Vec<T>, A::Error> {
    let len = archive.begin_list(MinSize::of::<T>())?;
    let mut values = reserved(archive, len)?;
    for index in 0..len {
        values.push(archive.part(Step::Element(index))?);
    }
    archive.end_list();
    Ok(values)
}
