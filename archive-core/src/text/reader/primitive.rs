//! Reads values without parts.

use alloc::borrow::Cow;

use super::super::tape::{Kind, Token};
use super::refused::departed;
use super::{Reader, json, number, quoted, refused};
use crate::{Error, Primitive, PrimitiveKind};

impl<'a, const LINKED: bool> Reader<'_, 'a, '_, LINKED> {
    #[inline(always)]
    pub(super) fn any(&mut self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
        self.follow()?;
        match kind {
            kind if self.byte.is_some() => {
                let byte = self.byte.take().filter(|_| kind == PrimitiveKind::U8 || self.is_ours());
                byte.and_then(|byte| number::of_byte(byte, kind)).ok_or_else(|| self.no_bytes())
            }
            PrimitiveKind::Unit => {
                self.unwrap_held();
                match self.token() {
                    Token { kind: Kind::Paren, end: 0, .. } => Ok(Primitive::Unit),
                    token if json::is_null(self.tape, token) => Ok(Primitive::Unit),
                    _ => Err(self.strange(["`()`", "`null`"])),
                }
            }
            PrimitiveKind::Bool => match self.token() {
                token if json::is_bool(self.tape, token, "true") => Ok(Primitive::Bool(true)),
                token if json::is_bool(self.tape, token, "false") => Ok(Primitive::Bool(false)),
                _ => Err(self.strange(["`true` or `false`"; 2])),
            },
            PrimitiveKind::Char => quoted::char(self.tape, self.at).map(Primitive::Char),
            PrimitiveKind::Str => self.text().map(Primitive::Str),
            PrimitiveKind::Bytes => self.bytes().map(|bytes| Primitive::Bytes(Cow::Owned(bytes))),
            _ => match number::printed(self.tape, self.at, kind) {
                Some(number) => Ok(number),
                None => self.number(kind),
            },
        }
    }

    /// Whether a blob is here in place of a list of numbers: the list was of `u8` before its element type
    /// became wider.
    pub(super) fn is_blob(&self) -> bool {
        let token = self.token();
        token.kind == Kind::Bytes
            || (!self.tape.is_text() && self.is_ours() && json::is_string(token))
    }

    /// Whether this library wrote the text. In other JSON, a string of digits in place of numbers may be a
    /// mistake.
    fn is_ours(&self) -> bool {
        self.tape.is_text() || self.stated.is_some()
    }

    /// The error for a blob in place of an array whose elements are not numbers.
    #[cold]
    pub(super) fn no_bytes(&self) -> Error {
        self.strange(["an array `[..]`", "an array"])
    }

    /// Reads a number that is too long for the fast path.
    #[inline(never)]
    pub(super) fn long<N>(
        &mut self,
        kind: PrimitiveKind,
        number: impl Fn(Primitive<'a>) -> Option<N>,
    ) -> Result<N, Error> {
        number(self.any(kind)?).ok_or_else(departed)
    }

    #[inline(never)]
    fn number(&self, kind: PrimitiveKind) -> Result<Primitive<'a>, Error> {
        match number::number(self.tape, self.at, kind) {
            Some(number) if self.is_exact && number::is_rounded(self.tape, self.at, &number) => {
                Err(self.error(refused::rounded(self.tape, self.at, kind)))
            }
            Some(number) => Ok(number),
            None => Err(self.error(refused::no_number(self.tape, self.at, kind))),
        }
    }
}
