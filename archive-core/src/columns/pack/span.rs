//! The least and the greatest number of a column.

use super::Class;
use super::word::Word;

/// So many numbers are looked at first: where no form of offsets is of use, these mostly show it.
const FIRST: usize = 64;

/// So many are looked at before the next ones are, later.
const LATER: usize = 1024;

/// From the least number of a column to its greatest, in the order of its class.
#[derive(Clone, Copy)]
pub(super) struct Span<T> {
    pub(super) least: T,
    pub(super) greatest: T,
}

impl<T: Word> Span<T> {
    /// The span of at least one number, or of some of them if no form of offsets suits these.
    #[inline(never)]
    pub(super) fn of(words: &[T::Bytes], class: Class) -> Self {
        // With the highest bit flipped, numbers with a sign compare as those without.
        let flip = if class == Class::Signed { T::TOP } else { T::ZERO };
        // Offsets of so many bits take as many bytes as the numbers.
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

    /// The bits of the greatest offset from the least number.
    pub(super) fn bits(&self) -> u32 {
        self.greatest.minus(self.least).bits()
    }
}
