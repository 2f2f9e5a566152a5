//! Copies of few bytes.

/// Copies `from` to `to`, which has the same length; neither is copied otherwise. Most texts are
/// short, and their first and last bytes, which may overlap, cost less than a call.
#[inline(always)]
pub(crate) fn copy(from: &[u8], to: &mut [u8]) {
    match from.len() {
        0 => {}
        1..4 => few(from, to),
        4..8 => ends::<4>(from, to),
        8..16 => ends::<8>(from, to),
        16..=32 => ends::<16>(from, to),
        33..=64 => ends::<32>(from, to),
        _ => to.copy_from_slice(from),
    }
}

/// Copies as [`copy`] does, where lengths change from text to text and the processor could not foresee
/// them: with as few cases as there can be.
#[inline(always)]
pub(crate) fn copy_mixed(from: &[u8], to: &mut [u8]) {
    match from.len() {
        4..=16 => fours(from, to),
        _ => copy(from, to),
    }
}

/// The most bytes that [`copy_short`] copies.
pub(crate) const SHORT: usize = 32;

/// Copies at most `MOST` bytes to the front of a place, with no more of a look at how many they are than
/// whether they are eight: for lengths that nobody foresees. What is behind them in the place is lost.
#[inline(always)]
pub(crate) fn copy_short<const MOST: usize>(from: &[u8], to: &mut [u8; MOST]) {
    if let Some(last) = from.len().checked_sub(8) {
        for at in (0..MOST).step_by(8) {
            let at = last.min(at);
            let from = from.get(at..).and_then(|from| from.first_chunk::<8>());
            let to = to.get_mut(at..).and_then(|to| to.first_chunk_mut());
            if let (Some(from), Some(to)) = (from, to) {
                *to = *from;
            }
        }
        return;
    }
    // From somewhere else if there are none, as that needs no branch.
    let from = if from.is_empty() { &[0] } else { from };
    let last = from.len().wrapping_sub(1);
    for (at, to) in to.iter_mut().enumerate().take(8) {
        *to = from.get(last.min(at)).copied().unwrap_or(0);
    }
}

/// Copies four to sixteen bytes as four pieces, which may overlap.
#[inline(always)]
fn fours(from: &[u8], to: &mut [u8]) {
    let (len, middle) = (from.len(), (from.len() >> 3) << 2);
    // In their order: another one takes longer.
    for at in [0, middle, len.wrapping_sub(middle).wrapping_sub(4), len.wrapping_sub(4)] {
        let from = from.get(at..).and_then(|from| from.first_chunk::<4>());
        let to = to.get_mut(at..).and_then(|to| to.first_chunk_mut());
        if let (Some(from), Some(to)) = (from, to) {
            *to = *from;
        }
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
}

/// Copies one to three bytes.
#[inline(always)]
fn few(from: &[u8], to: &mut [u8]) {
    ends::<1>(from, to);
    // Of three, the one in the middle is neither first nor last.
    if let ([_, from, _], [_, to, _]) = (from, to) {
        *to = *from;
    }
}
