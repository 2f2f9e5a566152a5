//! Short pieces of bytes put behind each other.

use alloc::vec::Vec;

/// Appends bytes, most of which are few: those are copied as two pieces of a fixed length that may
/// overlap, which is no call.
#[inline(always)]
pub(super) fn append_short(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(bytes);
}
