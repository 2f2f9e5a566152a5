//! Packs and unpacks one column of numbers (FORMAT.md §7.2).
//!
//! The writer finds the least and greatest number of a column, chooses the smallest form and writes blocks of 64
//! numbers, so that inner loops have a constant length and compile to vector instructions. The reader accepts every
//! form. It checks the whole column before it reserves memory; after that, unpacking cannot fail.

mod bits;
mod block;
mod bytes;
mod choice;
mod code;
mod dictionary;
mod differ;
mod distinct;
mod exceptions;
mod fault;
mod keys;
mod part;
mod planes;
mod sink;
mod span;
mod stored;
#[cfg(test)]
mod tests;
mod together;
mod word;

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::Error;
use crate::columns::bytes::Bytes;
use choice::Form;
pub(crate) use dictionary::{Chosen, Dictionary, FEWEST, Places};
pub(crate) use distinct::Known;
pub(crate) use part::{Numbers, Packed};
use sink::Sink;
use span::Span;
use stored::Stored;
pub(crate) use together::{
    from_rows, index_together, into_rows, may_stand_together, pack_beside, pack_together,
    stand_together,
};
use word::Word;

/// How the numbers of a column are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// As unsigned integers.
    Unsigned,
    /// As signed integers, in two's complement.
    Signed,
    /// As floats: only for equality, since floats with close values may have very different bits.
    Float,
    /// As floats that a codec will compress, which works better if similar bytes are adjacent.
    FloatForCodec,
}

impl Class {
    fn is_float(self) -> bool {
        matches!(self, Self::Float | Self::FloatForCodec)
    }
}

/// Appends the packed form of numbers, given as little-endian bytes, `width` (1, 2, 4, 8 or 16) for each.
#[inline(always)]
pub(crate) fn pack(values: &[u8], width: usize, class: Class, out: &mut Bytes) {
    if values.len() == width {
        pack_one(values, class, out);
    } else {
        pack_many(values, width, class, out);
    }
}

/// Not inlined into the code for a single number, for which it would prepare much memory.
#[inline(never)]
fn pack_many(values: &[u8], width: usize, class: Class, out: &mut Bytes) {
    match width {
        1 => pack_words::<u8>(values, class, out),
        2 => pack_words::<u16>(values, class, out),
        4 => pack_words::<u32>(values, class, out),
        8 => pack_words::<u64>(values, class, out),
        16 => pack_words::<u128>(values, class, out),
        _ => pack_raw(values, out),
    }
}

/// Packs a single number: as an exception byte if the number fits in one, otherwise raw. No other form is smaller than
/// raw.
#[inline(never)]
fn pack_one(value: &[u8], class: Class, out: &mut Bytes) {
    if let Ok(value) = value.try_into() {
        let [byte] = value;
        out.push([code::RAW, byte]);
    } else if let Ok(value) = value.try_into() {
        let [low, high] = value;
        match u16::from_le_bytes(value) {
            0..255 if !class.is_float() => out.push([code::EXCEPTIONS, low]),
            _ => out.push([code::RAW, low, high]),
        }
    } else if let Ok(value) = value.try_into() {
        let number = u32::from_le_bytes(value);
        let [a, b, c, d] = value;
        match number {
            0..255 if !class.is_float() => out.push([code::EXCEPTIONS, a]),
            _ => out.push([code::RAW, a, b, c, d]),
        }
    } else {
        pack_wide(value, class, out);
    }
}

/// Packs a single number of any size.
fn pack_wide(value: &[u8], class: Class, out: &mut Bytes) {
    match value {
        [low, rest @ ..]
            if !class.is_float()
                && !rest.is_empty()
                && *low != code::EXCEPTION
                && rest.iter().all(|byte| *byte == 0) =>
        {
            out.push([code::EXCEPTIONS, *low]);
        }
        _ => pack_raw(value, out),
    }
}

