//! Exceptions: one byte for each number, then the numbers that do not fit in one.

use super::bits;
use super::block::{self, BLOCK};
use super::code::{self, EXCEPTION};
use super::sink::Sink;
use super::word::Word;
use crate::columns::bytes::Bytes;

/// The numbers that are counted before the loop may stop.
const COUNTED: usize = 1024;

/// How many numbers are exceptions, if there are at most `allowed`.
pub(super) fn at_most<T: Word>(words: &[T::Bytes], allowed: usize) -> Option<usize> {
    let limit = T::from(EXCEPTION);
    let mut long = 0_usize;
    for chunk in words.chunks(COUNTED) {
        // Counts in the width of the numbers, so that the loop is vectorised.
        let found = chunk
            .iter()
            .fold(T::ZERO, |found, word| found.plus(T::from(u8::from(T::of(*word) >= limit))));
        long = long.saturating_add(usize::try_from(found.part(0)).unwrap_or(usize::MAX));
        if long > allowed {
            return None;
        }
    }
    Some(long)
}

/// Appends the numbers, `long` of which are exceptions.
pub(super) fn pack<T: Word>(words: &[T::Bytes], long: usize, out: &mut Bytes) {
    out.push([code::EXCEPTIONS]);
    let size = long.saturating_mul(T::WIDTH).saturating_add(words.len());
    let Some((bytes, mut rest)) = out.append(size).split_at_mut_checked(words.len()) else {
        return;
    };
    let limit = T::from(EXCEPTION);
    for (bytes, chunk) in bytes.chunks_mut(BLOCK).zip(words.chunks(BLOCK)) {
        for (to, word) in bytes.iter_mut().zip(chunk) {
            *to = T::of(*word).min(limit).low();
        }
        if rest.is_empty() {
            continue;
        }
        for word in Places::of(bytes).filter_map(|place| chunk.get(place)) {
            let Some((room, after)) = rest.split_at_mut_checked(T::WIDTH) else { return };
            room.copy_from_slice(bytemuck::bytes_of(word));
            rest = after;
        }
    }
}

/// How many of the bytes mean an exception.
pub(super) fn count(bytes: &[u8]) -> usize {
    // A `u8` can count 128 bytes; so the loop is vectorised in lanes of that width.
    let counts = bytes.chunks(128).map(|chunk| {
        usize::from(
            chunk.iter().fold(0_u8, |sum, byte| sum.wrapping_add(u8::from(*byte == EXCEPTION))),
        )
    });
    counts.sum()
}

/// Unpacks a number for each byte, into an empty sink.
pub(super) fn unpack<T: Word, S: Sink<T>>(bytes: &[u8], exceptions: &[T::Bytes], out: &mut S) {
    block::each(bytes, T::from, out);
    let mut exceptions = exceptions.iter();
    for (index, chunk) in bytes.chunks(BLOCK).enumerate() {
        let start = index.wrapping_mul(BLOCK);
        for (place, word) in Places::of(chunk).zip(&mut exceptions) {
            out.replace(start.wrapping_add(place), T::of(*word));
        }
    }
}

/// The positions of the exceptions in a block, in order, as the bits of a word.
struct Places(u64);

impl Places {
    #[inline(always)]
    fn of(bytes: &[u8]) -> Self {
        let mut flags = [0; BLOCK];
        for (flag, byte) in flags.iter_mut().zip(bytes) {
            *flag = u8::from(*byte == EXCEPTION);
        }
        Self(u64::from_le_bytes(bits::ones(&flags)))
    }
}

impl Iterator for Places {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let place = usize::try_from(self.0.trailing_zeros()).ok().filter(|place| *place < BLOCK);
        self.0 &= self.0.wrapping_sub(1);
        place
    }
}
