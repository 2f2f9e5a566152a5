//! The minimum size of values, used to bound the lengths in an archive.

use crate::Describe;

/// The minimum number of bytes that an element takes in rows, at the current version and at any.
#[derive(Clone, Copy, Debug)]
pub struct MinSize {
    /// At the current version.
    pub today: usize,
    /// At any version.
    pub ever: usize,
}

impl MinSize {
    /// No minimum: for rows that this program just wrote, or for archives other than rows.
    pub(crate) const ANY: Self = Self { today: 0, ever: 0 };

    /// Returns the minimum size of the values of a type.
    #[inline(always)]
    #[must_use]
    pub fn of<T: Describe>() -> Self {
        Self { today: T::SIZE.min, ever: T::SIZE.min_ever }
    }

    /// Returns the minimum size of an entry of a map.
    #[inline(always)]
    #[must_use]
    pub fn of_entry<K: Describe, V: Describe>() -> Self {
        let size = K::SIZE.then(V::SIZE);
        Self { today: size.min, ever: size.min_ever }
    }
}