/// Like [`pack`], for numbers of 4 bytes that are below 255, given as their lowest bytes.
pub(crate) fn pack_short(lows: &[u8], out: &mut Bytes) {
    match lows {
        [] => return,
        [low] => return out.push([code::EXCEPTIONS, *low]),
        _ => {}
    }
    let span = Span::<u8>::of(word::words::<u8>(lows), Class::Unsigned);
    let base = u32::from(span.least);
    match choice::smallest(span.bits(), lows.len(), u32::WIDTH, |_| Some(0)) {
        Form::Constant => {
            out.push([code::CONSTANT]);
            out.push(base.to_le_bytes());
        }
        Form::Bits(width) => {
            bits::pack_based(word::words::<u8>(lows), width, span.least, base, out)
        }
        Form::Exceptions(_) => {
            out.push([code::EXCEPTIONS]);
            out.extend_long(lows);
        }
        _ => pack_words::<u32>(words_of(lows).as_flattened(), Class::Unsigned, out),
    }
}

/// The numbers, extended to 4 bytes.
fn words_of(lows: &[u8]) -> Vec<[u8; 4]> {
    lows.iter().map(|low| u32::from(*low).to_le_bytes()).collect()
}

/// Unpacks `count` numbers of `width` bytes to little-endian bytes, which are borrowed if the column is raw.
///
/// # Errors
///
/// `stored` is not a valid column of `count` numbers. Nothing is reserved before that is known.
pub(crate) fn unpack(stored: &[u8], width: usize, count: usize) -> Result<Cow<'_, [u8]>, Error> {
    let column = Stored::read(stored, width, count)?;
    if let Stored::Raw(bytes) = column {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut out = Vec::with_capacity(count.saturating_mul(width));
    match width {
        1 => unpack_words::<u8, _>(&column, count, &mut out),
        2 => unpack_words::<u16, _>(&column, count, &mut out),
        4 => unpack_words::<u32, _>(&column, count, &mut out),
        8 => unpack_words::<u64, _>(&column, count, &mut out),
        _ => unpack_words::<u128, _>(&column, count, &mut out),
    }
    Ok(Cow::Owned(out))
}

/// Whether a column can be borrowed as it is, without memory for unpacking.
pub(crate) fn is_raw(stored: &[u8]) -> bool {
    stored.first().is_none_or(|code| *code == code::RAW)
}

/// Like [`unpack`], for numbers of 4 bytes, as `u32`.
///
/// # Errors
///
/// As [`unpack`].
pub(crate) fn unpack_u32(stored: &[u8], count: usize) -> Result<Vec<u32>, Error> {
    let column = Stored::read(stored, u32::WIDTH, count)?;
    let mut out = Vec::with_capacity(count);
    unpack_words::<u32, _>(&column, count, &mut out);
    Ok(out)
}

fn pack_words<T: Word>(values: &[u8], class: Class, out: &mut Bytes) {
    let words = word::words::<T>(values);
    if words.is_empty() {
        return;
    }
    let (form, base) = choice::choose::<T>(words, class);
    match form {
        Form::Raw => pack_raw(values, out),
        Form::Constant => {
            out.push([code::CONSTANT]);
            out.extend(bytemuck::bytes_of(&base.to_bytes()));
        }
        Form::Bits(width) => bits::pack(words, width, base, out),
        Form::Bytes(width) => bytes::pack(words, width, base, out),
        Form::Exceptions(long) => exceptions::pack::<T>(words, long, out),
        Form::Planes => planes::pack::<T>(words, base, out),
    }
}

fn pack_raw(values: &[u8], out: &mut Bytes) {
    if !values.is_empty() {
        out.push([code::RAW]);
        out.extend_long(values);
    }
}

fn unpack_words<T: Word, S: Sink<T>>(column: &Stored<'_>, count: usize, out: &mut S) {
    match *column {
        Stored::Raw(bytes) => block::each(word::words::<T>(bytes), T::of, out),
        Stored::Constant(base) => block::repeat(T::read(base), count, out),
        Stored::Bits { width, base, offsets } => {
            bits::unpack(offsets, width, T::read(base), count, out);
        }
        Stored::Bytes { width, base, offsets } => {
            bytes::unpack(offsets, width, T::read(base), out);
        }
        Stored::Exceptions { bytes, exceptions } => {
            exceptions::unpack(bytes, word::words::<T>(exceptions), out);
        }
        Stored::Planes { planes, count: all, start } => {
            let end = start.saturating_add(count).min(all);
            planes::unpack(planes, all, start..end, out);
        }
        Stored::Among { rows, step } => together::unpack(rows, step, out),
    }
}
