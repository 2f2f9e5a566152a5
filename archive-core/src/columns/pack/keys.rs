//! Keys of texts: a few integers by which texts are compared without a loop over their bytes.

use crate::columns::writer::LONG;

/// The number of slots in a table of texts: eight for each text that may differ, so that few are not in their first.
pub(super) const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 11;

/// The key of a text. Texts of equal length, of at most [`WHOLE`] bytes, have equal keys only if they are equal. Keys
/// can only be compared if the same [`Lengths`] made them.
pub(super) type Key = [u64; 4];

/// The most bytes of a text whose key contains all of it.
const WHOLE: usize = 32;

/// The most bytes of a text that can have a key.
pub(super) const ANY: usize = (LONG as usize) - 1;

/// A range that contains the lengths of all texts of a column. Within most ranges, keys are made without a branch on
/// the length, which the processor could not predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lengths {
    From1To3,
    From1To8,
    From1To16,
    To8,
    To16,
    From4To8,
    From8To16,
    To32,
    From4To16,
    From4To32,
    From16To64,
    Any,
}

impl Lengths {
    pub(super) fn of(fewest: usize, most: usize) -> Self {
        match (fewest, most) {
            (1.., ..=3) => Self::From1To3,
            (4.., ..=8) => Self::From4To8,
            (8.., ..=16) => Self::From8To16,
            (4.., ..=16) => Self::From4To16,
            (1.., ..=8) => Self::From1To8,
            (1.., ..=16) => Self::From1To16,
            (_, ..=8) => Self::To8,
            (_, ..=16) => Self::To16,
            (4.., ..=32) => Self::From4To32,
            (_, ..=32) => Self::To32,
            (16.., ..=64) => Self::From16To64,
            _ => Self::Any,
        }
    }

    /// The key of a text in this range, and its slot.
    pub(super) fn key(self, text: &[u8]) -> Option<(Key, usize)> {
        match self {
            Self::From1To3 => key_and_slot::<1, 3>(text),
            Self::From1To8 => key_and_slot::<1, 8>(text),
            Self::From1To16 => key_and_slot::<1, 16>(text),
            Self::To8 => key_and_slot::<0, 8>(text),
            Self::To16 => key_and_slot::<0, 16>(text),
            Self::To32 => key_and_slot::<0, 32>(text),
            Self::From4To8 => key_and_slot::<4, 8>(text),
            Self::From8To16 => key_and_slot::<8, 16>(text),
            Self::From4To16 => key_and_slot::<4, 16>(text),
            Self::From4To32 => key_and_slot::<4, 32>(text),
            Self::From16To64 => key_and_slot::<16, 64>(text),
            Self::Any => key_and_slot::<0, ANY>(text),
        }
    }
}

/// The key of a text of `FEWEST` to `MOST` bytes (see [`Lengths`]), and its slot.
#[inline(always)]
pub(super) fn key_and_slot<const FEWEST: usize, const MOST: usize>(
    text: &[u8],
) -> Option<(Key, usize)> {
    if text.len() < FEWEST || text.len() > MOST {
        return None;
    }
    let key = match MOST {
        3 => [few(text).into(), 0, 0, 0],
        8 => [tiny::<FEWEST>(text), 0, 0, 0],
        16 => sixteen::<FEWEST>(text),
        WHOLE => {
            let [first, second, third, last] = pieces::<8>(within::<8, 33>(text))?;
            let [first, second, third] = [first, second, third].map(u64::from_le_bytes);
            [first, u64::from_le_bytes(last) ^ tiny::<FEWEST>(text), second, third]
        }
        _ if FEWEST < 16 && text.len() <= 16 => sixteen::<FEWEST>(text),
        _ => long(text)?,
    };
    Some((key, slot::<MOST>(&key)))
}

/// The slot of a key in a table of [`SLOTS`].
#[inline(always)]
fn slot<const MOST: usize>(key: &Key) -> usize {
    let [a, b, c, d] = *key;
    let mixed = match MOST {
        WHOLE => a ^ b.rotate_left(29) ^ c.rotate_left(47) ^ d.rotate_left(13),
        _ => a ^ b.rotate_left(29),
    };
    let high = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOT_BITS);
    usize::try_from(high).unwrap_or(0)
}

/// Whether two keys are equal.
#[inline(always)]
pub(super) fn is_same<const MOST: usize>(one: &Key, other: &Key) -> bool {
    let ([a, b, c, d], [e, f, g, h]) = (one, other);
    match MOST {
        3 | 8 => a == e,
        WHOLE => (a ^ e) | (b ^ f) | (c ^ g) | (d ^ h) == 0,
        _ => (a ^ e) | (b ^ f) == 0,
    }
}

/// Whether two texts with equal keys and lengths are equal.
#[inline(always)]
pub(super) fn is_text<'t, const MOST: usize>(
    text: &[u8],
    other: impl FnOnce() -> &'t [u8],
) -> bool {
    match MOST {
        0..=WHOLE => true,
        64 => is_alike(text, other()).unwrap_or(false),
        _ => text.len() <= 16 || text == other(),
    }
}

/// Whether two texts are equal, which have the same length of 16 to 64 bytes.
#[inline(always)]
fn is_alike(one: &[u8], other: &[u8]) -> Option<bool> {
    let [a, b, c, d] = pieces::<16>(one)?.map(u128::from_le_bytes);
    let [e, f, g, h] = pieces::<16>(other)?.map(u128::from_le_bytes);
    Some((a ^ e) | (b ^ f) | (c ^ g) | (d ^ h) == 0)
}

