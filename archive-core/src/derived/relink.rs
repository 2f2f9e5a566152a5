//! What derived code calls to complete links.

use crate::Deserialize;
use crate::graph::Late;

/// Takes links over from a later copy of a value; see [`Deserialize::relink`].
#[inline(always)]
pub fn relink<'a, T: Deserialize<'a>>(value: &T, fresh: &mut T) -> bool {
    value.relink(fresh)
}

/// Whether two values are of one variant, which has no links.
#[inline(always)]
pub fn same_variant<T>(value: &T, fresh: &T) -> bool {
    core::mem::discriminant(value) == core::mem::discriminant(fresh)
}

/// Puts links there that were late.
#[inline(always)]
pub fn put_late<'a, T: Deserialize<'a>>(value: &mut T, late: &mut Late<'_>) {
    value.put_late(late);
}

/// Puts links into the cells of a value that were late.
#[inline(always)]
pub fn put_late_in_cells<'a, T: Deserialize<'a>>(value: &T, late: &mut Late<'_>) {
    value.put_late_in_cells(late);
}
