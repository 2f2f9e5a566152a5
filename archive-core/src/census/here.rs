//! Where in a value the census is.

use alloc::vec::Vec;

/// Where in the value the counter is.
#[derive(Clone, Copy)]
pub(super) struct Here {
    pub(super) place: usize,
    /// Whether its parts are those of a tuple.
    pub(super) is_tuple: bool,
    /// Whether its elements are the objects of a table, which have no place of their own.
    pub(super) is_table: bool,
}

impl Here {
    pub(super) fn at(place: usize) -> Self {
        Self { place, is_tuple: false, is_table: false }
    }
}

/// Where the counter was when it came to a table of objects.
pub(super) struct Around {
    pub(super) here: Here,
    pub(super) outer: Vec<Here>,
    pub(super) open: Vec<Open>,
    pub(super) bytes: u64,
    pub(super) depth: u32,
}

/// A struct or an enum that is open.
pub(super) struct Open {
    pub(super) number: usize,
    pub(super) place: usize,
    /// The bytes that stood before it.
    pub(super) start: u64,
    pub(super) outer: Here,
}
