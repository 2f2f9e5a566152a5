//! Quoted text: names, strings, characters and bytes. The printer writes it and the readers decode it with
//! this module.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::print::push_ascii;

/// Words that are values, so a name that equals one of them is quoted.
pub(crate) const RESERVED: [&str; 6] = ["true", "false", "none", "some", "inf", "nan"];

/// Classes of a byte, as bits.
const STARTS_NAME: u8 = 1;
pub(super) const IN_NAME: u8 = 2;
pub(super) const IN_NUMBER: u8 = 4;
pub(super) const BLANK: u8 = 8;
pub(super) const QUOTED: u8 = 16;

/// The classes of each byte: a table lookup is cheaper than comparisons.
static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut rest: &mut [u8] = &mut classes;
    let mut byte = 0_u8;
    while let Some((class, after)) = rest.split_first_mut() {
        let starts = byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80;
        let goes_on = starts || byte.is_ascii_digit() || byte == b'.';
        let number = byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_';
        *class = (if starts { STARTS_NAME } else { 0 })
            | (if goes_on { IN_NAME } else { 0 })
            | (if number { IN_NUMBER } else { 0 })
            | (if matches!(byte, b' ' | b'\n' | b'\t' | b'\r') { BLANK } else { 0 })
            | (if matches!(byte, b'"' | b'\'' | b'`' | b'\\' | b'\n') { 0 } else { QUOTED });
        byte = byte.wrapping_add(1);
        rest = after;
    }
    classes
}

/// Returns the classes of a byte.
#[inline(always)]
pub(super) fn class(byte: u8) -> u8 {
    CLASSES.get(usize::from(byte)).copied().unwrap_or(0)
}

/// Whether a byte starts a name.
#[inline(always)]
pub(super) fn starts_name(byte: u8) -> bool {
    class(byte) & STARTS_NAME != 0
}

/// Whether a name needs no quotes.
fn is_plain_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    let is_name = bytes.first().is_some_and(|first| starts_name(*first))
        && bytes.iter().all(|byte| class(*byte) & IN_NAME != 0);
    is_name && !RESERVED.contains(&name) && !name.chars().any(is_hidden)
}

/// Characters that are invisible, or that change how the text around them is displayed.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || (c >= '\u{80}' && c.is_whitespace())
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Writes the name of a type, field or variant.
pub(super) fn write_name(out: &mut String, name: &str) {
    if is_plain_name(name) {
        out.push_str(name);
    } else {
        write_quoted(out, name, '`');
    }
}

/// Writes text between quotes, with escapes for characters that are not allowed there or would be invisible.
pub(crate) fn write_quoted(out: &mut String, text: &str, quote: char) {
    out.push(quote);
    let is_plain = |byte: &u8| {
        (b' '..0x7f).contains(byte)
            && *byte != b'\\'
            && *byte != b'"'
            && *byte != b'\''
            && *byte != b'`'
    };
    // Check each chunk as a whole, without a branch per byte.
    let are_plain = |bytes: &[u8]| bytes.iter().fold(true, |all, byte| all & is_plain(byte));
    if text.as_bytes().chunks(32).all(are_plain) {
        push_ascii(out, text);
    } else {
        for c in text.chars() {
            write_escaped(out, c, quote);
        }
    }
    out.push(quote);
}

pub(crate) fn write_escaped(out: &mut String, c: char, quote: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        '\0' => out.push_str("\\0"),
        '\\' => out.push_str("\\\\"),
        _ if c == quote => {
            out.push('\\');
            out.push(c);
        }
        // Writing to a string cannot fail.
        _ if is_hidden(c) => drop(write!(out, "\\u{{{:x}}}", u32::from(c))),
        _ => out.push(c),
    }
}

/// Decodes the text between quotes.
///
/// # Errors
///
/// The byte offset of an invalid escape.
pub(crate) fn unescaped(text: &str) -> Result<Cow<'_, str>, usize> {
    let Some(first) = text.find('\\') else { return Ok(Cow::Borrowed(text)) };
    let mut out = String::with_capacity(text.len());
    let (start, mut rest) = text.split_at_checked(first).unwrap_or((text, ""));
    out.push_str(start);
    while let Some(escape) = rest.strip_prefix('\\') {
        let at = text.len().saturating_sub(rest.len());
        let (c, after) = one_escape(escape).ok_or(at)?;
        out.push(c);
        let plain = after.find('\\').unwrap_or(after.len());
        let (plain, after) = after.split_at_checked(plain).unwrap_or((after, ""));
        out.push_str(plain);
        rest = after;
    }
    Ok(Cow::Owned(out))
}

/// The character that an escape encodes, and the rest of the text. `escape` starts after the backslash.
fn one_escape(escape: &str) -> Option<(char, &str)> {
    let mut chars = escape.chars();
    let c = match chars.next()? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        '0' => '\0',
        c @ ('\\' | '"' | '\'' | '`') => c,
        'u' => {
            let (digits, after) = chars.as_str().strip_prefix('{')?.split_once('}')?;
            let is_hex = (1..=6).contains(&digits.len())
                && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
            return Some((char::from_u32(code)?, after));
        }
        _ => return None,
    };
    Some((c, chars.as_str()))
}

/// Bytes per line of a blob.
const BYTES_IN_LINE: usize = 32;

/// Whether bytes take more than one line.
pub(super) fn are_tall(bytes: &[u8]) -> bool {
    bytes.len() > BYTES_IN_LINE
}

/// Writes bytes as hex digits between quotes.
pub(super) fn write_bytes(out: &mut String, bytes: &[u8]) {
    out.reserve(bytes.len().saturating_mul(2));
    out.push_str("x\"");
    for (index, line) in bytes.chunks(BYTES_IN_LINE).enumerate() {
        if index > 0 {
            out.push('\n');
        }
        write_hex(out, line);
    }
    out.push('"');
}

fn write_hex(out: &mut String, bytes: &[u8]) {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let digit = |half: u8| DIGITS.get(usize::from(half)).copied().unwrap_or('0');
    for byte in bytes {
        out.push(digit(byte >> 4));
        out.push(digit(byte & 15));
    }
}

/// The hex digits of bytes.
#[cfg(feature = "serde")]
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().saturating_mul(2));
    write_hex(&mut out, bytes);
    out
}

/// Decodes hex digits; blanks and hyphens between bytes are ignored.
///
/// # Errors
///
/// The offset of the first character that is not allowed.
pub(super) fn bytes(digits: &str) -> Result<Vec<u8>, usize> {
    let mut bytes = Vec::with_capacity(digits.len() >> 1);
    let mut half: Option<u8> = None;
    for (at, digit) in digits.bytes().enumerate() {
        let value = match digit {
            b'0'..=b'9' => digit.wrapping_sub(b'0'),
            b'a'..=b'f' => digit.wrapping_sub(b'a').wrapping_add(10),
            b'A'..=b'F' => digit.wrapping_sub(b'A').wrapping_add(10),
            b' ' | b'\t' | b'\r' | b'\n' | b'-' if half.is_none() => continue,
            _ => return Err(at),
        };
        half = match half {
            None => Some(value),
            Some(high) => {
                bytes.push((high << 4) | value);
                None
            }
        };
    }
    if half.is_some() { Err(digits.len()) } else { Ok(bytes) }
}
