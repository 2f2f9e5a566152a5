//! Parses numbers as people write them.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::str::FromStr;

use super::super::print::{double_text, single_text};
use super::super::tape::{Kind, Tape, Token};
use crate::{Primitive, PrimitiveKind, Value};

/// The number of this kind at a token, or `None` if it is not one.
#[inline(never)]
pub(crate) fn number(tape: &Tape<'_>, at: u32, kind: PrimitiveKind) -> Option<Primitive<'static>> {
    let token = tape.token(at);
    match token.kind {
        Kind::Number => of_digits(tape.raw(token), kind),
        Kind::Str | Kind::Escaped if !tape.is_text() => {
            let number = tape.content(token).ok()?;
            of_digits(&number, kind).or_else(|| word(&number, kind))
        }
        Kind::Name if matches!(kind, PrimitiveKind::F32 | PrimitiveKind::F64) => {
            named(tape, at, token, kind)
        }
        _ => None,
    }
}

/// Parses `inf`, `nan`, and `nan(0x7fc00001)` for a NaN with other bits.
fn named(
    tape: &Tape<'_>,
    at: u32,
    token: Token,
    kind: PrimitiveKind,
) -> Option<Primitive<'static>> {
    match (tape.raw(token), tape.body(at, token)) {
        (name, None) => word(name, kind),
        ("nan", Some(body)) if tape.token(body).end == 1 => {
            let bits = tape.token(body.saturating_add(1));
            if bits.kind == Kind::Number { nan(tape.raw(bits), kind) } else { None }
        }
        _ => None,
    }
}

/// Parses a float that is written as a word.
fn word(text: &str, kind: PrimitiveKind) -> Option<Primitive<'static>> {
    match (text, kind) {
        ("inf", PrimitiveKind::F32) => Some(Primitive::F32(f32::INFINITY)),
        ("inf", PrimitiveKind::F64) => Some(Primitive::F64(f64::INFINITY)),
        ("nan", PrimitiveKind::F32) => Some(Primitive::F32(f32::NAN)),
        ("nan", PrimitiveKind::F64) => Some(Primitive::F64(f64::NAN)),
        _ => nan(text.strip_prefix("nan(")?.strip_suffix(')')?, kind),
    }
}

/// The NaN with these bits in hex.
fn nan(bits: &str, kind: PrimitiveKind) -> Option<Primitive<'static>> {
    let digits = bits.strip_prefix("0x")?;
    match kind {
        PrimitiveKind::F32 => {
            let number = f32::from_bits(u32::from_str_radix(digits, 16).ok()?);
            number.is_nan().then_some(Primitive::F32(number))
        }
        PrimitiveKind::F64 => {
            let number = f64::from_bits(u64::from_str_radix(digits, 16).ok()?);
            number.is_nan().then_some(Primitive::F64(number))
        }
        _ => None,
    }
}

fn of_digits(text: &str, kind: PrimitiveKind) -> Option<Primitive<'static>> {
    parse(text, kind).or_else(|| parse(whole(text)?, kind))
}

/// Converts a byte to a number of this kind, if it fits.
pub(super) fn of_byte(byte: u8, kind: PrimitiveKind) -> Option<Primitive<'static>> {
    macro_rules! of {
        ($($variant:ident)*) => {
            match kind {
                PrimitiveKind::I8 => byte.try_into().ok().map(Primitive::I8),
                $(PrimitiveKind::$variant => Some(Primitive::$variant(byte.into())),)*
                _ => None,
            }
        };
    }
    of!(U8 U16 U32 U64 U128 I16 I32 I64 I128 F32 F64)
}

/// Whether a float differs from the number at a token: a newer program wrote a number of a wider type, and
/// this program would save it rounded. An integer must have the same digits as the printed float, as it will
/// be read as an integer again. Of two texts that are as short and as near, only the one that is printed is right.
#[cold]
pub(super) fn is_rounded(tape: &Tape<'_>, at: u32, number: &Primitive<'_>) -> bool {
    let (printed, wide) = match number {
        Primitive::F32(number) if number.is_finite() => (single_text(*number), f64::from(*number)),
        Primitive::F64(number) if number.is_finite() => (double_text(*number), *number),
        _ => return false,
    };
    let text = tape.content(tape.token(at)).unwrap_or_default();
    let Some(text) = spaced(&text) else { return true };
    let is_same = || text.contains(['.', 'e', 'E']) && text.parse() == Ok(wide);
    !is_same() && Decimal::of(&text) != Decimal::of(&printed)
}

