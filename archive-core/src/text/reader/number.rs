//! Numbers as people write them.

use alloc::borrow::Cow;
use alloc::string::String;

use super::super::tape::{Kind, Tape, Token};
use crate::{Primitive, PrimitiveKind};

/// The number of this kind that stands at a token, if it is one.
#[inline]
pub(super) fn number(tape: &Tape<'_>, at: u32, kind: PrimitiveKind) -> Option<Primitive<'static>> {
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

/// `inf`, `nan`, and `nan(0x7fc00001)` for one with other bits.
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

/// A float that is written as a word, of this kind.
fn word(text: &str, kind: PrimitiveKind) -> Option<Primitive<'static>> {
    match (text, kind) {
        ("inf", PrimitiveKind::F32) => Some(Primitive::F32(f32::INFINITY)),
        ("inf", PrimitiveKind::F64) => Some(Primitive::F64(f64::INFINITY)),
        ("nan", PrimitiveKind::F32) => Some(Primitive::F32(f32::NAN)),
        ("nan", PrimitiveKind::F64) => Some(Primitive::F64(f64::NAN)),
        _ => nan(text.strip_prefix("nan(")?.strip_suffix(')')?, kind),
    }
}

/// The float with these bits in hex digits, if it is no number.
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

#[inline]
fn of_digits(text: &str, kind: PrimitiveKind) -> Option<Primitive<'static>> {
    parse(text, kind).or_else(|| parse(whole(text)?, kind))
}

/// The integer that a number with nothing but zeros behind its point is: `3.0` is 3.
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
                PrimitiveKind::F32 => {
                    float(text, |text| text.parse().ok()).map(Primitive::F32)
                }
                PrimitiveKind::F64 => {
                    float(text, |text| text.parse().ok()).map(Primitive::F64)
                }
                _ => None,
            }
        }
    };
}
parse!(U8 u8 U16 u16 U32 u32 U64 u64 U128 u128 I8 i8 I16 i16 I32 i32 I64 i64 I128 i128);

fn float<F>(text: &str, parse: impl Fn(&str) -> Option<F>) -> Option<F> {
    match text {
        "-inf" | "+inf" => parse(text),
        // Words that Rust reads as numbers are none here.
        _ if text.bytes().any(|byte| byte.is_ascii_alphabetic() && (byte | 0x20) != b'e') => None,
        _ => parse(text).or_else(|| parse(&spaced(text)?)),
    }
}

/// A number without the underscores between its digits.
fn spaced(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('_') {
        return Some(Cow::Borrowed(text));
    }
    let bytes = text.as_bytes();
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_hexdigit);
    let mut windows = bytes.windows(3);
    let between = windows.all(|three| match three {
        [before, b'_', after] => {
            is_digit(Some(before)) && (is_digit(Some(after)) || *after == b'_')
        }
        _ => true,
    });
    let edges = text.starts_with('_') || text.ends_with('_');
    (between && !edges).then(|| Cow::Owned(text.chars().filter(|c| *c != '_').collect::<String>()))
}

/// The digits of an integer with its sign, and their base.
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
