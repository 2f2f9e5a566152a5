//! What JSON writes differently from texts (FORMAT.md §9).

use super::super::tape::{Kind, SOME, Tape, Token};
use super::version::Parts;
use super::{Reader, refused};
use crate::{Body, Error, Fields, Kind as Type, Shape};

/// Whether a token is a string.
#[inline]
pub(crate) fn is_string(token: Token) -> bool {
    matches!(token.kind, Kind::Str | Kind::Escaped)
}

/// Whether a token is the `null` of JSON.
#[inline]
pub(crate) fn is_null(tape: &Tape<'_>, token: Token) -> bool {
    !tape.is_text() && tape.is_word(token, "null")
}

/// Whether a token is `true` or `false`, whichever `word` is. In JSON it may be a string: keys are.
#[inline]
pub(super) fn is_bool(tape: &Tape<'_>, token: Token, word: &str) -> bool {
    tape.is_word(token, word) || (!tape.is_text() && tape.is_name(token, word))
}

/// The value in `{"some": ..}`, or the value itself.
pub(super) fn in_some(tape: &Tape<'_>, at: u32) -> u32 {
    let (key, count) = tape.parts(at);
    let (object, key) = (tape.token(at), tape.token(key));
    let is_some = object.kind == Kind::Brace && count == 1 && tape.is_name(key, SOME);
    if is_some { key.next } else { at }
}

/// What stands for a struct or a variant with one field without a name, if it is that field's value, as serde writes it: not
/// an array, and not an object whose keys are places, or that has none. If the field is a map, every object is its value.
pub(super) fn only_value(tape: &Tape<'_>, at: u32, is_map: bool) -> Option<Parts> {
    let is_value = match tape.token(at).kind {
        Kind::Bracket => false,
        Kind::Brace if is_map => true,
        Kind::Brace => match tape.parts(at) {
            (_, 0) => false,
            (first, _) => !tape.is_name(tape.token(first), "0"),
        },
        _ => true,
    };
    (!tape.is_text() && is_value).then_some(Parts::only(at))
}

/// The same for fields of a type that this program has.
pub(super) fn only_value_of(tape: &Tape<'_>, at: u32, fields: &Fields) -> Option<Parts> {
    let is_map = matches!(fields.only_unnamed()?.kind, Type::Map(..) | Type::HashMap(..));
    only_value(tape, at, is_map)
}

/// The token of the key in the `[key, value]` pair at a token.
pub(super) fn key(tape: &Tape<'_>, at: u32) -> Result<u32, Error> {
    match tape.token(at) {
        Token { kind: Kind::Bracket, end: 2, .. } => Ok(at.saturating_add(1)),
        _ => Err(refused::strange(tape, at, ["a pair `[key, value]` of a map"; 2])),
    }
}

/// The error for a string in place of an array of `asked` values. The string may be the hex digits of `bytes` bytes.
#[cold]
pub(super) fn no_array(tape: &Tape<'_>, at: u32, bytes: Option<usize>, asked: usize) -> Error {
    let Some(found) = bytes else {
        let asked = "an array, or for bytes a string with two hex digits for each";
        return refused::strange(tape, at, [asked; 2]);
    };
    let error = refused::other_length(found, asked).with_help(
        "write as many bytes as the type has, two hex digits for each; or, if it has no bytes, an array",
    );
    tape.place(error, at)
}

impl<const LINKED: bool> Reader<'_, '_, '_, LINKED> {
    /// Whether the option here holds a value. Whether that value is wrapped in `{"some": ..}` depends on its
    /// type, so it is decided when the value is read.
    pub(super) fn json_option(&mut self) -> bool {
        self.unwrap_held();
        let is_some = !is_null(self.tape, self.token());
        self.held = is_some.then_some(self.at);
        is_some
    }

    /// Enters `{"some": ..}` if an option was begun here. Called when the value in it is an option or a unit.
    pub(super) fn unwrap_held(&mut self) {
        if self.held == Some(self.at) {
            self.at = in_some(self.tape, self.at);
        }
    }

    /// Like [`unwrap_held`](Self::unwrap_held) for a struct or an enum, unless it has a field or variant
    /// named `some`.
    pub(super) fn unwrap_held_for(&mut self, shape: &'static Shape) {
        if self.held != Some(self.at) {
            return;
        }
        let is_named = match &shape.body {
            // The names of flattened fields are not known here.
            Body::Struct(fields) => fields
                .list
                .iter()
                .any(|field| field.flatten || field.names_from(0).any(|name| name == SOME)),
            Body::Enum(variants) => {
                variants.iter().any(|variant| variant.names_from(0).any(|name| name == SOME))
            }
        };
        if !is_named {
            self.unwrap_held();
        }
    }
}
