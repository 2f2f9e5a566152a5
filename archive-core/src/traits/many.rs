//! Batches of references to the values of one field.

use crate::{Error, ErrorKind, OutputArchive, Serialize};

/// How many values of one field are handled at once: few enough for the L1 cache.
pub(crate) const BLOCK: usize = 64;

/// Batches of up to this many values use a shorter array, which is faster to clear.
const FEW: usize = 8;

/// Space for references to one part of each value in a batch.
///
/// ```
/// use archive::Room;
///
/// let points = [&(1, 2.0), &(3, 4.0)];
/// let mut room = Room::new();
/// let first = room.gather(&points, |point| &point.0)?;
/// assert_eq!(first, [&1, &3]);
/// # Ok::<(), archive::Error>(())
/// ```
#[doc(hidden)]
#[derive(Debug)]
pub struct Room<'v, T: ?Sized> {
    few: Option<[&'v T; FEW]>,
    block: Option<[&'v T; BLOCK]>,
}

impl<'v, T: ?Sized> Room<'v, T> {
    /// Empty space.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Self {
        Self { few: None, block: None }
    }

    /// Fills `count` places with `any` and returns them. Not inlined: that would be 64 single stores for
    /// each field of each type.
    #[inline(never)]
    fn places(&mut self, any: &'v T, count: usize) -> Result<&mut [&'v T], Error> {
        let places = if count <= FEW {
            self.few.insert([any; FEW]).get_mut(..count)
        } else {
            self.block.insert([any; BLOCK]).get_mut(..count)
        };
        places.ok_or_else(too_many)
    }

    /// References to the part that `of` returns for each value.
    ///
    /// # Errors
    ///
    /// Fails if there are more than 64 values.
    #[inline(always)]
    pub fn gather<S>(
        &mut self,
        values: &[&'v S],
        of: impl Fn(&'v S) -> &'v T,
    ) -> Result<&[&'v T], Error> {
        let Some(first) = values.first() else { return Ok(&[]) };
        let places = self.places(of(first), values.len())?;
        // An indexed loop: iterators would add functions to compile for each field.
        for at in 0..places.len().min(values.len()) {
            if let (Some(place), Some(value)) = (places.get_mut(at), values.get(at)) {
                *place = of(value);
            }
        }
        Ok(places)
    }

    /// The same for values in one slice.
    ///
    /// # Errors
    ///
    /// Fails like [`gather`](Self::gather).
    #[inline(always)]
    pub(crate) fn gather_slice<S>(
        &mut self,
        values: &'v [S],
        of: impl Fn(&'v S) -> &'v T,
    ) -> Result<&[&'v T], Error> {
        let Some(first) = values.first() else { return Ok(&[]) };
        let places = self.places(of(first), values.len())?;
        for (place, value) in places.iter_mut().zip(values) {
            *place = of(value);
        }
        Ok(places)
    }
}

impl<T: ?Sized> Default for Room<'_, T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cold]
#[inline(never)]
fn too_many() -> Error {
    let detail = alloc::format!("more than {BLOCK} values are visited together");
    Error::new(ErrorKind::Shape, detail)
}

/// Writes many values of which each consists of a single part.
///
/// # Errors
///
/// Fails if the archive or a part does.
#[inline(always)]
pub fn rows_of<'v, S, T: Serialize + 'v, A: OutputArchive>(
    archive: &mut A,
    values: &[&'v S],
    part: impl Fn(&'v S) -> &'v T,
) -> Result<(), A::Error> {
    archive.rows(Room::new().gather(values, part)?)
}

/// The method of [`Serialize`] that takes references to many values, which gathers the values themselves; with `alone`, also
/// that for one value, which takes it as many.
macro_rules! refs {
    (alone) => {
        #[inline(always)]
        fn serialize_alone<Out: $crate::traits::Batches>(
            &self,
            archive: &mut Out,
        ) -> Result<(), Out::Error> {
            archive.rows(&[self])
        }

        $crate::traits::refs!();
    };
    () => {
        #[inline(always)]
        fn serialize_refs<Out: $crate::traits::Batches>(
            values: &[&&Self],
            archive: &mut Out,
        ) -> Result<(), Out::Error> {
            $crate::traits::rows_of::<_, Self, _>(archive, values, |value: &&Self| *value)
        }
    };
}
pub(crate) use refs;

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn as_many_are_taken_together_as_there_is_room_for() {
        let values: [(u8, usize); BLOCK + 1] = core::array::from_fn(|at| (7, at));
        let all: Vec<&(u8, usize)> = values.iter().collect();
        for count in [0, 1, FEW, FEW + 1, BLOCK] {
            let expected: Vec<usize> = (0..count).collect();
            let mut room = Room::new();
            let found = room.gather(&all[..count], |value| &value.1).unwrap();
            assert!(found.iter().copied().eq(&expected));
            let mut room = Room::new();
            let found = room.gather_slice(&values[..count], |value| &value.1).unwrap();
            assert!(found.iter().copied().eq(&expected));
        }
        let mut room = Room::new();
        let error = room.gather(&all, |value| &value.1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Shape);
    }
}
