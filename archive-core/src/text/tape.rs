//! A text cut into its parts: one flat list, in which every value knows where it ends.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::Cell;

use super::escape;
use super::place::Place;
use crate::{Error, ErrorKind};

/// The key of what an option holds in JSON, where `null` could be both.
pub(crate) const SOME: &str = "some";

/// The key of a link, where it stands as an object of one key.
pub(crate) const LINK: &str = "@link";

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(all(feature = "json", feature = "serde")),
    allow(dead_code, reason = "only these features make the others")
)]
pub(crate) enum Dialect {
    /// As FORMAT.md §8 has it.
    Text,
    /// JSON (FORMAT.md §9).
    Json,
    /// What a format of serde gave, as JSON would have it; it stands nowhere that could be shown.
    Serde,
}

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name as it is, with the group that belongs to it behind it, if there is one.
    Name,
    /// A name between backticks.
    Quoted,
    /// A number, or what starts as one.
    Number,
    /// Text between quotes.
    Str,
    /// Text between quotes that has escapes.
    Escaped,
    /// A character between quotes.
    Char,
    /// Bytes as hex digits.
    Bytes,
    /// `&` and the number of an object, of which these are the digits.
    Link,
    /// `{`: entries follow, a key and a value each.
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

/// A part of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// Where it starts in the text, without quotes.
    pub(crate) start: u32,
    /// Where it ends; of a group, how many entries or values it has.
    pub(crate) end: u32,
    /// The token behind the whole value.
    pub(crate) next: u32,
    /// What groups `{` that have the same names as keys in the same order have in common, and no other
    /// group: theirs and that of their type. 0 for one that is known to be like no other.
    pub(crate) kin: u16,
}

impl Token {
    #[inline(always)]
    pub(crate) const fn new(kind: Kind, start: u32, end: u32, next: u32) -> Self {
        Self { kind, start, end, next, kin: 0 }
    }
}

/// Whether two names are the same: a call would take longer than to compare them.
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

/// The number of an object, which has no needless digits.
pub(crate) fn number(digits: &str) -> Option<u32> {
    let is_plain = digits.starts_with(|c: char| c.is_ascii_digit() && c != '0');
    digits.parse().ok().filter(|_| is_plain)
}

/// The end of what is read where there is nothing.
static NOTHING: Token = Token::new(Kind::Close, u32::MAX, u32::MAX, u32::MAX);

/// A text and its parts.
#[derive(Debug)]
pub(crate) struct Tape<'a> {
    pub(crate) dialect: Dialect,
    pub(crate) text: &'a str,
    pub(crate) tokens: Vec<Token>,
    /// The group of the versions that the text states, if it does.
    pub(crate) versions: Option<u32>,
    /// The number that states the version of the root.
    pub(crate) root_version: Option<Token>,
    /// The root's token.
    pub(crate) root: u32,
    /// The group of the objects that links lead to, if there are some.
    pub(crate) objects: Option<u32>,
    /// How many entries of the root are none of its own, and what stands behind them.
    pub(crate) beside: (u32, u32),
    /// Whether errors are found for nobody, so that it does not matter where they are. To count the lines before each
    /// takes as long as the text is.
    pub(crate) is_quiet: Cell<bool>,
}

impl<'a> Tape<'a> {
    /// Whether it is written as FORMAT.md §8 has it.
    #[inline]
    pub(crate) fn is_text(&self) -> bool {
        self.dialect == Dialect::Text
    }

    #[inline(always)]
    pub(crate) fn token(&self, at: u32) -> Token {
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        *self.tokens.get(at).unwrap_or(&NOTHING)
    }

    /// The text of a token that is no group, as it stands there.
    #[inline]
    pub(crate) fn raw(&self, token: Token) -> &'a str {
        let [start, end] =
            [token.start, token.end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
        self.text.get(start..end).unwrap_or_default()
    }

    #[inline]
    pub(super) fn raw_bytes(&self, token: Token) -> &'a [u8] {
        let [start, end] =
            [token.start, token.end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
        self.text.as_bytes().get(start..end).unwrap_or_default()
    }

