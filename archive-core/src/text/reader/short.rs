//! The fast path for numbers of few digits, as printed: most numbers in most texts.

use super::super::tape::{Kind, Tape};

/// A number type with a fast path for short numbers.
pub(super) trait Short: Sized {
    /// The number at a token, or `None` if the slow path must read it or report an error.
    fn short(tape: &Tape<'_>, at: u32) -> Option<Self>;
}

macro_rules! integers {
    ($($ty:ident)*) => {$(
        impl Short for $ty {
            #[inline(always)]
            fn short(tape: &Tape<'_>, at: u32) -> Option<Self> {
                integer(tape, at)?.try_into().ok()
            }
        }
    )*};
}
integers!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);

macro_rules! floats {
    ($($ty:ident)*) => {$(
        impl Short for $ty {
            #[inline(always)]
            fn short(tape: &Tape<'_>, at: u32) -> Option<Self> {
                decimal(tape, at)?.parse().ok().filter(|number: &Self| number.is_finite())
            }
        }
    )*};
}
floats!(f32 f64);

/// Parses an integer of at most four digits.
#[inline(always)]
fn integer(tape: &Tape<'_>, at: u32) -> Option<i32> {
    let token = tape.token(at);
    let (digits, is_negative) = match tape.raw_bytes(token) {
        [b'-', digits @ ..] => (digits, true),
        digits => (digits, false),
    };
    if token.kind != Kind::Number || digits.is_empty() || digits.len() > 4 {
        return None;
    }
    let mut number = 0_i32;
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number.wrapping_mul(10).wrapping_add(i32::from(digit));
    }
    match is_negative {
        // `-0` is not a valid unsigned number; the slow path decides.
        true if number == 0 => None,
        true => Some(number.wrapping_neg()),
        false => Some(number),
    }
}

/// The text of a number that starts with a digit after its sign.
#[inline(always)]
fn decimal<'a>(tape: &Tape<'a>, at: u32) -> Option<&'a str> {
    let token = tape.token(at);
    let text = tape.raw(token);
    let is_decimal = matches!(text.as_bytes(), [b'0'..=b'9', ..] | [b'-', b'0'..=b'9', ..]);
    (token.kind == Kind::Number && is_decimal).then_some(text)
}
