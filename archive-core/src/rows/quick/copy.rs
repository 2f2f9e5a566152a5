//! Copies short byte strings without a call to `memcpy`.

/// Copies `from` to `to`, which must have the same length; otherwise copies nothing. Most texts are short: copying
/// their first and last bytes, which may overlap, is cheaper than a call.
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

/// Copies `FEWEST` to `MOST` bytes, a multiple of `UNIT`, to the front of `to`, always in the same steps. `None` if
/// `from` has another length. May overwrite the rest of `to`.
#[inline(always)]
pub(crate) fn copy_any<const FEWEST: usize, const MOST: usize, const UNIT: usize>(
    from: &[u8],
    to: &mut [u8; MOST],
) -> Option<()> {
    if from.len() < FEWEST || from.len() > MOST {
        return None;
    }
    // If there are too few bytes for a piece, zeros are copied; the shorter pieces below correct that.
    if MOST > 8 || UNIT > 4 {
        let eights = or_zeros::<8>(from);
        for count in 1..const { MOST / 8 } {
            copy_last::<8>(eights, to, eights.len().min(count.wrapping_mul(8)));
        }
        copy_last::<8>(eights, to, eights.len());
    }
    if UNIT <= 4 {
        let fours = or_zeros::<4>(from);
        copy_last::<4>(fours, to, 4);
        copy_last::<4>(fours, to, fours.len());
    }
    if FEWEST < 2 && UNIT == 1 {
        let ones = or_zeros::<1>(from);
        copy_last::<1>(ones, to, 1);
        copy_last::<1>(ones, to, (ones.len() >> 1).wrapping_add(1));
        copy_last::<1>(ones, to, ones.len());
    } else if UNIT <= 2 {
        let twos = or_zeros::<2>(from);
        copy_last::<2>(twos, to, 2);
        copy_last::<2>(twos, to, twos.len());
    }
    Some(())
}

/// The bytes, or zeros if there are fewer than `N`. Copying zeros needs no branch.
#[inline(always)]
fn or_zeros<const N: usize>(bytes: &[u8]) -> &[u8] {
    if bytes.len() < N { &[0; N] } else { bytes }
}

/// Copies `FEWEST` to `MOST` bytes to the front of `to`, always as the same number of pieces of `FEWEST` bytes, which
/// may overlap. `None` if `from` has another length. May overwrite the rest of `to`.
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
        // The bytes before this piece have been copied. The `min` shows the compiler that the end is in bounds.
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
    // Of three bytes, the middle one is left.
    if let ([_, from, _], [_, to, _]) = (from, to) {
        *to = *from;
    }
}
