//! Reads quoted values: strings, characters and bytes.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::super::escape;
use super::super::tape::{Kind, Tape, Token, index};
use super::json::is_string;
use super::{Reader, refused};
use crate::{Error, InputArchive, Step};

/// The character at a token.
///
/// # Errors
///
/// Fails if the token is not exactly one character.
pub(crate) fn char(tape: &Tape<'_>, at: u32) -> Result<char, Error> {
    let token = tape.token(at);
    if !matches!(token.kind, Kind::Char | Kind::Str | Kind::Escaped) {
        let asked = ["a character between quotes", "a string of one character"];
        return Err(refused::strange(tape, at, asked));
    }
    let text = tape.content(token)?;
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => Ok(c),
        _ => Err(tape.place(refused::no_char(tape), at)),
    }
}

/// Decodes the hex digits at a token.
///
/// # Errors
///
/// Fails if the token is not a blob.
pub(crate) fn blob(tape: &Tape<'_>, at: u32) -> Result<Vec<u8>, Error> {
    let (token, is_text) = (tape.token(at), tape.is_text());
    if token.kind != Kind::Bytes && (is_text || !is_string(token)) {
        return Err(refused::strange(tape, at, ["bytes", "a string of hex digits"]));
    }
    let digits = if is_text { tape.raw(token).into() } else { tape.content(token)? };
    escape::bytes(&digits).map_err(|at| {
        let at = token.start.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
        tape.error(at, at.saturating_add(1), "expected two hex digits for each byte")
    })
}

impl<'a, const LINKED: bool> Reader<'_, 'a, '_, LINKED> {
    #[inline(always)]
    pub(super) fn text(&mut self) -> Result<Cow<'a, str>, Error> {
        self.follow()?;
        match self.token() {
            token @ Token { kind: Kind::Str, .. } => Ok(Cow::Borrowed(self.tape.raw(token))),
            _ => self.escaped(),
        }
    }

    /// Reads a string with escapes.
    #[inline(never)]
    fn escaped(&mut self) -> Result<Cow<'a, str>, Error> {
        match self.token() {
            token @ Token { kind: Kind::Escaped, .. } => {
                self.claim(self.tape.raw(token).len(), 1)?;
                self.tape.content(token)
            }
            _ => Err(self.strange(["text between quotes", "a string"])),
        }
    }

    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, Error> {
        let token = self.token();
        if token.kind == Kind::Bracket {
            return self.list_of_bytes(token);
        }
        self.claim(self.tape.raw(token).len() >> 1, 1)?;
        blob(self.tape, self.at)
    }

    /// Reads bytes that are written as a list of numbers.
    fn list_of_bytes(&mut self, list: Token) -> Result<Vec<u8>, Error> {
        let count = index(list.end);
        self.claim(count, 1)?;
        let mut bytes = Vec::with_capacity(count);
        let tape = self.tape;
        for (index, at) in tape.values(self.at.saturating_add(1), list.end).enumerate() {
            self.at = at;
            bytes.push(self.u8().map_err(|error| error.within(Step::Element(index)))?);
        }
        Ok(bytes)
    }
}
