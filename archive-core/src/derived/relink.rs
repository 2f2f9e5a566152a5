//! What derived code calls to complete links.

use crate::Deserialize;

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
