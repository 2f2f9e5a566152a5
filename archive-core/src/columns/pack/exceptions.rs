//! A byte for each number, and those that do not fit one apart.

use alloc::vec::Vec;

use super::block::BLOCK;
use super::code::{self, EXCEPTION};
use super::sink::Sink;
use super::word::Word;

/// Appends the numbers.
pub(super) fn pack<T: Word>(words: &[T::Bytes], out: &mut Vec<u8>) {
    out.reserve(words.len().saturating_add(1));
    out.push(code::EXCEPTIONS);
    let limit = T::from(EXCEPTION);
    let mut block = [0; BLOCK];
    for chunk in words.chunks(BLOCK) {
        for (to, word) in block.iter_mut().zip(chunk) {
            *to = T::of(*word).min(limit).low();
        }
        out.extend_from_slice(block.get(..chunk.len()).unwrap_or_default());
    }
    for word in words {
        if T::of(*word) >= limit {
            out.extend_from_slice(bytemuck::bytes_of(word));
        }
    }
}

/// How many of the bytes stand for an exception.
pub(super) fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == EXCEPTION).count()
}

/// Puts a number for each of the bytes.
pub(super) fn unpack<T: Word, S: Sink<T>>(bytes: &[u8], exceptions: &[T::Bytes], out: &mut S) {
    let mut exceptions = exceptions.iter();
    let mut numbers = [T::ZERO; BLOCK];
    for chunk in bytes.chunks(BLOCK) {
        for (to, byte) in numbers.iter_mut().zip(chunk) {
            *to = T::from(*byte);
        }
        if chunk.contains(&EXCEPTION) {
            for (to, _) in numbers.iter_mut().zip(chunk).filter(|(_, byte)| **byte == EXCEPTION) {
                *to = exceptions.next().map_or(T::ZERO, |word| T::of(*word));
            }
        }
        out.put(numbers.get(..chunk.len()).unwrap_or_default());
    }
}
