//! Called by derived code to complete links to shared objects.

use crate::Deserialize;
use crate::graph::Late;

/// Takes the links of a later copy of a value; see [`Deserialize::relink`].
#[inline(always)]
pub fn relink<'a, T: Deserialize<'a>>(value: &T, fresh: &mut T) -> bool {
    value.relink(fresh)
}

/// Whether two values are of the same variant; for variants without links.
#[inline(always)]
pub fn same_variant<T>(value: &T, fresh: &T) -> bool {
    core::mem::discriminant(value) == core::mem::discriminant(fresh)
}

/// Sets late links in a value.
#[inline(always)]
pub fn put_late<'a, T: Deserialize<'a>>(value: &mut T, late: &mut Late<'_>) {
    value.put_late(late);
}

/// Sets late links in the cells of a value.
#[inline(always)]
pub fn put_late_in_cells<'a, T: Deserialize<'a>>(value: &T, late: &mut Late<'_>) {
    value.put_late_in_cells(late);
}
