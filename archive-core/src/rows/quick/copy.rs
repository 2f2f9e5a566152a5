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

/// Copies at most `MOST` bytes, a number of `UNIT`s, to the front of a place, if they are no more: by the same steps whatever
/// their number is. What is behind them in the place is lost.
#[inline(always)]
pub(crate) fn copy_any<const MOST: usize, const UNIT: usize>(
    from: &[u8],
    to: &mut [u8; MOST],
) -> Option<()> {
    if from.len() > MOST {
        return None;
    }
    // What has too few bytes for a piece is put right by shorter ones behind it. It is copied from somewhere else until then, as
    // that needs no branch.
    if MOST > 8 || UNIT > 4 {
        let eights = if from.len() < 8 { &[0; 8] } else { from };
        for count in 1..const { MOST / 8 } {
            copy_last::<8>(eights, to, eights.len().min(count.wrapping_mul(8)));
        }
        copy_last::<8>(eights, to, eights.len());
    }
    if UNIT <= 4 {
        let fours = if from.len() < 4 { &[0; 4] } else { from };
        copy_last::<4>(fours, to, 4);
        copy_last::<4>(fours, to, fours.len());
    }
    if UNIT == 2 {
        copy_last::<2>(if from.len() < 2 { &[0; 2] } else { from }, to, 2);
    }
    if UNIT == 1 {
        let ones = if from.is_empty() { &[0] } else { from };
        copy_last::<1>(ones, to, 1);
        copy_last::<1>(ones, to, (ones.len() >> 1).wrapping_add(1));
        copy_last::<1>(ones, to, ones.len());
    }
    Some(())
}

/// Copies at least `FEWEST` bytes and at most `MOST` to the front of a place, if they are as many: as pieces of `FEWEST`,
/// which may overlap, and as many whatever the length is. What is behind them in the place is lost.
#[inline(always)]
pub(crate) fn copy_pieces<const FEWEST: usize, const MOST: usize>(
    from: &[u8],
    to: &mut [u8; MOST],
) -> Option<()> {
    let len = from.len();
    if len < FEWEST || len > MOST {
        return None;
    }
    for count in 1..const { MOST.div_ceil(if FEWEST == 0 { MOST } else { FEWEST }) } {
        // All that precedes it has been copied. The compiler knows that there are so many bytes.
        copy_last::<FEWEST>(from, to, len.min(count.wrapping_mul(FEWEST)));
    }
    copy_last::<FEWEST>(from, to, len);
    Some(())
}

/// Copies the `N` bytes before `end`.
#[inline(always)]
fn copy_last<const N: usize>(from: &[u8], to: &mut [u8], end: usize) {
    if let (Some(from), Some(to)) = (from.get(..end), to.get_mut(..end)) {
        if let (Some(from), Some(to)) = (from.last_chunk::<N>(), to.last_chunk_mut()) {
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
