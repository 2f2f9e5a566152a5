//! A text as a flat list of tokens (a tape), in which every value knows where it ends.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::Cell;

use super::escape;
use super::place::Place;
use crate::{Error, ErrorKind};

/// The JSON key for the value of an option where `null` would be ambiguous.
pub(crate) const SOME: &str = "some";

/// The JSON key of a link, as in `{"@link": 1}`.
pub(crate) const LINK: &str = "@link";

/// The syntax that a tape was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(all(feature = "json", feature = "serde")),
    allow(dead_code, reason = "only these features make the others")
)]
pub(crate) enum Dialect {
    /// Text (FORMAT.md §8).
    Text,
    /// JSON (FORMAT.md §9).
    Json,
    /// Data from a serde format, arranged as JSON. There is no source to show in errors.
    Serde,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A bare name; its group, if it has one, is the next token.
    Name,
    /// A name between backticks.
    Quoted,
    /// A number, or something that starts like one.
    Number,
    /// A string without escapes.
    Str,
    /// A string with escapes.
    Escaped,
    /// A character in quotes.
    Char,
    /// Bytes as hex digits.
    Bytes,
    /// A link to an object: the digits after `&`.
    Link,
    /// `{`: keys and values follow in turn.
    Brace,
    /// `(`: values follow.
    Paren,
    /// `[`: values follow.
    Bracket,
    /// The end of a group.
    Close,
}

impl Kind {
    /// Whether it may be the name of a field.
    pub(crate) fn is_name(self) -> bool {
        matches!(self, Self::Name | Self::Quoted | Self::Str | Self::Escaped)
    }
}

/// A token of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// Its start in the text, after the opening quote.
    pub(crate) start: u32,
    /// Its end in the text; for a group, the number of its entries or values.
    pub(crate) end: u32,
    /// The token after the whole value.
    pub(crate) next: u32,
    /// The kin of a `{` group: groups of one kin have the same type name and the same keys in the same order. 0 if
    /// the group is not known to be like another.
    pub(crate) kin: u16,
}

impl Token {
    #[inline(always)]
    pub(crate) const fn new(kind: Kind, start: u32, end: u32, next: u32) -> Self {
        Self { kind, start, end, next, kin: 0 }
    }
}

/// Compares names inline, since a call would take longer than the comparison.
#[inline(always)]
pub(super) fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    if let (Some(start), Some(end)) = (one.first_chunk::<8>(), one.last_chunk::<8>()) {
        let is_end = other.last_chunk() == Some(end);
        return is_end && other.first_chunk() == Some(start) && (one.len() <= 16 || one == other);
    }
    if let (Some(start), Some(end)) = (one.first_chunk::<4>(), one.last_chunk::<4>()) {
        return other.last_chunk() == Some(end) && other.first_chunk() == Some(start);
    }
    one.iter().zip(other).all(|(one, other)| one == other)
}

/// A place in the text or the tape, or a number of parts, as a `usize`.
#[inline]
pub(crate) fn index(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

/// Parses the number of an object, which has no leading zeros.
pub(crate) fn number(digits: &str) -> Option<u32> {
    let is_plain = digits.starts_with(|c: char| c.is_ascii_digit() && c != '0');
    digits.parse().ok().filter(|_| is_plain)
}

/// What reading past the end yields.
static NOTHING: Token = Token::new(Kind::Close, u32::MAX, u32::MAX, u32::MAX);

/// A text and its tokens.
#[derive(Debug)]
pub(crate) struct Tape<'a> {
    pub(crate) dialect: Dialect,
    pub(crate) text: &'a str,
    pub(crate) tokens: Vec<Token>,
    /// The group of the versions, if the text states them.
    pub(crate) versions: Option<u32>,
    /// The token of the version after the root's name.
    pub(crate) root_version: Option<Token>,
    /// The token of the root.
    pub(crate) root: u32,
    /// The group of the objects, if there is one.
    pub(crate) objects: Option<u32>,
    /// For JSON: how many entries of the root are versions or objects, and the token after them.
    pub(crate) beside: (u32, u32),
    /// Whether errors will be discarded, so their places are not computed: counting lines takes time
    /// proportional to the text.
    pub(crate) is_quiet: Cell<bool>,
    /// Whether objects to which no link leads are passed over, as the links were left out.
    pub(crate) passes_unused: bool,
}

