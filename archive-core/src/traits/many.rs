//! Many values of one field, as references to them.

use crate::{Error, ErrorKind, OutputArchive, Serialize};

/// So many values of one field are taken together: they stay in the processor's nearest cache.
pub(crate) const BLOCK: usize = 64;

/// So few values have a shorter block, which takes less to clear.
const FEW: usize = 8;

/// Where references to a part of many values may stand.
///
/// ```
/// use archive_core::Room;
///
/// let points = [&(1, 2.0), &(3, 4.0)];
/// let mut room = Room::new();
/// let first = room.gather(&points, |point| &point.0)?;
/// assert_eq!(first, [&1, &3]);
/// # Ok::<(), archive_core::Error>(())
/// ```
#[doc(hidden)]
#[derive(Debug)]
pub struct Room<'v, T: ?Sized> {
    few: Option<[&'v T; FEW]>,
    block: Option<[&'v T; BLOCK]>,
}

impl<'v, T: ?Sized> Room<'v, T> {
    /// Room that nothing stands in yet.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Self {
        Self { few: None, block: None }
    }

    /// So many places, in each of which there is something. A function of its own: inlined, it was 64 stores, one
    /// by one, for each field of each type.
    #[inline(never)]
    fn places(&mut self, any: &'v T, count: usize) -> Result<&mut [&'v T], Error> {
        let places = if count <= FEW {
            self.few.insert([any; FEW]).get_mut(..count)
        } else {
            self.block.insert([any; BLOCK]).get_mut(..count)
        };
        places.ok_or_else(too_many)
    }

    /// References to what `of` gives of each value.
    ///
    /// # Errors
    ///
    /// There are more values than archives take together: 64.
    #[inline(always)]
    pub fn gather<S>(
        &mut self,
        values: &[&'v S],
        of: impl Fn(&'v S) -> &'v T,
    ) -> Result<&[&'v T], Error> {
        let Some(first) = values.first() else { return Ok(&[]) };
        let places = self.places(of(first), values.len())?;
        // By number: an iterator would be some more functions for each field that is compiled.
        for at in 0..places.len().min(values.len()) {
            if let (Some(place), Some(value)) = (places.get_mut(at), values.get(at)) {
                *place = of(value);
            }
        }
        Ok(places)
    }

    /// The same of values that lie in one slice.
    ///
    /// # Errors
    ///
    /// As [`gather`](Self::gather).
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

/// Takes many values that are, in an archive, no more than one part of them.
///
/// # Errors
///
/// Those of the archive and of the parts.
#[inline(always)]
pub fn rows_of<'v, S, T: Serialize + 'v, A: OutputArchive>(
    archive: &mut A,
    values: &[&'v S],
    part: impl Fn(&'v S) -> &'v T,
) -> Result<(), A::Error> {
    archive.rows(Room::new().gather(values, part)?)
}

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
