//! Finds the tokens in a JSON text, since serde does not report places.

use alloc::string::String;

use super::build::{Places, cut};
use crate::text::tape::Kind;

/// Follows a JSON parser through its text.
///
/// The parser has already accepted each token, so this only has to find where it ends.
pub(crate) struct Source<'s> {
    text: &'s str,
    at: usize,
}

impl<'s> Source<'s> {
    pub(crate) fn new(text: &'s str) -> Self {
        Self { text, at: 0 }
    }

    /// The current place.
    pub(crate) fn at(&self) -> u32 {
        cut(self.at)
    }

    /// Moves to the next token and returns its first byte.
    fn seek(&mut self) -> u8 {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let is_between = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',' | b':');
        let skipped = rest.iter().take_while(|byte| is_between(byte)).count();
        self.at = self.at.saturating_add(skipped);
        rest.get(skipped).copied().unwrap_or_default()
    }

    /// Skips `len` bytes and returns where they start.
    fn take(&mut self, len: usize) -> u32 {
        let at = self.at();
        self.at = self.at.saturating_add(len);
        at
    }

    /// The inside of the string that starts here.
    fn string(&mut self) -> (Kind, u32, u32) {
        self.take(1);
        let start = self.at;
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let mut kind = Kind::Str;
        let mut len = 0_usize;
        loop {
            let rest = rest.get(len..).unwrap_or_default();
            let Some(at) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) else {
                len = len.saturating_add(rest.len());
                break;
            };
            len = len.saturating_add(at);
            if rest.get(at) == Some(&b'"') {
                break;
            }
            kind = Kind::Escaped;
            len = len.saturating_add(2);
        }
        self.take(len.saturating_add(1));
        (kind, cut(start), cut(start.saturating_add(len)))
    }
}

impl Places for Source<'_> {
    fn scalar(&mut self, kind: Kind, _: impl FnOnce(&mut String)) -> (Kind, u32, u32) {
        if self.seek() == b'"' {
            return self.string();
        }
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let is_part =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.');
        let len = rest.iter().take_while(|byte| is_part(byte)).count();
        let start = self.take(len);
        (kind, start, self.at())
    }

    fn bracket(&mut self) -> u32 {
        self.seek();
        self.take(1)
    }

    fn is_number(&mut self) -> bool {
        matches!(self.seek(), b'-' | b'0'..=b'9')
    }
}
