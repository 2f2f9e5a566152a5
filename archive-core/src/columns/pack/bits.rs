//! Offsets of 1 to 7 bits.

use super::block::BLOCK;
use super::sink::Sink;
use super::word::Word;
use super::{code, fault};
use crate::Error;
use crate::columns::bytes::Bytes;

/// The bytes that `count` offsets of `width` bits take.
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

/// Appends the numbers as offsets from `base`, which must all fit in `width` bits.
pub(super) fn pack<T: Word>(words: &[T::Bytes], width: u32, base: T, out: &mut Bytes) {
    pack_based(words, width, base, base, out);
}

/// Like [`pack`], with the base stored in a wider type than the numbers.
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

/// Unpacks `count` numbers from their offsets of `width` bits.
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
        // Four blocks at a time: reading a block right after its parts were written would stall the processor.
        unpack_blocks::<T, S, 4>(offsets, width, base, count, out);
    }
}

/// Unpacks `BLOCKS` blocks at a time.
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

/// The bytes, followed by zeros.
fn padded(bytes: &[u8]) -> [u8; BLOCK] {
    let mut padded = [0; BLOCK];
    for (to, from) in padded.iter_mut().zip(bytes) {
        *to = *from;
    }
    padded
}

/// Packs the lowest bits of a block into as many bytes as there is room for.
type Squeeze = fn(&[u8; BLOCK], &mut [u8]);
/// Unpacks the bits of a block. The packed bits may be followed by other bytes.
type Spread = fn(&[u8; BLOCK], &mut [u8; BLOCK]);

/// The function that packs blocks with this width; the bytes of a packed block; the code of the form.
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

/// The function that unpacks blocks with this width; the bytes of a packed block.
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

/// How eight numbers of `WIDTH` bits are moved together in a word, in three steps: pairs of 8-bit lanes become one
/// 16-bit lane, pairs of those one of 32 bits, and pairs of those one of 64.
struct Steps<const WIDTH: usize>;

impl<const WIDTH: usize> Steps<WIDTH> {
    /// For each step: how far the upper half moves, the mask of the lower half, the mask of the upper half after it
    /// has moved.
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

/// Copies the first bytes, usually all of them.
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

/// Moves the bits of eight numbers together, in each word of a block. Not inlined, because only then it is compiled to
/// vector instructions.
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

/// Like [`squeeze`], for one bit, but faster.
fn squeeze_one(block: &[u8; BLOCK], room: &mut [u8]) {
    fill(room, &ones(block));
}

/// The bits of a block of zeros and ones.
#[inline(always)]
pub(super) fn ones(block: &[u8; BLOCK]) -> [u8; 8] {
    let eights: &[[u8; 8]; 8] = bytemuck::must_cast_ref(block);
    eights.map(|eight| {
        // The multiplication adds up shifted copies of the word, so that each number becomes one bit of the highest
        // byte.
        let sum = u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080);
        let [.., bits] = sum.to_le_bytes();
        bits
    })
}

fn spread<const WIDTH: usize>(packed: &[u8; BLOCK], block: &mut [u8; BLOCK]) {
    let eights: &mut [[u8; 8]; 8] = bytemuck::must_cast_mut(block);
    // The bits after those of the eight numbers are masked out.
    for (eight, window) in eights.iter_mut().zip(packed.windows(8).step_by(WIDTH)) {
        let mut word = window.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        for (by, lower, upper) in Steps::<WIDTH>::ALL.into_iter().rev() {
            word = (word & lower) | ((word & upper).wrapping_shl(by));
        }
        *eight = word.to_le_bytes();
    }
}
