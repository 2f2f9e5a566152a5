//! The fewest bytes that a value takes.

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
    /// Any number of bytes: of rows that this program wrote just now, or of what is no rows.
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
