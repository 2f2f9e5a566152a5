//! Writes and checks the header of a message, which is constant for each type.

use crate::header::MESSAGE_FIXED;

/// Writes the whole header of a message to the front of `out`, and returns the rest. The common lengths have
/// a fast path: the usual header, and none, if the peers agreed on that.
#[inline]
pub(crate) fn put<'b>(header: &[u8], out: &'b mut [u8]) -> Option<&'b mut [u8]> {
    if let Ok(header) = <&[u8; MESSAGE_FIXED]>::try_from(header) {
        let (start, rest) = out.split_first_chunk_mut()?;
        *start = *header;
        return Some(rest);
    }
    if header.is_empty() { Some(out) } else { put_long(header, out) }
}

/// Not inlined: the compiler would emit a copy for each length.
#[inline(never)]
fn put_long<'b>(header: &[u8], out: &'b mut [u8]) -> Option<&'b mut [u8]> {
    let (start, rest) = out.split_at_mut_checked(header.len())?;
    start.copy_from_slice(header);
    Some(rest)
}

/// The rest of a message after the header, if it has exactly this header.
#[inline]
pub(crate) fn strip<'a>(header: &[u8], bytes: &'a [u8]) -> Option<&'a [u8]> {
    match (bytes.split_first_chunk(), <&[u8; MESSAGE_FIXED]>::try_from(header)) {
        (Some((start, rest)), Ok(header)) => (start == header).then_some(rest),
        _ => bytes.strip_prefix(header),
    }
}
