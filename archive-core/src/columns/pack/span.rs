//! The least and the greatest number of a column.

use super::Class;
use super::word::Word;

/// The size of the first chunk that is examined: if no form with offsets is useful, it mostly shows that already.
const FIRST: usize = 64;

/// The size of later chunks.
const LATER: usize = 1024;

/// The least and the greatest number of a column, in the order of its class.
#[derive(Clone, Copy)]
pub(super) struct Span<T> {
    pub(super) least: T,
    pub(super) greatest: T,
}

impl<T: Word> Span<T> {
    /// The span of at least one number. Stops early once the offsets are too large for a form with offsets to be
    /// useful.
    #[inline(never)]
    pub(super) fn of(words: &[T::Bytes], class: Class) -> Self {
        // With the highest bit flipped, signed numbers compare like unsigned ones.
        let flip = if class == Class::Signed { T::TOP } else { T::ZERO };
        // Offsets of this many bits take as many bytes as the numbers themselves.
        let hopeless = T::MAX.bits().saturating_sub(7).max(8);
        let (mut least, mut greatest) = (T::MAX, T::ZERO);
        let (mut rest, mut count) = (words, FIRST);
        while !rest.is_empty() {
            let (chunk, after) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            (rest, count) = (after, count.saturating_mul(4).min(LATER));
            for word in chunk {
                let word = T::of(*word) ^ flip;
                least = least.min(word);
                greatest = greatest.max(word);
            }
            if greatest.minus(least).bits() >= hopeless {
                break;
            }
        }
        Self { least: least ^ flip, greatest: greatest ^ flip }
    }

    /// The number of bits of the greatest offset.
    pub(super) fn bits(&self) -> u32 {
        self.greatest.minus(self.least).bits()
    }
}
