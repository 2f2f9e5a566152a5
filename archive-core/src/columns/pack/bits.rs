//! Offsets of 1 to 7 bits.

use super::block::BLOCK;
use super::sink::Sink;
use super::word::Word;
use super::{code, fault};
use crate::Error;
use crate::columns::bytes::Bytes;

/// The bytes of `count` offsets of `width` bits.
pub(super) fn size(count: usize, width: u32) -> Option<usize> {
    let width = usize::try_from(width).ok()?;
    let whole = count.wrapping_shr(3).checked_mul(width)?;
    whole.checked_add((count & 7).checked_mul(width)?.div_ceil(8))
}

/// Checks that the bits after the last of `count` offsets are zero.
pub(super) fn check_end(offsets: &[u8], count: usize, width: u32) -> Result<(), Error> {
    let used = (count & 7).wrapping_mul(usize::try_from(width).unwrap_or(0)) & 7;
    let last = offsets.last().map_or(0, |last| u32::from(*last));
    let unused = u32::try_from(used).map_or(0, |used| last.wrapping_shr(used));
    if used != 0 && unused != 0 { Err(fault::unused_bits()) } else { Ok(()) }
}

/// Appends the numbers as offsets from `base`, all of which fit `width` bits.
pub(super) fn pack<T: Word>(words: &[T::Bytes], width: u32, base: T, out: &mut Bytes) {
    pack_based(words, width, base, base, out);
}

/// As [`pack`], with a base that may be wider than the numbers.
pub(super) fn pack_based<T: Word, B: Word>(
    words: &[T::Bytes],
    width: u32,
    base: T,
    stored: B,
    out: &mut Bytes,
) {
    let Some(size) = size(words.len(), width) else { return };
    let (squeeze, bytes, code) = squeezer(width);
    out.push([code]);
    out.extend(bytemuck::bytes_of(&stored.to_bytes()));
    let mut rooms = out.append(size).chunks_mut(bytes);
    let mut block = [0; BLOCK];
    let mut chunks = words.chunks_exact(BLOCK);
    for (chunk, room) in (&mut chunks).zip(&mut rooms) {
        for (to, word) in block.iter_mut().zip(chunk) {
            *to = T::of(*word).minus(base).low();
        }
        squeeze(&block, room);
    }
    if let Some(room) = rooms.next() {
        block = [0; BLOCK];
        for (to, word) in block.iter_mut().zip(chunks.remainder()) {
            *to = T::of(*word).minus(base).low();
        }
        squeeze(&block, room);
    }
}

/// Puts `count` numbers, whose offsets from `base` have `width` bits.
pub(super) fn unpack<T: Word, S: Sink<T>>(
    offsets: &[u8],
    width: u32,
    base: T,
    count: usize,
    out: &mut S,
) {
    if count <= BLOCK {
        unpack_blocks::<T, S, 1>(offsets, width, base, count, out);
    } else {
        // A processor waits to read at once what it has just written in parts; not so after a while.
        unpack_blocks::<T, S, 4>(offsets, width, base, count, out);
    }
}

/// Unpacks so many blocks at a time.
#[inline(always)]
fn unpack_blocks<T: Word, S: Sink<T>, const BLOCKS: usize>(
    mut offsets: &[u8],
    width: u32,
    base: T,
    count: usize,
    out: &mut S,
) {
    let (spread, bytes) = spreader(width);
    let mut left = count;
    let (mut short, mut numbers) = ([[0; BLOCK]; BLOCKS], [[base; BLOCK]; BLOCKS]);
    while left > 0 {
        for block in &mut short {
            match offsets.first_chunk() {
                None if offsets.is_empty() => break,
                Some(packed) => spread(packed, block),
                None => spread(&padded(offsets), block),
            }
            offsets = offsets.get(bytes..).unwrap_or_default();
        }
        let numbers = numbers.as_flattened_mut();
        for (to, from) in numbers.iter_mut().zip(short.as_flattened()) {
            *to = base.plus(T::from(*from));
        }
        match numbers.get(..left) {
            Some(last) => out.put(last),
            None => out.put(numbers),
        }
        left = left.saturating_sub(numbers.len());
    }
}

/// Bytes that are followed by zeros.
fn padded(bytes: &[u8]) -> [u8; BLOCK] {
    let mut padded = [0; BLOCK];
    for (to, from) in padded.iter_mut().zip(bytes) {
        *to = *from;
    }
    padded
}

/// Writes the lowest bits of a block, or as many of them as there is room for.
type Squeeze = fn(&[u8; BLOCK], &mut [u8]);
/// Gives each number of a block its bits, from as many bytes as they take and any that follow.
type Spread = fn(&[u8; BLOCK], &mut [u8; BLOCK]);

