//! Finds the ends of blanks, names, numbers and quoted text, eight bytes at a time.

use super::Lexer;
use crate::Error;
use crate::text::escape;
use crate::text::tape::Kind;

/// Eight bytes of the text, the first one lowest. The functions below mark bytes by their highest bits; the
/// other bits of their results are arbitrary.
#[derive(Clone, Copy)]
pub(super) struct Eight(pub(super) u64);

/// The same byte, eight times.
const fn eight(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

const HIGHEST: u64 = eight(0x80);
const OTHERS: u64 = eight(0x7f);

impl Eight {
    #[inline(always)]
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        Some(Self(u64::from_le_bytes(*bytes.first_chunk()?)))
    }

    #[inline(always)]
    fn at(bytes: &[u8], at: usize) -> Option<Self> {
        Self::of(bytes.get(at..)?)
    }

    /// Marks the bytes that differ from `byte`.
    #[inline(always)]
    pub(super) fn not(self, byte: u8) -> u64 {
        let other = self.0 ^ eight(byte);
        (other & OTHERS).wrapping_add(OTHERS) | other
    }

    /// Marks the bytes that are not digits.
    #[inline(always)]
    pub(super) fn no_digit(self) -> u64 {
        let other = self.0 ^ eight(b'0');
        (other & OTHERS).wrapping_add(eight(0x80 - 10)) | other
    }

    /// Marks the bytes that are neither lower-case letters nor `_`.
    #[inline(always)]
    fn no_letter(self) -> u64 {
        let low = self.0 & OTHERS;
        let from_a = low.wrapping_add(eight(0x80 - b'a'));
        let behind_z = low.wrapping_add(eight(0x7f - b'z'));
        let is_letter = from_a & !behind_z & !self.0;
        !is_letter & self.not(b'_')
    }

    /// The number of bytes before the first marked one, or `None` if none is marked.
    #[inline(always)]
    pub(super) fn before(marks: u64) -> Option<usize> {
        let marks = marks & HIGHEST;
        if marks == 0 {
            return None;
        }
        Some(usize::try_from(marks.trailing_zeros() >> 3).unwrap_or(0))
    }
}

