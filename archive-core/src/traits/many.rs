//! Many values of one field.

use alloc::vec::Vec;
use core::marker::PhantomData;

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

    /// References to them.
    #[inline(always)]
    fn block<'b>(self, room: &'b mut Room<'v, T>) -> &'b [&'v T]
    where
        Self: 'b,
    {
        let Some(any) = self.first() else { return &[] };
        let places = room.places(any, self.count());
        self.fill(places, |value| value);
        places
    }
}

/// Where references to many values may stand.
#[derive(Debug)]
pub struct Room<'v, T: ?Sized> {
    few: Option<[&'v T; FEW]>,
    block: Option<[&'v T; BLOCK]>,
    many: Vec<&'v T>,
}

impl<'v, T: ?Sized> Room<'v, T> {
    /// Room that nothing stands in yet.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Self {
        Self { few: None, block: None, many: Vec::new() }
    }

    /// So many places, in each of which there is something.
    #[inline]
    fn places(&mut self, any: &'v T, count: usize) -> &mut [&'v T] {
        if count <= FEW {
            self.few.insert([any; FEW]).get_mut(..count).unwrap_or_default()
        } else if count <= BLOCK {
            self.block.insert([any; BLOCK]).get_mut(..count).unwrap_or_default()
        } else {
            self.many.resize(count, any);
            &mut self.many
        }
    }
}

impl<T: ?Sized> Default for Room<'_, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'v, T> Rows<'v, T> for &'v [T] {
    #[inline(always)]
    fn count(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn first(self) -> Option<&'v T> {
        <[T]>::first(self)
    }

    #[inline(always)]
    fn iter(self) -> impl Iterator<Item = &'v T> {
        <[T]>::iter(self)
    }

    #[inline(always)]
    fn fill<P>(self, places: &mut [P], of: impl Fn(&'v T) -> P) {
        for (place, value) in places.iter_mut().zip(self) {
            *place = of(value);
        }
    }
}

impl<'v, T: ?Sized> Rows<'v, T> for &[&'v T] {
    #[inline(always)]
    fn count(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn first(self) -> Option<&'v T> {
        <[&T]>::first(self).copied()
    }

    #[inline(always)]
    fn iter(self) -> impl Iterator<Item = &'v T> {
        <[&T]>::iter(self).copied()
    }

    #[inline(always)]
    fn fill<P>(self, places: &mut [P], of: impl Fn(&'v T) -> P) {
        for (place, value) in places.iter_mut().zip(self) {
            *place = of(value);
        }
    }

    #[inline(always)]
    fn block<'b>(self, _: &'b mut Room<'v, T>) -> &'b [&'v T]
    where
        Self: 'b,
    {
        self
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
}
