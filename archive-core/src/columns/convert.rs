//! Checks columns of bools and chars, and converts numbers to another kind.

use alloc::vec::Vec;

use super::tree::width;
use crate::value::by_name::{Quantity, too_large};
use crate::{Error, ErrorKind, PrimitiveKind};

/// Checks that every number is a valid value of its kind.
pub(super) fn check_numbers(numbers: &[u8], kind: PrimitiveKind) -> Result<(), Error> {
    match kind {
        PrimitiveKind::Bool => check_bits(numbers, "a bool is neither 0 nor 1"),
        PrimitiveKind::Char => {
            let is_char = |bytes: &[u8]| {
                let bytes = <[u8; 4]>::try_from(bytes).unwrap_or([u8::MAX; 4]);
                char::from_u32(u32::from_le_bytes(bytes)).is_some()
            };
            if numbers.chunks_exact(4).all(is_char) {
                return Ok(());
            }
            Err(Error::new(ErrorKind::InvalidValue, "a char is not a Unicode scalar value"))
        }
        _ => Ok(()),
    }
}

/// Checks that every byte is 0 or 1; `wrong` says that one is not.
pub(super) fn check_bits(bytes: &[u8], wrong: &'static str) -> Result<(), Error> {
    // Does not stop early, so that the loop is vectorised.
    match bytes.iter().fold(0, |all, byte| all | byte) {
        0 | 1 => Ok(()),
        _ => Err(Error::new(ErrorKind::InvalidValue, wrong)),
    }
}

/// Converts numbers to another kind.
pub(super) fn convert(
    numbers: &[u8],
    from: PrimitiveKind,
    to: PrimitiveKind,
) -> Result<Vec<u8>, Error> {
    let count = numbers.len().checked_div(width(from)).unwrap_or(0);
    let len = count.saturating_mul(width(to));
    let mut out = crate::limits::room(len)?;
    let mut failed = None;
    for bytes in numbers.chunks_exact(width(from).max(1)) {
        let number = read(bytes, from);
        if !write(number, to, &mut out) && failed.is_none() {
            failed = Some(number);
        }
    }
    match failed {
        None => Ok(out),
        Some(number) => Err(too_large(number, to)),
    }
}

#[inline(always)]
fn read(bytes: &[u8], kind: PrimitiveKind) -> Quantity {
    let mut wide = [0_u8; 16];
    for (to, from) in wide.iter_mut().zip(bytes) {
        *to = *from;
    }
    let unsigned = u128::from_le_bytes(wide);
    let bits = u32::try_from(bytes.len().saturating_mul(8)).unwrap_or(128);
    match kind {
        PrimitiveKind::F32 => {
            Quantity::Single(f32::from_bits(u32::try_from(unsigned).unwrap_or(0)))
        }
        PrimitiveKind::F64 => {
            Quantity::Double(f64::from_bits(u64::try_from(unsigned).unwrap_or(0)))
        }
        PrimitiveKind::I8
        | PrimitiveKind::I16
        | PrimitiveKind::I32
        | PrimitiveKind::I64
        | PrimitiveKind::I128 => {
            let shift = 128_u32.saturating_sub(bits);
            let high = i128::from_le_bytes(unsigned.wrapping_shl(shift).to_le_bytes());
            Quantity::Whole(high.wrapping_shr(shift))
        }
        _ => i128::try_from(unsigned).map_or(Quantity::Huge(unsigned), Quantity::Whole),
    }
}

macro_rules! write_integer {
    ($number:expr, $out:expr, $ty:ty) => {{
        let number = match $number.whole() {
            Some(Quantity::Whole(number)) => <$ty>::try_from(number).ok(),
            Some(Quantity::Huge(number)) => <$ty>::try_from(number).ok(),
            _ => None,
        };
        $out.extend_from_slice(&number.unwrap_or_default().to_le_bytes());
        number.is_some()
    }};
}

/// Appends a number as another kind. Returns whether that kind can represent it.
#[inline(always)]
fn write(number: Quantity, kind: PrimitiveKind, out: &mut Vec<u8>) -> bool {
    match kind {
        PrimitiveKind::U8 => write_integer!(number, out, u8),
        PrimitiveKind::U16 => write_integer!(number, out, u16),
        PrimitiveKind::U32 => write_integer!(number, out, u32),
        PrimitiveKind::U64 => write_integer!(number, out, u64),
        PrimitiveKind::U128 => write_integer!(number, out, u128),
        PrimitiveKind::I8 => write_integer!(number, out, i8),
        PrimitiveKind::I16 => write_integer!(number, out, i16),
        PrimitiveKind::I32 => write_integer!(number, out, i32),
        PrimitiveKind::I64 => write_integer!(number, out, i64),
        PrimitiveKind::I128 => write_integer!(number, out, i128),
        PrimitiveKind::F64 => {
            let float = number.double();
            out.extend_from_slice(&float.unwrap_or_default().to_le_bytes());
            float.is_some()
        }
        PrimitiveKind::F32 => {
            let float = number.single();
            out.extend_from_slice(&float.unwrap_or_default().to_le_bytes());
            float.is_some()
        }
        _ => false,
    }
}