impl Lexer<'_> {
    /// Skips one space, or a line break with its indentation, as printed; otherwise, any blanks.
    #[inline(always)]
    pub(super) fn skip_printed(&mut self, at: usize) -> usize {
        let is_blank =
            |at| self.bytes.get(at).is_some_and(|byte| escape::class(*byte) & escape::BLANK != 0);
        let first = at.wrapping_add(1);
        match self.bytes.get(at) {
            Some(b' ') if !is_blank(first) => first,
            Some(b'\n') => {
                let end = first.wrapping_add(self.indent);
                if self.are_spaces(first, self.indent) && !is_blank(end) {
                    return end;
                }
                let end = self.skip_spaces(at);
                self.indent = end.wrapping_sub(first);
                end
            }
            _ => self.skip_spaces(at),
        }
    }

    /// Whether `count` spaces are here, and not so close to the end of the text that eight bytes cannot be
    /// loaded.
    #[inline(always)]
    fn are_spaces(&self, mut at: usize, mut count: usize) -> bool {
        loop {
            let Some(Eight(bytes)) = Eight::at(self.bytes, at) else { return false };
            let others = bytes ^ eight(b' ');
            let Some(more) = count.checked_sub(8) else {
                let bits = u32::try_from(count).unwrap_or(0).wrapping_mul(8);
                return others & !u64::MAX.wrapping_shl(bits) == 0;
            };
            if others != 0 {
                return false;
            }
            count = more;
            at = at.wrapping_add(8);
        }
    }

    #[inline(always)]
    fn skip_spaces(&self, mut at: usize) -> usize {
        while let Some(b' ' | b'\n') = self.bytes.get(at) {
            at = self.skip(at.wrapping_add(1), |eight| eight.not(b' '));
        }
        at
    }

    /// The end of plain text between quotes: the first quote, backslash or line break.
    #[inline(always)]
    pub(super) fn end_of_plain(&self, start: usize) -> usize {
        self.skip(start, |eight| !(eight.not(b'"') & eight.not(b'\\') & eight.not(b'\n')))
    }

    /// The end of a token that starts like a number. Whether it is a valid one depends on its type.
    #[inline(always)]
    pub(super) fn end_of_number(&self, start: usize) -> usize {
        let mut end = start.wrapping_add(1);
        loop {
            end = self.skip(end, Eight::no_digit);
            match self.bytes.get(end).copied() {
                Some(byte) if escape::class(byte) & escape::IN_NUMBER != 0 => {}
                // A sign continues a number after the `e` of an exponent.
                Some(b'-' | b'+')
                    if matches!(self.bytes.get(end.wrapping_sub(1)), Some(b'e' | b'E')) => {}
                _ => return end,
            }
            end = end.wrapping_add(1);
        }
    }

    /// The end of the name that starts here.
    #[inline(always)]
    pub(super) fn end_of_name(&self, start: usize) -> usize {
        let mut end = start.wrapping_add(1);
        loop {
            end = self.skip(end, Eight::no_letter);
            match self.bytes.get(end).copied() {
                Some(byte) if escape::class(byte) & escape::IN_NAME != 0 => {}
                _ => return end,
            }
            end = end.wrapping_add(1);
        }
    }

    /// The place of the first marked byte; without one, a place among the last seven bytes.
    #[inline(always)]
    fn skip(&self, mut at: usize, marks: impl Fn(Eight) -> u64) -> usize {
        while let Some(eight) = Eight::at(self.bytes, at) {
            if let Some(before) = Eight::before(marks(eight)) {
                return at.wrapping_add(before);
            }
            at = at.wrapping_add(8);
        }
        at
    }

    /// Pushes quoted text that begins here.
    #[inline(always)]
    pub(super) fn take_quoted(&mut self, at: usize, kind: Kind) -> Result<usize, Error> {
        let start = at.wrapping_add(if kind == Kind::Bytes { 2 } else { 1 });
        if kind == Kind::Str {
            let end = self.end_of_plain(start);
            if self.bytes.get(end) == Some(&b'"') {
                self.push(kind, start, end)?;
                return Ok(end.wrapping_add(1));
            }
        }
        self.take_any(at, start, kind)
    }

    fn take_any(&mut self, at: usize, start: usize, kind: Kind) -> Result<usize, Error> {
        let quote = match kind {
            Kind::Char => b'\'',
            Kind::Quoted => b'`',
            _ => b'"',
        };
        let mut end = start;
        let mut escapes = false;
        loop {
            let rest = self.bytes.get(end..).unwrap_or_default();
            let len = rest.iter().position(|byte| escape::class(*byte) & escape::QUOTED == 0);
            end = end.saturating_add(len.unwrap_or(rest.len()));
            match self.bytes.get(end).copied() {
                Some(byte) if byte == quote => break,
                Some(b'\\') => {
                    escapes = true;
                    end = end.saturating_add(2);
                }
                // Another kind of quote, or a line break in a blob.
                Some(byte) if byte != b'\n' || kind == Kind::Bytes => end = end.saturating_add(1),
                _ => {
                    let error = self.error_at(at, "this quote is not closed on its line");
                    return Err(error.with_help(
                        r"put a quote at the end; write a line break in a text as `\n`",
                    ));
                }
            }
        }
        let kind = if kind == Kind::Str && escapes { Kind::Escaped } else { kind };
        self.push(kind, start, end)?;
        Ok(end.saturating_add(1))
    }

    #[inline(always)]
    pub(super) fn skip_blank(&mut self, mut at: usize) -> Result<usize, Error> {
        loop {
            match self.bytes.get(at) {
                Some(b' ' | b'\n') => at = self.skip_printed(at),
                Some(b'\t' | b'\r') => at = at.wrapping_add(1),
                Some(b'/') => at = self.skip_comment(at)?,
                _ => return Ok(at),
            }
        }
    }

    #[cold]
    fn skip_comment(&self, at: usize) -> Result<usize, Error> {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let len = match rest.get(1) {
            Some(b'/') => rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
            Some(b'*') => match rest.windows(2).skip(2).position(|two| two == b"*/") {
                Some(end) => end.saturating_add(4),
                None => return Err(self.error_at(at, "this comment is never closed")),
            },
            _ => return Err(self.error_at(at, "start a comment with `//` or `/*`")),
        };
        Ok(at.saturating_add(len))
    }
}