/// All bytes of a text of `N` to `4 * N` bytes, as four pieces that may overlap.
#[inline(always)]
fn pieces<const N: usize>(text: &[u8]) -> Option<[[u8; N]; 4]> {
    // The `min` shows the compiler that the end is in bounds.
    let before = |end: usize| text.get(..end.min(text.len()))?.last_chunk().copied();
    let (second, third) = (before(const { N * 2 })?, before(const { N * 3 })?);
    Some([*text.first_chunk()?, second, third, *text.last_chunk()?])
}

/// The key of a text of at most 16 bytes.
#[inline(always)]
fn sixteen<const FEWEST: usize>(text: &[u8]) -> Key {
    if FEWEST == 8 {
        let [first, last] = ends::<8>(text).map(u64::from_le_bytes);
        return [first, last, 0, 0];
    }
    let [first, last] = ends::<8>(within::<8, 17>(text)).map(u64::from_le_bytes);
    [first, last ^ tiny::<FEWEST>(text), 0, 0]
}

/// A number from all bytes of a text of at most 8 bytes, or from the first and last eight of a longer one.
#[inline(always)]
pub(super) fn some_bytes(text: &[u8]) -> u64 {
    match (text.first_chunk(), text.last_chunk()) {
        (Some(first), Some(last)) => {
            u64::from_le_bytes(*first) ^ u64::from_le_bytes(*last).rotate_left(29)
        }
        // With the length, as `1` and `11` are the same three bytes.
        _ => tiny::<0>(text) ^ u64::try_from(text.len()).unwrap_or(0).rotate_left(24),
    }
}

/// A number from all bytes of a text of at most 8 bytes. For a longer text, 0 or, if texts have at least one byte, a
/// number that can be found from its first and last 8 bytes.
#[inline(always)]
fn tiny<const FEWEST: usize>(text: &[u8]) -> u64 {
    let [first, last] = ends::<4>(within::<4, 9>(text)).map(u32::from_le_bytes);
    let (first, last) = match FEWEST {
        0 => (first | few(within::<1, 4>(text)), last),
        // Without a choice: in a text of four bytes or more, this changes bytes of `last` by others that are known
        // from `first` or from the bytes after them.
        1..4 => (first, last ^ few(text)),
        _ => {
            let [first, last] = ends::<4>(text).map(u32::from_le_bytes);
            (last, first)
        }
    };
    u64::from(first) | (u64::from(last) << 32)
}

/// A number from all bytes of a text of one to three bytes.
#[inline(always)]
fn few(text: &[u8]) -> u32 {
    let middle = text.get(text.len() >> 1).copied().unwrap_or(0);
    let [[first], [last]] = ends::<1>(text);
    u32::from_le_bytes([first, middle, last, 0])
}

/// The key of a text of 16 bytes or more, from some bytes at its ends and in its middle.
#[inline(always)]
fn long(text: &[u8]) -> Option<Key> {
    let of = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    let up_to_middle = text.get(..(text.len() >> 1).wrapping_add(4).min(text.len()))?;
    let front = of(text.first_chunk()?).rotate_left(7) ^ of(up_to_middle.last_chunk()?);
    Some([front, of(text.last_chunk()?), 0, 0])
}

/// The text, if its length is in `N..END`, otherwise zeros. Selecting one of them takes no branch.
#[inline(always)]
fn within<const N: usize, const END: usize>(text: &[u8]) -> &[u8] {
    if text.len() >= N && text.len() < END { text } else { &[0; N] }
}

/// The first and the last `N` bytes.
#[inline(always)]
fn ends<const N: usize>(text: &[u8]) -> [[u8; N]; 2] {
    let or_none = |bytes: Option<&[u8; N]>| bytes.copied().unwrap_or([0; N]);
    [or_none(text.first_chunk()), or_none(text.last_chunk())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    /// Checks that texts of the same length have the same key only if they are equal. A key is the sum, without carry,
    /// of what each bit of the text contributes. So all keys differ if no contributions cancel each other out.
    #[track_caller]
    fn tells_texts_apart<const FEWEST: usize, const MOST: usize>() {
        for len in FEWEST..=MOST {
            let mut apart: Vec<[bool; 256]> = Vec::new();
            for bit in 0..len * 8 {
                let mut text = vec![0; len];
                text[bit / 8] = 1 << (bit % 8);
                let (key, _) = key_and_slot::<FEWEST, MOST>(&text).unwrap();
                let mut bits: [bool; 256] =
                    core::array::from_fn(|at| key[at / 64] >> (at % 64) & 1 != 0);
                for other in &apart {
                    let first = other.iter().position(|bit| *bit).unwrap();
                    if bits[first] {
                        bits = core::array::from_fn(|at| bits[at] ^ other[at]);
                    }
                }
                assert!(bits.contains(&true), "bit {bit} of {len} bytes is lost");
                apart.push(bits);
            }
        }
    }

    #[test]
    fn keys_of_short_texts_tell_them_apart() {
        tells_texts_apart::<1, 3>();
        tells_texts_apart::<0, 8>();
        tells_texts_apart::<1, 8>();
        tells_texts_apart::<4, 8>();
        tells_texts_apart::<0, 16>();
        tells_texts_apart::<1, 16>();
        tells_texts_apart::<4, 16>();
        tells_texts_apart::<8, 16>();
        tells_texts_apart::<0, 32>();
        tells_texts_apart::<4, 32>();
    }
}
