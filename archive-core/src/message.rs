//! The header of a message, which is the same bytes for all messages of a type.

use crate::header::MESSAGE_FIXED;

/// Writes the whole header of a message to the front of `out`, and gives what is left of it. Most
/// headers have one and the same length, or were agreed to be none.
#[inline]
pub(crate) fn put<'b>(header: &[u8], out: &'b mut [u8]) -> Option<&'b mut [u8]> {
    if let Ok(header) = <&[u8; MESSAGE_FIXED]>::try_from(header) {
        let (start, rest) = out.split_first_chunk_mut()?;
        *start = *header;
        return Some(rest);
    }
    if header.is_empty() { Some(out) } else { put_long(header, out) }
}

/// A function of its own, as the compiler would copy every header by its length.
#[inline(never)]
fn put_long<'b>(header: &[u8], out: &'b mut [u8]) -> Option<&'b mut [u8]> {
    let (start, rest) = out.split_at_mut_checked(header.len())?;
    start.copy_from_slice(header);
    Some(rest)
}

/// What follows the header of a message, if it is this one.
#[inline]
pub(crate) fn strip<'a>(header: &[u8], bytes: &'a [u8]) -> Option<&'a [u8]> {
    match (bytes.split_first_chunk(), <&[u8; MESSAGE_FIXED]>::try_from(header)) {
        (Some((start, rest)), Ok(header)) => (start == header).then_some(rest),
        _ => bytes.strip_prefix(header),
    }
}
