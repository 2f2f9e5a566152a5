//! Copies of few bytes.

/// Copies `from` to `to`, which has the same length; neither is copied otherwise. Most texts are
/// short, and their first and last bytes, which may overlap, cost less than a call.
#[inline(always)]
pub(crate) fn copy(from: &[u8], to: &mut [u8]) {
    match from.len() {
        0 => {}
        1..4 => ends::<1>(from, to),
        4..8 => ends::<4>(from, to),
        8..16 => ends::<8>(from, to),
        16..=32 => ends::<16>(from, to),
        33..=64 => ends::<32>(from, to),
        _ => to.copy_from_slice(from),
    }
}

/// Copies the first and the last `N` bytes.
#[inline(always)]
fn ends<const N: usize>(from: &[u8], to: &mut [u8]) {
    if let (Some(from), Some(to)) = (from.first_chunk::<N>(), to.first_chunk_mut()) {
        *to = *from;
    }
    if let (Some(from), Some(to)) = (from.last_chunk::<N>(), to.last_chunk_mut()) {
        *to = *from;
    }
    // Of three bytes, the one in the middle is neither first nor last.
    if let ([_, from, _], [_, to, _]) = (from, to) {
        *to = *from;
    }
}