    /// The text that a token stands for.
    ///
    /// # Errors
    ///
    /// It has an escape that there is not.
    pub(crate) fn content(&self, token: Token) -> Result<Cow<'a, str>, Error> {
        self.unescaped(token).map_err(|at| {
            let start = token.start.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
            self.error(start, start.saturating_add(2), "there is no such escape").with_help(
                r#"the escapes are \n \t \r \0 \\ \" \' \` and \u{..} with the number of a character"#,
            )
        })
    }

    /// The same, or where in the token an escape is that there is not.
    fn unescaped(&self, token: Token) -> Result<Cow<'a, str>, usize> {
        let raw = self.raw(token);
        match token.kind {
            #[cfg(feature = "json")]
            Kind::Escaped if !self.is_text() => Ok(crate::json::unescaped(raw).into()),
            Kind::Escaped | Kind::Quoted | Kind::Char => escape::unescaped(raw),
            _ => Ok(Cow::Borrowed(raw)),
        }
    }

    /// Whether a token is this name as it is.
    #[inline(always)]
    pub(crate) fn is_plain(&self, token: Token, name: &str) -> bool {
        matches!(token.kind, Kind::Name | Kind::Str)
            && is_same(self.raw_bytes(token), name.as_bytes())
    }

    /// Whether a token stands for this name.
    #[inline]
    pub(crate) fn is_name(&self, token: Token, name: &str) -> bool {
        match token.kind {
            Kind::Name | Kind::Str => self.raw_bytes(token) == name.as_bytes(),
            // Names are compared often: the error of a wrong escape is for whoever asks for it.
            Kind::Quoted | Kind::Escaped => self.unescaped(token).is_ok_and(|it| it == name),
            _ => false,
        }
    }

    /// Whether the value at a token is this word, which stands for a value.
    #[inline]
    pub(crate) fn is_word(&self, token: Token, word: &str) -> bool {
        token.kind == Kind::Name && self.raw_bytes(token) == word.as_bytes()
    }

    /// The group that belongs to the name at a token, if one does.
    #[inline]
    pub(crate) fn body(&self, at: u32, name: Token) -> Option<u32> {
        let body = at.saturating_add(1);
        (name.next > body).then_some(body)
    }

    /// What an option holds, which a text may give without `some`.
    pub(crate) fn in_some(&self, mut at: u32) -> u32 {
        while let Some(body) = self.body(at, self.token(at)) {
            if !self.is_word(self.token(at), SOME) || self.token(body).end != 1 {
                break;
            }
            at = body.saturating_add(1);
        }
        at
    }

    /// The first part of a group and how many it has, without what stands beside those of the root.
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

    /// Whether there are links and what they lead to.
    pub(crate) fn has_links(&self) -> bool {
        self.objects.is_some()
    }

    /// The number of the object that the value at a token is a link to.
    pub(crate) fn link(&self, at: u32) -> Option<u32> {
        let token = self.token(at);
        match token.kind {
            Kind::Link => number(self.raw(token)),
            // Only where there are objects, so that a map may have this key anywhere else.
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

    /// From where to where in the text the value at a token stands, with its quotes and brackets.
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

    /// An error of the text between two places.
    #[cold]
    pub(crate) fn error(
        &self,
        start: u32,
        end: u32,
        detail: impl Into<Cow<'static, str>>,
    ) -> Error {
        self.between(start, end, Error::new(ErrorKind::Syntax, detail))
    }

    /// This error at a token that is no group.
    #[cold]
    pub(crate) fn place_of(&self, token: Token, error: Error) -> Error {
        self.between(token.start, token.end, error)
    }

    /// This error at the value of a token, unless it has a place.
    #[cold]
    pub(crate) fn place(&self, error: Error, at: u32) -> Error {
        // Those of all archives speak of damage, which a text that somebody writes seldom has.
        let error = match error.kind() {
            ErrorKind::KeyOrder => {
                error.with_help("keep one of the entries that have the same key")
            }
            ErrorKind::CannotBorrow => {
                error.with_help("load into a type that owns: `String`, `Vec<u8>`, `Cow`")
            }
            _ => error,
        };
        let (start, end) = self.span(at);
        self.between(start, end, error)
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
