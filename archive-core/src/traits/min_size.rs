//! The fewest bytes that a value takes.

use crate::Describe;

/// The fewest bytes that an element takes as rows: in today's version, and in any.
#[derive(Clone, Copy, Debug)]
pub struct MinSize {
    /// In today's version.
    pub today: usize,
    /// In any version.
    pub ever: usize,
}

impl MinSize {
    /// That of the values of a type.
    #[inline(always)]
    #[must_use]
    pub fn of<T: Describe>() -> Self {
        Self { today: T::SIZE.min, ever: T::SIZE.min_ever }
    }

    /// That of an entry of a map.
    #[inline(always)]
    #[must_use]
    pub fn of_entry<K: Describe, V: Describe>() -> Self {
        let size = K::SIZE.then(V::SIZE);
        Self { today: size.min, ever: size.min_ever }
    }
}
