//! Floats, cut into planes of bytes that are alike.
//!
//! Rotated left by one bit, a float has its whole exponent in the highest byte and the sign lowest.

use alloc::vec::Vec;
use core::slice::ChunksMut;

use arrayvec::ArrayVec;

use super::block::BLOCK;
use super::code::{self, MAX_CONSTANT};
use super::sink::Sink;
use super::word::Word;

/// The most planes: one for each byte of a number.
pub(super) const MAX_PLANES: usize = 8;

/// One byte of each number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plane<'a> {
    Raw(&'a [u8]),
    Constant(u8),
}

/// Appends the numbers.
pub(super) fn pack<T: Word>(words: &[T::Bytes], out: &mut Vec<u8>) {
    let Some(first) = words.first() else { return };
    let first = T::of(*first);
    let differ = words.iter().fold(T::ZERO, |differ, word| differ | (T::of(*word) ^ first));
    let (first, differ) = (first.rotated_left(), differ.rotated_left());
    let planes = (0_u32..).take(T::WIDTH).map(|index| {
        let constant = (differ.down(index).low() == 0).then(|| first.down(index).low());
        (index, constant, size(constant, words.len()))
    });

    let start = out.len();
    out.push(code::PLANES);
    let sizes = planes.clone().map(|(_, _, size)| size);
    out.resize(sizes.fold(out.len(), usize::saturating_add), 0);
    let mut rest = out.get_mut(start.saturating_add(1)..).unwrap_or_default();
    let mut raw = ArrayVec::<(u32, ChunksMut<'_, u8>), MAX_PLANES>::new();
    for (index, constant, size) in planes {
        let Some((plane, after)) = rest.split_at_mut_checked(size) else { return };
        rest = after;
        match (constant, plane) {
            (Some(byte), [head, base, ..]) => {
                *head = if words.len() > MAX_CONSTANT { code::ONE_BIT } else { code::CONSTANT };
                *base = byte;
            }
            (_, [head, body @ ..]) => {
                *head = code::RAW;
                let _ = raw.try_push((index, body.chunks_mut(BLOCK)));
            }
            _ => {}
        }
    }
    cut::<T>(words, &mut raw);
}

/// The bytes of a plane, which may be constant.
fn size(constant: Option<u8>, count: usize) -> usize {
    match constant {
        None => count.saturating_add(1),
        Some(_) if count > MAX_CONSTANT => count.div_ceil(8).saturating_add(2),
        Some(_) => 2,
    }
}

/// Writes the bytes of those planes that are stored.
fn cut<T: Word>(words: &[T::Bytes], planes: &mut [(u32, ChunksMut<'_, u8>)]) {
    let mut numbers = [T::ZERO; BLOCK];
    for chunk in words.chunks(BLOCK) {
        for (to, word) in numbers.iter_mut().zip(chunk) {
            *to = T::of(*word).rotated_left();
        }
        for (index, blocks) in &mut *planes {
            let Some(block) = blocks.next() else { return };
            for (to, number) in block.iter_mut().zip(&numbers) {
                *to = number.down(*index).low();
            }
        }
    }
}

/// Puts `count` numbers.
pub(super) fn unpack<T: Word, S: Sink<T>>(planes: &[Plane<'_>], count: usize, out: &mut S) {
    let mut start = 0_usize;
    while start < count {
        let len = count.saturating_sub(start).min(BLOCK);
        let end = start.saturating_add(len);
        let mut numbers = [T::ZERO; BLOCK];
        for (index, plane) in (0_u32..).zip(planes) {
            match *plane {
                Plane::Constant(byte) => {
                    let part = T::from(byte).up(index);
                    for number in &mut numbers {
                        *number = *number | part;
                    }
                }
                Plane::Raw(bytes) => {
                    let bytes = bytes.get(start..end).unwrap_or_default();
                    for (number, byte) in numbers.iter_mut().zip(bytes) {
                        *number = *number | T::from(*byte).up(index);
                    }
                }
            }
        }
        for number in &mut numbers {
            *number = number.rotated_right();
        }
        out.put(numbers.get(..len).unwrap_or_default());
        start = end;
    }
}
