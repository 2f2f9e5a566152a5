//! Blocks of 64 numbers. Whatever the width, the bits of a block are whole bytes, and loops over a block are unrolled.

use super::sink::Sink;
use super::word::Word;

pub(super) const BLOCK: usize = 64;

/// Puts `turn(number)` for each number of `from` into `out`.
#[inline(always)]
pub(super) fn each<B: Copy, T: Word>(from: &[B], turn: impl Fn(B) -> T, out: &mut impl Sink<T>) {
    let mut block = [T::ZERO; BLOCK];
    let mut chunks = from.chunks_exact(BLOCK);
    for chunk in &mut chunks {
        for (to, from) in block.iter_mut().zip(chunk) {
            *to = turn(*from);
        }
        out.put(&block);
    }
    let rest = chunks.remainder();
    for (to, from) in block.iter_mut().zip(rest) {
        *to = turn(*from);
    }
    out.put(block.get(..rest.len()).unwrap_or_default());
}

/// Puts `number` into `out`, `count` times.
pub(super) fn repeat<T: Word>(number: T, count: usize, out: &mut impl Sink<T>) {
    let block = [number; BLOCK];
    let mut left = count;
    while left > 0 {
        let part = block.get(..left).unwrap_or(&block);
        out.put(part);
        left = left.saturating_sub(part.len());
    }
}
