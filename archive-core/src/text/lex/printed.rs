//! The fast path for text as the printer lays it out.

use super::{Lexer, NONE, Next, index};
use crate::Error;
use crate::text::escape;
use crate::text::tape::Kind;

impl Lexer<'_> {
    /// Reads fields that are laid out as printed and hold no groups: most of most texts. Returns where the
    /// text continues after them.
    #[inline(never)]
    pub(super) fn fields(&mut self, mut at: usize) -> Result<usize, Error> {
        loop {
            let mut is_name;
            (at, is_name) = self.alike(at)?;
            if !is_name {
                (at, is_name) = self.behind_struct(at)?;
                if is_name {
                    continue;
                }
                return Ok(at);
            }
            self.here.same = NONE;
            let key_end = self.end_of_name(at);
            let start = key_end.wrapping_add(3);
            if self.bytes.get(key_end..start) != Some(b" = ") {
                // `x"` may start a key of bytes, not a name.
                return match self.bytes.get(at..=key_end) {
                    Some(b"x\"") => self.quoted(at, Kind::Bytes),
                    _ => self.name(at, key_end),
                };
            }
            self.go_on();
            let Some((kind, from, end, behind)) = self.scalar(start) else {
                self.push(Kind::Name, at, key_end)?;
                self.here.key = false;
                self.next = Next::Value;
                return Ok(start);
            };
            self.push(Kind::Name, at, key_end)?;
            self.push(kind, from, end)?;
            self.go_on();
            self.here.count = self.here.count.wrapping_add(1);
            self.next = Next::CommaOrMore;
            (at, is_name) = self.behind_field(behind)?;
            if !is_name {
                return Ok(at);
            }
        }
    }

    /// Returns where the text continues after the value of a field, and whether another field starts there.
    #[inline(always)]
    pub(super) fn behind_field(&mut self, mut at: usize) -> Result<(usize, bool), Error> {
        if self.bytes.get(at) != Some(&b',') {
            at = self.skip_printed(at);
        }
        if self.bytes.get(at) == Some(&b',') {
            self.next = Next::ValueOrEnd;
            at = self.skip_printed(at.wrapping_add(1));
        }
        Ok((at, self.bytes.get(at).is_some_and(|byte| escape::starts_name(*byte))))
    }

    /// Finds a value that is not a group, if it is laid out as printed. Returns its kind, its start and end,
    /// and where the text continues.
    #[inline(always)]
    pub(super) fn scalar(&self, start: usize) -> Option<(Kind, usize, usize, usize)> {
        match self.bytes.get(start).copied()? {
            b'0'..=b'9' | b'-' => {
                let end = self.end_of_number(start);
                Some((Kind::Number, start, end, end))
            }
            byte => self.no_number(start, byte),
        }
    }

    /// Like [`scalar`](Self::scalar), for a value that is not a number.
    #[inline(always)]
    pub(super) fn no_number(&self, start: usize, byte: u8) -> Option<(Kind, usize, usize, usize)> {
        if byte == b'"' {
            let from = start.wrapping_add(1);
            let end = self.end_of_plain(from);
            let is_end = self.bytes.get(end) == Some(&b'"');
            return is_end.then_some((Kind::Str, from, end, end.wrapping_add(1)));
        }
        if !escape::starts_name(byte) {
            return None;
        }
        let end = self.end_of_name(start);
        let is_end = matches!(self.bytes.get(end), Some(b'\n' | b','));
        is_end.then_some((Kind::Name, start, end, end))
    }

    /// Moves `like` on to the token that the next value may resemble.
    #[inline(always)]
    pub(super) fn go_on(&mut self) {
        let like = self.tokens.get(index(self.here.like));
        self.here.like = like.map_or(NONE, |like| like.next);
    }
}
