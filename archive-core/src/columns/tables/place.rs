//! Where each text is among the texts of its column.

use core::ops::Range;

/// The bytes that a place takes in a row.
pub(super) const PLACE: usize = 8;

/// The place of the next text: its start and its length.
#[inline(always)]
pub(super) fn advance(start: &mut u32, len: u32) -> [[u8; 4]; 2] {
    let place = [start.to_le_bytes(), len.to_le_bytes()];
    *start = start.wrapping_add(len);
    place
}

/// The range of a text, given its place.
#[inline(always)]
pub(super) fn range(start: usize, len: usize) -> Option<Range<usize>> {
    Some(start..start.checked_add(len)?)
}
