//! Where a text stands among the texts of its column.

use core::ops::Range;

/// The bytes of a place in a row.
pub(super) const PLACE: usize = 8;

/// Gives the place of the next text: where it starts, and its length.
#[inline(always)]
pub(super) fn advance(start: &mut u32, len: u32) -> [[u8; 4]; 2] {
    let place = [start.to_le_bytes(), len.to_le_bytes()];
    *start = start.wrapping_add(len);
    place
}

/// The bytes of a place.
#[inline(always)]
pub(super) fn range(start: usize, len: usize) -> Option<Range<usize>> {
    Some(start..start.checked_add(len)?)
}
