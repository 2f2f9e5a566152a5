//! The position of the census in a value.

use alloc::vec::Vec;

use crate::limits::Depth;

/// The position in the value.
#[derive(Clone, Copy)]
pub(super) struct Here {
    pub(super) place: usize,
    /// Whether its parts are tuple elements.
    pub(super) is_tuple: bool,
    /// Whether its elements are the objects of a table, which are not parts of their own.
    pub(super) is_table: bool,
}

impl Here {
    pub(super) fn at(place: usize) -> Self {
        Self { place, is_tuple: false, is_table: false }
    }
}

/// The position from which a table of objects was entered.
pub(super) struct Around {
    pub(super) here: Here,
    pub(super) outer: Vec<Here>,
    pub(super) open: Vec<Open>,
    pub(super) bytes: u64,
    pub(super) depth: Depth,
}

/// A struct or enum being visited.
pub(super) struct Open {
    pub(super) number: usize,
    pub(super) place: usize,
    /// The number of bytes before it.
    pub(super) start: u64,
    pub(super) outer: Here,
}
