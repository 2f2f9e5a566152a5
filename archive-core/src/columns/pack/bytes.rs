//! Offsets of whole bytes, of fewer bytes than the numbers.

use super::block::BLOCK;
use super::code;
use super::sink::Sink;
use super::word::Word;
use crate::columns::bytes::Bytes;

/// Calls `$function::<$word, K>` with `$width` as the constant `K`.
macro_rules! for_width {
    ($width:expr, $function:ident::<$word:ident>($($argument:expr),*)) => {
        match $width {
            1 => $function::<$word, 1>($($argument),*),
            2 => $function::<$word, 2>($($argument),*),
            3 => $function::<$word, 3>($($argument),*),
            4 => $function::<$word, 4>($($argument),*),
            5 => $function::<$word, 5>($($argument),*),
            6 => $function::<$word, 6>($($argument),*),
            7 => $function::<$word, 7>($($argument),*),
            8 => $function::<$word, 8>($($argument),*),
            9 => $function::<$word, 9>($($argument),*),
            10 => $function::<$word, 10>($($argument),*),
            11 => $function::<$word, 11>($($argument),*),
            12 => $function::<$word, 12>($($argument),*),
            13 => $function::<$word, 13>($($argument),*),
            14 => $function::<$word, 14>($($argument),*),
            _ => $function::<$word, 15>($($argument),*),
        }
    };
}

/// Appends the numbers as offsets from `base`, which must all fit in `width` bytes.
pub(super) fn pack<T: Word>(words: &[T::Bytes], width: usize, base: T, out: &mut Bytes) {
    out.push([code::BYTES | u8::try_from(width).unwrap_or(0)]);
    out.extend(bytemuck::bytes_of(&base.to_bytes()));
    let room = out.append(words.len().saturating_mul(width));
    for_width!(width, pack_offsets::<T>(words, base, room));
}

/// Unpacks numbers from their offsets of `width` bytes.
pub(super) fn unpack<T: Word, S: Sink<T>>(offsets: &[u8], width: usize, base: T, out: &mut S) {
    for_width!(width, unpack_offsets::<T>(offsets, base, out));
}

fn pack_offsets<T: Word, const WIDTH: usize>(words: &[T::Bytes], base: T, room: &mut [u8]) {
    if WIDTH >= T::WIDTH {
        return;
    }
    for (to, word) in room.chunks_exact_mut(WIDTH).zip(words) {
        let offset = T::of(*word).minus(base).to_bytes();
        if let (Some(to), Some(low)) =
            (to.first_chunk_mut::<WIDTH>(), bytemuck::bytes_of(&offset).first_chunk())
        {
            *to = *low;
        }
    }
}

fn unpack_offsets<T: Word, const WIDTH: usize>(offsets: &[u8], base: T, out: &mut impl Sink<T>) {
    if WIDTH >= T::WIDTH {
        return;
    }
    let mut numbers = [T::ZERO; BLOCK];
    for chunk in offsets.chunks(BLOCK.saturating_mul(WIDTH)) {
        let offsets = chunk.chunks_exact(WIDTH);
        let count = offsets.len();
        for (to, offset) in numbers.iter_mut().zip(offsets) {
            *to = base.plus(T::read(offset));
        }
        out.put(numbers.get(..count).unwrap_or_default());
    }
}
