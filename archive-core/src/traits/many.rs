//! Many values of one field.

use core::marker::PhantomData;

use crate::{Error, ErrorKind};

/// So many values of one field are taken together: they stay in the processor's nearest cache.
pub(crate) const BLOCK: usize = 64;

/// So few values have a shorter block, which takes less to clear.
const FEW: usize = 8;

/// Many values of one field: a slice of them, a slice of references to them, or a
/// [field](Self::field) of many others.
///
/// ```
/// use archive_core::Rows;
///
/// let points = [(1, 2.0), (3, 4.0)];
/// let first = Rows::field(&points[..], |point| &point.0);
/// assert_eq!(first.iter().sum::<i32>(), 4);
/// ```
pub trait Rows<'v, T: ?Sized + 'v>: Copy {
    /// How many there are.
    fn count(self) -> usize;

    /// The first of them.
    fn first(self) -> Option<&'v T>;

    /// One after the other.
    fn iter(self) -> impl Iterator<Item = &'v T>;

    /// Puts what `of` gives of each into as many places, up to the shorter of both: one loop, whatever the
    /// values are fields of.
    fn fill<P>(self, places: &mut [P], of: impl Fn(&'v T) -> P);

    /// A field of each.
    #[inline(always)]
    fn field<U: ?Sized + 'v>(self, field: impl Fn(&'v T) -> &'v U + Copy) -> impl Rows<'v, U> {
        FieldOf { rows: self, field, of: PhantomData }
    }

    /// References to what `of` gives of each.
    ///
    /// # Errors
    ///
    /// There are more than archives take together.
    #[doc(hidden)]
    #[inline(always)]
    fn gather<'b, U: ?Sized>(
        self,
        room: &'b mut Room<'v, U>,
        of: impl Fn(&'v T) -> &'v U,
    ) -> Result<&'b [&'v U], Error> {
        let Some(any) = self.first() else { return Ok(&[]) };
        let Some(places) = room.places(of(any), self.count()) else { return Err(too_many()) };
        self.fill(places, of);
        Ok(places)
    }

    /// References to them.
    ///
    /// # Errors
    ///
    /// There are more than archives take together: 64.
    #[inline(always)]
    fn block<'b>(self, room: &'b mut Room<'v, T>) -> Result<&'b [&'v T], Error>
    where
        Self: 'b,
    {
        self.gather(room, |value| value)
    }
}

/// Where references to many values may stand.
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
    fn places(&mut self, any: &'v T, count: usize) -> Option<&mut [&'v T]> {
        if count <= FEW {
            self.few.insert([any; FEW]).get_mut(..count)
        } else {
            self.block.insert([any; BLOCK]).get_mut(..count)
        }
    }
}

#[cold]
#[inline(never)]
fn too_many() -> Error {
    let detail = alloc::format!("more than {BLOCK} values are visited together");
    Error::new(ErrorKind::Shape, detail)
}

impl<T: ?Sized> Default for Room<'_, T> {
    fn default() -> Self {
        Self::new()
    }
}

/// What slices of values and of references have in common.
macro_rules! by_number {
    () => {
        #[inline(always)]
        fn count(self) -> usize {
            self.len()
        }

        #[inline(always)]
        fn fill<P>(self, places: &mut [P], of: impl Fn(&'v T) -> P) {
            // By number: an iterator would be some more functions for each type that is compiled.
            for at in 0..places.len().min(self.len()) {
                if let (Some(place), Some(value)) = (places.get_mut(at), self.get(at)) {
                    *place = of(value);
                }
            }
        }
    };
}

impl<'v, T> Rows<'v, T> for &'v [T] {
    by_number!();

    #[inline(always)]
    fn first(self) -> Option<&'v T> {
        <[T]>::first(self)
    }

    #[inline(always)]
    fn iter(self) -> impl Iterator<Item = &'v T> {
        <[T]>::iter(self)
    }
}

impl<'v, T: ?Sized> Rows<'v, T> for &[&'v T] {
    by_number!();

    #[inline(always)]
    fn first(self) -> Option<&'v T> {
        <[&T]>::first(self).copied()
    }

    #[inline(always)]
    fn iter(self) -> impl Iterator<Item = &'v T> {
        <[&T]>::iter(self).copied()
    }

    #[inline(always)]
    fn block<'b>(self, _: &'b mut Room<'v, T>) -> Result<&'b [&'v T], Error>
    where
        Self: 'b,
    {
        Ok(self)
    }
}

/// A field of many values.
struct FieldOf<'v, T: ?Sized, R, F> {
    rows: R,
    field: F,
    of: PhantomData<&'v T>,
}

impl<T: ?Sized, R: Copy, F: Copy> Clone for FieldOf<'_, T, R, F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized, R: Copy, F: Copy> Copy for FieldOf<'_, T, R, F> {}

impl<'v, T, U, R, F> Rows<'v, U> for FieldOf<'v, T, R, F>
where
    T: ?Sized + 'v,
    U: ?Sized + 'v,
    R: Rows<'v, T>,
    F: Fn(&'v T) -> &'v U + Copy,
{
    #[inline(always)]
    fn count(self) -> usize {
        self.rows.count()
    }

    #[inline(always)]
    fn first(self) -> Option<&'v U> {
        self.rows.first().map(self.field)
    }

    #[inline(always)]
    fn iter(self) -> impl Iterator<Item = &'v U> {
        self.rows.iter().map(self.field)
    }

    #[inline(always)]
    fn fill<P>(self, places: &mut [P], of: impl Fn(&'v U) -> P) {
        self.rows.fill(places, |value| of((self.field)(value)));
    }

    #[inline(always)]
    fn gather<'b, P: ?Sized>(
        self,
        room: &'b mut Room<'v, P>,
        of: impl Fn(&'v U) -> &'v P,
    ) -> Result<&'b [&'v P], Error> {
        self.rows.gather(room, |value| of((self.field)(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_taken_together_as_there_is_room_for() {
        let values: [(u8, usize); BLOCK + 1] = core::array::from_fn(|at| (7, at));
        for count in [0, 1, FEW, FEW + 1, BLOCK] {
            let mut room = Room::new();
            let places = values[..count].field(|value| &value.1);
            let found = places.block(&mut room).unwrap();
            assert!(found.iter().copied().eq(&(0..count).collect::<alloc::vec::Vec<_>>()));
            assert_eq!(places.count(), count);
        }
        let mut room = Room::new();
        let error = values[..].field(|value| &value.1).block(&mut room).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Shape);
    }
}
