//! Floats as planes: the lowest bytes of all floats, then the next ones, and so on. So bytes that are similar are
//! adjacent.
//!
//! A float is first rotated left by one bit. That puts its exponent into the highest byte, and its sign into the
//! lowest bit.

use core::ops::Range;
use core::slice::ChunksMut;

use arrayvec::ArrayVec;

use super::block::BLOCK;
use super::code::{self, MAX_CONSTANT};
use super::sink::Sink;
use super::stored::take;
use super::word::Word;
use super::{bits, fault};
use crate::Error;
use crate::columns::bytes::Bytes;

/// The most planes: one for each byte of a number.
const MAX_PLANES: usize = 8;

/// The numbers that are compared before the loop may stop.
const LOOKED_AT: usize = 1024;

/// One byte of each number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plane<'a> {
    Raw(&'a [u8]),
    Constant(u8),
}

impl<'a> Plane<'a> {
    /// Splits off a plane of `count` bytes.
    pub(super) fn take(rest: &mut &'a [u8], count: usize) -> Result<Self, Error> {
        let byte = |rest: &mut &'a [u8]| {
            take(rest, Some(1))?.first().copied().ok_or_else(fault::truncated)
        };
        match byte(rest)? {
            code::RAW => Ok(Plane::Raw(take(rest, Some(count))?)),
            code::CONSTANT if count > MAX_CONSTANT => Err(fault::long_constant()),
            code::CONSTANT => Ok(Plane::Constant(byte(rest)?)),
            code::ONE_BIT => {
                let base = byte(rest)?;
                let zeros = take(rest, bits::size(count, 1))?;
                if zeros.iter().fold(0, |all, byte| all | byte) == 0 {
                    Ok(Plane::Constant(base))
                } else {
                    Err(fault::constant_bits())
                }
            }
            _ => Err(fault::unknown_code()),
        }
    }

    /// Like [`take`](Self::take), for planes that have been checked.
    fn again(rest: &mut &'a [u8], count: usize) -> Option<Self> {
        let (code, mut bytes) = rest.split_first()?;
        let plane = match *code {
            code::RAW => {
                let (plane, after) = bytes.split_at_checked(count)?;
                bytes = after;
                Plane::Raw(plane)
            }
            code => {
                let (base, after) = bytes.split_first()?;
                let zeros = if code == code::ONE_BIT { bits::size(count, 1)? } else { 0 };
                bytes = after.get(zeros..)?;
                Plane::Constant(*base)
            }
        };
        *rest = bytes;
        Some(plane)
    }

    /// The bytes of a range of numbers, which may be put together in `room`.
    #[inline(always)]
    fn read<'r>(self, numbers: Range<usize>, room: &'r mut [u8; BLOCK]) -> &'r [u8; BLOCK]
    where
        'a: 'r,
    {
        match self {
            Self::Constant(byte) => *room = [byte; BLOCK],
            Self::Raw(bytes) => {
                let bytes = bytes.get(numbers).unwrap_or_default();
                if let Some(block) = bytes.first_chunk() {
                    return block;
                }
                copy(bytes, room);
            }
        }
        room
    }
}

/// The bits in which numbers, of which there is at least one, differ. Stops early once every byte, after rotation,
/// differs in some bit.
#[inline(never)]
pub(super) fn differ<T: Word>(words: &[T::Bytes]) -> T {
    let first = words.first().map_or(T::ZERO, |first| T::of(*first));
    let mut differ = T::ZERO;
    for chunk in words.chunks(LOOKED_AT) {
        differ = chunk.iter().fold(differ, |differ, word| differ | (T::of(*word) ^ first));
        if !is_any_constant(differ.rotated_left()) {
            break;
        }
    }
    differ.rotated_left()
}

/// Whether some byte is equal in all numbers, given the bits in which they differ.
pub(super) fn is_any_constant<T: Word>(differ: T) -> bool {
    bytemuck::bytes_of(&differ.to_bytes()).contains(&0)
}