/// A decimal number in normal form: digits without leading and trailing zeros, and the exponent.
#[derive(PartialEq)]
struct Decimal {
    is_negative: bool,
    digits: String,
    point: i64,
}

impl Decimal {
    fn of(text: &str) -> Option<Self> {
        let (number, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let is_negative = number.starts_with('-');
        let number = number.trim_start_matches(['-', '+']);
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let all = [whole, fraction].concat();
        let digits = all.trim_start_matches('0');
        let skipped = all.len().checked_sub(digits.len())?;
        let point = i64::try_from(whole.len()).ok()?.checked_sub(i64::try_from(skipped).ok()?)?;
        let digits = digits.trim_end_matches('0').to_owned();
        let point = match digits.is_empty() {
            true => 0,
            false => point.checked_add(power.parse().ok()?)?,
        };
        Some(Self { is_negative, digits, point })
    }
}

/// The number at a token, in the narrowest of these kinds that holds it, where the type is unknown.
pub(crate) fn any(tape: &Tape<'_>, at: u32) -> Option<Value<'static>> {
    let text = tape.raw(tape.token(at));
    let kinds = [PrimitiveKind::U64, PrimitiveKind::I64, PrimitiveKind::U128, PrimitiveKind::I128];
    let number = kinds.iter().find_map(|kind| parse(text, *kind));
    // -0 is a float, not an integer.
    let number = number.filter(|it| !(text.starts_with('-') && *it == Primitive::I64(0)));
    number.or_else(|| parse(text, PrimitiveKind::F64)).map(Value::from)
}

/// The float word at a token, of the kind that its bits imply.
pub(super) fn any_word(tape: &Tape<'_>, at: u32) -> Option<Value<'static>> {
    let kinds = [PrimitiveKind::F64, PrimitiveKind::F32];
    match kinds.iter().find_map(|kind| named(tape, at, tape.token(at), *kind))? {
        // The default NaN is written as `nan` for both kinds.
        Primitive::F32(number) if number.to_bits() == 0x7fc0_0000 => Some(Value::F64(f64::NAN)),
        number => Some(Value::from(number)),
    }
}

/// Parses an integer as it is printed, which is how most numbers are written.
#[inline(always)]
pub(super) fn printed(tape: &Tape<'_>, at: u32, kind: PrimitiveKind) -> Option<Primitive<'static>> {
    let token = tape.token(at);
    if token.kind != Kind::Number {
        return None;
    }
    let (digits, is_negative) = match tape.raw_bytes(token) {
        [b'-', digits @ ..] => (digits, true),
        digits => (digits, false),
    };
    let is_float = matches!(kind, PrimitiveKind::F32 | PrimitiveKind::F64);
    // 19 digits always fit in 64 bits.
    if digits.is_empty() || digits.len() > 19 || is_float {
        return None;
    }
    let number = decimal(digits)?;
    let signed = || {
        let number = i64::try_from(number).ok()?;
        Some(if is_negative { number.wrapping_neg() } else { number })
    };
    // An unsigned number has no sign.
    let unsigned = || (!is_negative).then_some(number);
    Some(match kind {
        PrimitiveKind::U8 => Primitive::U8(unsigned()?.try_into().ok()?),
        PrimitiveKind::U16 => Primitive::U16(unsigned()?.try_into().ok()?),
        PrimitiveKind::U32 => Primitive::U32(unsigned()?.try_into().ok()?),
        PrimitiveKind::U64 => Primitive::U64(unsigned()?),
        PrimitiveKind::I8 => Primitive::I8(signed()?.try_into().ok()?),
        PrimitiveKind::I16 => Primitive::I16(signed()?.try_into().ok()?),
        PrimitiveKind::I32 => Primitive::I32(signed()?.try_into().ok()?),
        PrimitiveKind::I64 => Primitive::I64(signed()?),
        _ => return None,
    })
}

/// Parses at most 19 digits.
#[inline]
fn decimal(mut digits: &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    while let Some((eight, rest)) = digits.split_first_chunk() {
        number = number.wrapping_mul(100_000_000).wrapping_add(eight_digits(*eight)?);
        digits = rest;
    }
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
    }
    Some(number)
}

/// Parses eight digits in parallel: combines digits into pairs, pairs into fours, and the fours into the
/// number.
#[inline(always)]
fn eight_digits(digits: [u8; 8]) -> Option<u64> {
    const fn eight(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }
    let number = u64::from_le_bytes(digits) ^ eight(b'0');
    let is_other = number | (number & eight(0x7f)).wrapping_add(eight(0x80 - 10));
    if is_other & eight(0x80) != 0 {
        return None;
    }
    let number = number.wrapping_mul(10).wrapping_add(number >> 8) & 0x00ff_00ff_00ff_00ff;
    let number = number.wrapping_mul(100).wrapping_add(number >> 16) & 0x0000_ffff_0000_ffff;
    let number = number.wrapping_mul(10_000).wrapping_add(number >> 32);
    Some(number & 0xffff_ffff)
}

/// The integer part of a number whose fraction is zero: `3.0` is 3.
#[cold]
fn whole(text: &str) -> Option<&str> {
    let (integer, fraction) = text.split_once('.')?;
    let is_decimal = !integer.bytes().any(|byte| byte.is_ascii_alphabetic());
    (is_decimal && fraction.bytes().all(|digit| digit == b'0')).then_some(integer)
}

macro_rules! parse {
    ($($variant:ident $ty:ident)*) => {
        fn parse(text: &str, kind: PrimitiveKind) -> Option<Primitive<'static>> {
            match kind {
                $(PrimitiveKind::$variant => match text.parse::<$ty>() {
                    Ok(number) => Some(Primitive::$variant(number)),
                    Err(_) => {
                        let number = spaced(text)?;
                        let (digits, radix) = radix(&number)?;
                        $ty::from_str_radix(&digits, radix).ok().map(Primitive::$variant)
                    }
                },)*
                PrimitiveKind::F32 => float(text, f32::is_finite).map(Primitive::F32),
                PrimitiveKind::F64 => float(text, f64::is_finite).map(Primitive::F64),
                _ => None,
            }
        }
    };
}
parse!(U8 u8 U16 u16 U32 u32 U64 u64 U128 u128 I8 i8 I16 i16 I32 i32 I64 i64 I128 i128);

fn float<F: Copy + FromStr>(text: &str, is_finite: impl Fn(F) -> bool) -> Option<F> {
    let parse = |text: &str| text.parse().ok();
    match text {
        "-inf" | "+inf" => parse(text),
        // Words that Rust parses as floats, such as `infinity`, are not allowed.
        _ if starts_as_word(text) => None,
        // Digits that are too large for the kind do not become infinity.
        _ => parse(text).or_else(|| parse(&spaced(text)?)).filter(|number| is_finite(*number)),
    }
}

/// Whether the first character, after any sign, is a letter.
fn starts_as_word(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    unsigned.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Removes the underscores between digits, or returns `None` if one is elsewhere.
fn spaced(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('_') {
        return Some(Cow::Borrowed(text));
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (digits, is_digit): (_, fn(&u8) -> bool) = match unsigned.split_at_checked(2) {
        Some(("0x", digits)) => (digits, u8::is_ascii_hexdigit),
        Some(("0b", digits)) => (digits, u8::is_ascii_digit),
        _ => (unsigned, u8::is_ascii_digit),
    };
    let between = digits.as_bytes().windows(3).all(|three| match three {
        [before, b'_', after] => is_digit(before) && is_digit(after),
        _ => true,
    });
    let edges = digits.starts_with('_') || digits.ends_with('_');
    (between && !edges).then(|| Cow::Owned(text.chars().filter(|c| *c != '_').collect::<String>()))
}

/// The digits of an integer with its sign, and its radix.
fn radix(text: &str) -> Option<(Cow<'_, str>, u32)> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (digits, radix) = match rest.split_at_checked(2) {
        Some(("0x", digits)) => (digits, 16),
        Some(("0b", digits)) => (digits, 2),
        _ => (rest, 10),
    };
    if !digits.bytes().next().is_some_and(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    match sign {
        "" => Some((Cow::Borrowed(digits), radix)),
        _ => Some((Cow::Owned(alloc::format!("-{digits}")), radix)),
    }
}
