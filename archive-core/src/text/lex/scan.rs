//! Where blanks, names, numbers and quoted texts end.

use super::{Lexer, cut};
use crate::Error;
use crate::text::escape;
use crate::text::tape::Kind;

/// Eight spaces.
const SPACES: u64 = 0x2020_2020_2020_2020;

impl Lexer<'_> {
    /// The end of what starts as a number: its value is only known with its kind.
    pub(super) fn end_of_number(&self) -> usize {
        let mut end = self.end_of(self.at.saturating_add(1), escape::IN_NUMBER);
        // A sign goes on with a number behind the `e` of an exponent.
        while matches!(self.bytes.get(end), Some(b'-' | b'+'))
            && matches!(self.bytes.get(end.saturating_sub(1)), Some(b'e' | b'E'))
        {
            end = self.end_of(end.saturating_add(1), escape::IN_NUMBER);
        }
        end
    }

    /// Where the bytes from a place on end that are of a class.
    #[inline(always)]
    pub(super) fn end_of(&self, start: usize, class: u8) -> usize {
        let rest = self.bytes.get(start..).unwrap_or_default();
        let len = rest.iter().position(|byte| escape::class(*byte) & class == 0);
        start.wrapping_add(len.unwrap_or(rest.len()))
    }

    /// What stands between quotes, of which the first ends `before` bytes from here.
    pub(super) fn take_quoted(&mut self, kind: Kind, before: usize) -> Result<(), Error> {
        let quote = match kind {
            Kind::Char => b'\'',
            Kind::Quoted => b'`',
            _ => b'"',
        };
        let start = self.at.saturating_add(before);
        let mut end = start;
        let mut escapes = false;
        loop {
            end = self.end_of(end, escape::QUOTED);
            match self.bytes.get(end).copied() {
                Some(byte) if byte == quote => break,
                Some(b'\\') => {
                    escapes = true;
                    end = end.saturating_add(2);
                }
                // Another quote, or a line of a blob.
                Some(byte) if byte != b'\n' || kind == Kind::Bytes => end = end.saturating_add(1),
                _ => {
                    let at = cut(self.at);
                    return Err(self
                        .error_at(at, 1, "this quote has no end on its line")
                        .with_help(r"put a quote at the end; a line break in a text is `\n`"));
                }
            }
        }
        self.at = end.saturating_add(1);
        let kind = if kind == Kind::Str && escapes { Kind::Escaped } else { kind };
        self.push(kind, start, end)
    }

    #[inline(always)]
    pub(super) fn skip_blank(&mut self) -> Result<(), Error> {
        match self.bytes.get(self.at) {
            Some(byte) if escape::class(*byte) & escape::BLANK != 0 || *byte == b'/' => {
                self.skip_blanks()
            }
            _ => Ok(()),
        }
    }

    fn skip_blanks(&mut self) -> Result<(), Error> {
        let mut rest = self.bytes.get(self.at..).unwrap_or_default();
        loop {
            match rest {
                // Most lines start with many spaces.
                [b' ', ..] => rest = behind_spaces(rest),
                [b'\n' | b'\t' | b'\r', after @ ..] => rest = after,
                [b'/', ..] => {
                    self.at = self.bytes.len().saturating_sub(rest.len());
                    self.skip_comment()?;
                    rest = self.bytes.get(self.at..).unwrap_or_default();
                }
                _ => break,
            }
        }
        self.at = self.bytes.len().saturating_sub(rest.len());
        Ok(())
    }

    fn skip_comment(&mut self) -> Result<(), Error> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let len = match rest.get(1) {
            Some(b'/') => rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
            Some(b'*') => match rest.windows(2).skip(2).position(|two| two == b"*/") {
                Some(end) => end.saturating_add(4),
                None => return Err(self.error_here("this comment has no end")),
            },
            _ => return Err(self.error_here("a comment starts with `//` or `/*`")),
        };
        self.at = self.at.saturating_add(len);
        Ok(())
    }
}

/// What follows the spaces at the start of some bytes.
#[inline(always)]
fn behind_spaces(mut bytes: &[u8]) -> &[u8] {
    while let Some((eight, after)) = bytes.split_first_chunk() {
        let others = u64::from_le_bytes(*eight) ^ SPACES;
        if others != 0 {
            let spaces = usize::try_from(others.trailing_zeros() >> 3).unwrap_or(0);
            return bytes.get(spaces..).unwrap_or_default();
        }
        bytes = after;
    }
    let spaces = bytes.iter().take_while(|byte| **byte == b' ').count();
    bytes.get(spaces..).unwrap_or_default()
}