impl<'a> Tape<'a> {
    /// A text whose root is its first token, with nothing beside it.
    pub(crate) const fn new(dialect: Dialect, text: &'a str, tokens: Vec<Token>) -> Self {
        Self {
            dialect,
            text,
            tokens,
            versions: None,
            root_version: None,
            root: 0,
            objects: None,
            beside: (0, 0),
            is_quiet: Cell::new(false),
            passes_unused: false,
        }
    }

    /// Whether this is text (FORMAT.md §8) and not JSON or serde data.
    #[inline]
    pub(crate) fn is_text(&self) -> bool {
        self.dialect == Dialect::Text
    }

    #[inline(always)]
    pub(crate) fn token(&self, at: u32) -> Token {
        *self.tokens.get(index(at)).unwrap_or(&NOTHING)
    }

    /// The source of a token that is not a group.
    #[inline]
    pub(crate) fn raw(&self, token: Token) -> &'a str {
        self.text.get(index(token.start)..index(token.end)).unwrap_or_default()
    }

    #[inline]
    pub(super) fn raw_bytes(&self, token: Token) -> &'a [u8] {
        self.text.as_bytes().get(index(token.start)..index(token.end)).unwrap_or_default()
    }

    /// The decoded text of a token.
    ///
    /// # Errors
    ///
    /// Fails if it has an invalid escape.
    pub(crate) fn content(&self, token: Token) -> Result<Cow<'a, str>, Error> {
        self.unescaped(token).map_err(|at| {
            let start = token.start.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
            self.error(start, start.saturating_add(2), "unknown escape").with_help(
                r#"the escapes are \n \t \r \0 \\ \" \' \` and \u{..} with the code of a character"#,
            )
        })
    }

    /// Like [`content`](Self::content), with the offset of an invalid escape as the error.
    fn unescaped(&self, token: Token) -> Result<Cow<'a, str>, usize> {
        let raw = self.raw(token);
        match token.kind {
            #[cfg(feature = "json")]
            Kind::Escaped if !self.is_text() => Ok(crate::json::unescaped(raw).into()),
            Kind::Escaped | Kind::Quoted | Kind::Char => escape::unescaped(raw),
            _ => Ok(Cow::Borrowed(raw)),
        }
    }

    /// Whether a token is this name, written without escapes.
    #[inline(always)]
    pub(crate) fn is_plain(&self, token: Token, name: &str) -> bool {
        matches!(token.kind, Kind::Name | Kind::Str)
            && is_same(self.raw_bytes(token), name.as_bytes())
    }

    /// Whether a token is this name.
    #[inline]
    pub(crate) fn is_name(&self, token: Token, name: &str) -> bool {
        match token.kind {
            Kind::Name | Kind::Str => self.raw_bytes(token) == name.as_bytes(),
            // Names are compared often, so no error is built for an invalid escape.
            Kind::Quoted | Kind::Escaped => self.unescaped(token).is_ok_and(|it| it == name),
            _ => false,
        }
    }

    /// Whether a token is this word.
    #[inline]
    pub(crate) fn is_word(&self, token: Token, word: &str) -> bool {
        token.kind == Kind::Name && self.raw_bytes(token) == word.as_bytes()
    }

    /// The group that belongs to the name at a token, if there is one.
    #[inline]
    pub(crate) fn body(&self, at: u32, name: Token) -> Option<u32> {
        let body = at.saturating_add(1);
        (name.next > body).then_some(body)
    }

    /// The value in `some(..)`, or the value itself, as a text may leave out `some`.
    pub(crate) fn in_some(&self, mut at: u32) -> u32 {
        while let Some(body) = self.body(at, self.token(at)) {
            if !self.is_word(self.token(at), SOME) || self.token(body).end != 1 {
                break;
            }
            at = body.saturating_add(1);
        }
        at
    }

    /// The first part and the number of parts of a group. For the root, leaves out the versions and objects.
    #[inline]
    pub(crate) fn parts(&self, group: u32) -> (u32, u32) {
        let (first, count) = (group.saturating_add(1), self.token(group).end);
        match self.beside {
            (beside, behind) if beside > 0 && group == self.root => {
                (behind, count.saturating_sub(beside))
            }
            _ => (first, count),
        }
    }

    /// The tokens of `count` consecutive values.
    pub(crate) fn values(&self, first: u32, count: u32) -> impl Iterator<Item = u32> {
        let mut next = first;
        (0..count).map(move |_| {
            let at = next;
            next = self.token(at).next;
            at
        })
    }

    /// The tokens of the keys and values in a group; both are the same if the parts have no keys.
    pub(crate) fn members(&self, group: u32) -> impl Iterator<Item = (u32, u32)> {
        let Token { kind, end, .. } = self.token(group);
        let mut next = group.saturating_add(1);
        (0..end).map(move |_| {
            let key = next;
            let value = if kind == Kind::Brace { self.token(key).next } else { key };
            next = self.token(value).next;
            (key, value)
        })
    }

    /// Whether the text has objects, and so links.
    pub(crate) fn has_links(&self) -> bool {
        self.objects.is_some()
    }

    /// The object number, if the value at a token is a link.
    pub(crate) fn link(&self, at: u32) -> Option<u32> {
        let token = self.token(at);
        match token.kind {
            Kind::Link => number(self.raw(token)),
            // Only if there are objects, so that otherwise a map may have this key.
            Kind::Brace if !self.is_text() && token.end == 1 => {
                self.objects?;
                let key = self.token(at.saturating_add(1));
                let value = self.token(key.next);
                let is_link = self.is_name(key, LINK) && value.kind == Kind::Number;
                number(self.raw(value)).filter(|_| is_link)
            }
            _ => None,
        }
    }

    /// The start and end of the value at a token, with its quotes and brackets.
    pub(crate) fn span(&self, at: u32) -> (u32, u32) {
        let token = self.token(at);
        let start = match token.kind {
            Kind::Quoted | Kind::Str | Kind::Escaped | Kind::Char | Kind::Link => {
                token.start.saturating_sub(1)
            }
            Kind::Bytes => token.start.saturating_sub(2),
            _ => token.start,
        };
        let last = self.token(token.next.saturating_sub(1));
        let end = match last.kind {
            Kind::Quoted | Kind::Str | Kind::Escaped | Kind::Char | Kind::Bytes => {
                last.end.saturating_add(1)
            }
            _ => last.end,
        };
        (start, end)
    }

    /// The source of the value at a token, with its quotes and brackets.
    pub(crate) fn source(&self, at: u32) -> Option<&'a str> {
        let (start, end) = self.span(at);
        self.text.get(index(start)..index(end))
    }

    /// A syntax error at a range of the text.
    #[cold]
    pub(crate) fn error(
        &self,
        start: u32,
        end: u32,
        detail: impl Into<Cow<'static, str>>,
    ) -> Error {
        self.between(start, end, Error::new(ErrorKind::Syntax, detail))
    }

    /// Adds the place of a token that is not a group.
    #[cold]
    pub(crate) fn place_of(&self, token: Token, error: Error) -> Error {
        self.between(token.start, token.end, error)
    }

    /// Adds the place of the value at a token, unless the error has one.
    #[cold]
    pub(crate) fn place(&self, error: Error, at: u32) -> Error {
        let (start, end) = self.span(at);
        self.between(start, end, error.in_text())
    }

    #[cold]
    fn between(&self, start: u32, end: u32, error: Error) -> Error {
        if self.is_quiet.get() {
            return error;
        }
        match self.dialect {
            Dialect::Serde => error,
            _ => Place { text: self.text, start, end }.of(error),
        }
    }
}