/// What packs a block into so many bits a number, the bytes and the code of that.
fn squeezer(width: u32) -> (Squeeze, usize, u8) {
    match width {
        1 => (squeeze_one, 8, code::ONE_BIT),
        2 => (squeeze::<2>, 16, code::BITS | 2),
        3 => (squeeze::<3>, 24, code::BITS | 3),
        4 => (squeeze::<4>, 32, code::BITS | 4),
        5 => (squeeze::<5>, 40, code::BITS | 5),
        6 => (squeeze::<6>, 48, code::BITS | 6),
        _ => (squeeze::<7>, 56, code::BITS | 7),
    }
}

/// What unpacks a block from so many bits a number, and the bytes of that.
fn spreader(width: u32) -> (Spread, usize) {
    match width {
        1 => (spread::<1>, 8),
        2 => (spread::<2>, 16),
        3 => (spread::<3>, 24),
        4 => (spread::<4>, 32),
        5 => (spread::<5>, 40),
        6 => (spread::<6>, 48),
        _ => (spread::<7>, 56),
    }
}

/// How eight numbers of `WIDTH` bits move together in a word, in three steps: two numbers into a
/// lane of 16 bits, two of those into one of 32, two of those into one of 64.
struct Steps<const WIDTH: usize>;

impl<const WIDTH: usize> Steps<WIDTH> {
    /// For each step: how far the upper half moves, where the lower one is, where the upper one is
    /// after it moved.
    const ALL: [(u32, u64, u64); 3] = [Self::step(8), Self::step(16), Self::step(32)];

    #[expect(
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation,
        reason = "evaluated by the compiler, for widths of 1 to 7"
    )]
    const fn step(half: u32) -> (u32, u64, u64) {
        let bits = WIDTH as u32 * (half / 8);
        let one = (1 << bits) - 1;
        let lanes = if half == 32 { 1 } else { u64::MAX / ((1 << (2 * half)) - 1) };
        (half - bits, one * lanes, (one << bits) * lanes)
    }
}

fn squeeze<const WIDTH: usize>(block: &[u8; BLOCK], room: &mut [u8]) {
    let packed = gather::<WIDTH>(block)
        .map(|word| word.to_le_bytes().first_chunk().copied().unwrap_or([0; WIDTH]));
    fill(room, packed.as_flattened());
}

/// Writes the front of `bytes`, mostly all of them.
#[inline(always)]
fn fill(room: &mut [u8], bytes: &[u8]) {
    if room.len() == bytes.len() {
        room.copy_from_slice(bytes);
    } else {
        for (to, from) in room.iter_mut().zip(bytes) {
            *to = *from;
        }
    }
}

/// Moves the bits of eight numbers together, in each word of a block.
// Not inlined, as only then it is compiled to vector instructions.
#[inline(never)]
fn gather<const WIDTH: usize>(block: &[u8; BLOCK]) -> [u64; 8] {
    let eights: &[[u8; 8]; 8] = bytemuck::must_cast_ref(block);
    eights.map(|eight| {
        let mut word = u64::from_le_bytes(eight);
        for (by, lower, upper) in Steps::<WIDTH>::ALL {
            word = (word & lower) | (word.wrapping_shr(by) & upper);
        }
        word
    })
}

/// As [`squeeze`], for one bit: faster this way.
fn squeeze_one(block: &[u8; BLOCK], room: &mut [u8]) {
    fill(room, &ones(block));
}

/// The bits of a block of zeros and ones.
#[inline(always)]
pub(super) fn ones(block: &[u8; BLOCK]) -> [u8; 8] {
    let eights: &[[u8; 8]; 8] = bytemuck::must_cast_ref(block);
    eights.map(|eight| {
        // The sum of the word moved so that each number comes to its place in the highest byte.
        let sum = u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080);
        let [.., bits] = sum.to_le_bytes();
        bits
    })
}

fn spread<const WIDTH: usize>(packed: &[u8; BLOCK], block: &mut [u8; BLOCK]) {
    let eights: &mut [[u8; 8]; 8] = bytemuck::must_cast_mut(block);
    // What follows the bits of eight numbers is not theirs, and is masked.
    for (eight, window) in eights.iter_mut().zip(packed.windows(8).step_by(WIDTH)) {
        let mut word = window.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        for (by, lower, upper) in Steps::<WIDTH>::ALL.into_iter().rev() {
            word = (word & lower) | ((word & upper).wrapping_shl(by));
        }
        *eight = word.to_le_bytes();
    }
}