/// Appends the numbers, given the bits in which they [`differ`].
pub(super) fn pack<T: Word>(words: &[T::Bytes], differ: T, out: &mut Bytes) {
    let Some(first) = words.first() else { return };
    let first = T::of(*first).rotated_left();
    let (differ, first) = (differ.to_bytes(), first.to_bytes());
    let bytes = bytemuck::bytes_of(&differ).iter().zip(bytemuck::bytes_of(&first));
    let planes = bytes.enumerate().map(|(index, (differ, first))| {
        let constant = (*differ == 0).then_some(*first);
        (index, constant, size(constant, words.len()))
    });

    out.push([code::PLANES]);
    let sizes = planes.clone().map(|(_, _, size)| size);
    let mut rest = out.append(sizes.fold(0, usize::saturating_add));
    let mut raw = ArrayVec::<(usize, ChunksMut<'_, u8>), MAX_PLANES>::new();
    for (index, constant, size) in planes {
        let Some((plane, after)) = rest.split_at_mut_checked(size) else { return };
        rest = after;
        match (constant, plane) {
            (Some(byte), [head, base, bits @ ..]) => {
                *head = if words.len() > MAX_CONSTANT { code::ONE_BIT } else { code::CONSTANT };
                *base = byte;
                bits.fill(0);
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

/// The size of a plane, which may be constant.
fn size(constant: Option<u8>, count: usize) -> usize {
    match constant {
        None => count.saturating_add(1),
        Some(_) if count > MAX_CONSTANT => count.div_ceil(8).saturating_add(2),
        Some(_) => 2,
    }
}

/// A block of four planes, or a block of numbers of four bytes.
type Planes = [[u8; BLOCK]; 4];

/// Writes the planes that are not constant.
fn cut<T: Word>(words: &[T::Bytes], planes: &mut [(usize, ChunksMut<'_, u8>)]) {
    let mut numbers = [T::ZERO; BLOCK];
    let mut bytes = [[[0; BLOCK]; 4]; 2];
    for chunk in words.chunks(BLOCK) {
        for (to, word) in numbers.iter_mut().zip(chunk) {
            *to = T::of(*word).rotated_left();
        }
        for (from, planes) in [0, 4].into_iter().zip(&mut bytes).take(T::WIDTH.div_ceil(4)) {
            cut_four(&numbers, from, planes);
        }
        for (index, blocks) in &mut *planes {
            if let (Some(to), Some(from)) = (blocks.next(), bytes.as_flattened().get(*index)) {
                copy(from, to);
            }
        }
    }
}

/// Copies as many bytes as both have. Usually that is a whole block, which is faster.
#[inline(always)]
fn copy(from: &[u8], to: &mut [u8]) {
    match (from.first_chunk::<BLOCK>(), to.first_chunk_mut::<BLOCK>()) {
        (Some(from), Some(to)) => *to = *from,
        _ => {
            for (to, from) in to.iter_mut().zip(from) {
                *to = *from;
            }
        }
    }
}

/// Splits four bytes of each number, from byte `from` on, into planes. In two steps of halves, which vector
/// instructions support.
#[inline(always)]
fn cut_four<T: Word>(numbers: &[T; BLOCK], from: u32, planes: &mut Planes) {
    let mut halves = [[0_u16; BLOCK]; 2];
    let [low, high] = &mut halves;
    for ((number, low), high) in numbers.iter().zip(low).zip(high) {
        let [a, b, c, d] = number.part(from).to_le_bytes();
        *low = u16::from_le_bytes([a, b]);
        *high = u16::from_le_bytes([c, d]);
    }
    let [a, b, c, d] = planes;
    let [low, high] = &halves;
    for (half, lower, upper) in [(low, a, b), (high, c, d)] {
        for ((half, lower), upper) in half.iter().zip(lower).zip(upper) {
            [*lower, *upper] = half.to_le_bytes();
        }
    }
}

/// Unpacks a range of `count` numbers, whose planes have been checked.
pub(super) fn unpack<T: Word, S: Sink<T>>(
    planes: &[u8],
    count: usize,
    numbers: Range<usize>,
    out: &mut S,
) {
    let mut rest = planes;
    let planes = (0..T::WIDTH).map_while(|_| Plane::again(&mut rest, count));
    let planes = planes.take(MAX_PLANES).collect::<ArrayVec<_, MAX_PLANES>>();
    let Range { mut start, end: last } = numbers;
    let (mut rooms, mut halves) = ([[[0; BLOCK]; 2]; MAX_PLANES / 2], [[0; BLOCK]; MAX_PLANES / 2]);
    let (mut parts, mut numbers) = ([[0_u32; BLOCK]; 2], [T::ZERO; BLOCK]);
    while start < last {
        let len = last.saturating_sub(start).min(BLOCK);
        let end = start.saturating_add(len);
        let pairs = planes.chunks_exact(2).zip(rooms.iter_mut());
        for (half, (pair, [first, second])) in halves.iter_mut().zip(pairs) {
            let [low, high] = pair else { break };
            let (low, high) = (low.read(start..end, first), high.read(start..end, second));
            join_bytes(low, high, half);
        }
        if T::WIDTH == 4 {
            join_halves(&halves, &mut numbers, |number: u32| T::of_part(number, 0).rotated_right());
        } else {
            for (part, pair) in parts.iter_mut().zip(halves.chunks_exact(2)) {
                join_halves(pair, part, |number| number);
            }
            join_parts(&parts, &mut numbers);
        }
        out.put(numbers.get(..len).unwrap_or_default());
        start = end;
    }
}

// By halves, which vector instructions support. Not inlined, because only then the loops are compiled to them.
#[inline(never)]
fn join_bytes(low: &[u8; BLOCK], high: &[u8; BLOCK], halves: &mut [u16; BLOCK]) {
    for ((half, low), high) in halves.iter_mut().zip(low).zip(high) {
        *half = u16::from_le_bytes([*low, *high]);
    }
}

#[inline(never)]
fn join_halves<T>(halves: &[[u16; BLOCK]], numbers: &mut [T; BLOCK], turn: impl Fn(u32) -> T) {
    let [low, high, ..] = halves else { return };
    for ((number, low), high) in numbers.iter_mut().zip(low).zip(high) {
        *number = turn(u32::from(*low) | u32::from(*high).wrapping_shl(16));
    }
}

#[inline(never)]
fn join_parts<T: Word>(parts: &[[u32; BLOCK]; 2], numbers: &mut [T; BLOCK]) {
    let [low, high] = parts;
    for ((number, low), high) in numbers.iter_mut().zip(low).zip(high) {
        *number = (T::of_part(*low, 0) | T::of_part(*high, 4)).rotated_right();
    }
}
