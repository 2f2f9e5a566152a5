//! The lexer: checks a text against the grammar (FORMAT.md §8) and cuts it into the tokens of a [`Tape`].

mod alike;
mod beside;
mod path;
mod printed;
mod refused;
mod scan;

use alloc::vec::Vec;

use super::escape;
use super::tape::{Dialect, Kind, Tape, Token, index};
use crate::{Error, Limits};
use beside::OBJECTS;
pub(super) use refused::UNENDED;

/// What may come next in the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A value.
    Value,
    /// A value, or the end of the group.
    ValueOrEnd,
    /// A comma, or anything that `ValueOrEnd` allows.
    CommaOrMore,
    /// `=`
    Equals,
    /// Nothing but the end of the text.
    End,
}

/// A group that has not ended yet.
#[derive(Clone, Copy)]
struct Open {
    /// The token of the group.
    at: u32,
    /// The kind of the group; `Kind::Close` is the text itself.
    kind: Kind,
    count: u32,
    /// Whether the next value is the key of an entry.
    key: bool,
    /// Whether the group belongs to the name before it.
    named: bool,
    /// The token of the earlier group that the next token probably resembles, or `NONE`.
    like: u32,
    /// The earlier group with the same keys, or `NONE` once a key differs.
    same: u32,
}

/// No token.
const NONE: u32 = u32::MAX;

/// The state of the lexer. The place in the text is not part of it: functions take and return it, so it stays
/// in a register.
struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    tokens: Vec<Token>,
    /// The innermost open group, and the groups around it.
    here: Open,
    around: Vec<Open>,
    next: Next,
    versions: Option<u32>,
    root_version: Option<Token>,
    root: u32,
    /// The group of the objects that links refer to.
    objects: Option<u32>,
    /// The place of the first link.
    link: Option<u32>,
    most: usize,
    /// The indentation of the last line, in spaces.
    indent: usize,
    /// The last kin number that was given out. Groups that share one have the same keys in the same
    /// order.
    kin: u16,
}

/// Cuts a text into tokens.
///
/// # Errors
///
/// Fails if the text does not follow the grammar or is longer than the limits allow.
pub(super) fn tape<'a>(text: &'a str, limits: &Limits) -> Result<Tape<'a>, Error> {
    if u32::try_from(text.len()).is_err() {
        return Err(refused::too_long(text.len()));
    }
    let most = limits.budget(text.len(), size_of::<Token>()).checked_div(size_of::<Token>());
    let most = most.unwrap_or(0);
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        // A guess that avoids most reallocations and takes no more memory than the text itself.
        tokens: Vec::with_capacity(most.min(text.len() / 16)),
        here: Open {
            at: 0,
            kind: Kind::Close,
            count: 0,
            key: false,
            named: false,
            like: NONE,
            same: NONE,
        },
        around: Vec::new(),
        next: Next::Value,
        versions: None,
        root_version: None,
        root: 0,
        objects: None,
        link: None,
        most,
        indent: 0,
        kin: 0,
    };
    lexer.run().map_err(|error| lexer.in_path(error))?;
    let Lexer { tokens, versions, root_version, root, objects, .. } = lexer;
    let tape = Tape::new(Dialect::Text, text, tokens);
    Ok(Tape { versions, root_version, root, objects, ..tape })
}

impl Lexer<'_> {
    fn run(&mut self) -> Result<(), Error> {
        // Skip the byte order mark that some editors write.
        let mut at = if self.text.starts_with('\u{feff}') { 3 } else { 0 };
        loop {
            at = self.skip_blank(at)?;
            let Some(byte) = self.bytes.get(at).copied() else { break };
            at = self.step(at, byte)?;
        }
        if !self.is_outside() {
            return Err(self.unended());
        }
        match (self.next, self.link) {
            (Next::End, Some(start)) if self.objects.is_none() => Err(self.no_objects(start)),
            (Next::End, _) => Ok(()),
            _ => Err(self.ends(at)),
        }
    }

    /// Whether no group is open.
    fn is_outside(&self) -> bool {
        self.here.kind == Kind::Close
    }

    #[inline(always)]
    fn step(&mut self, at: usize, byte: u8) -> Result<usize, Error> {
        match (self.next, byte) {
            (Next::CommaOrMore, b',') => {
                self.next = Next::ValueOrEnd;
                Ok(at.wrapping_add(1))
            }
            (Next::Value | Next::ValueOrEnd | Next::CommaOrMore, b'}' | b')' | b']') => {
                self.close(at, byte)
            }
            (Next::Value, b'@') if self.is_outside() && self.tokens.is_empty() => self.stated(at),
            (Next::Value | Next::ValueOrEnd | Next::CommaOrMore, _) => self.value(at, byte),
            (Next::Equals, b'=') => {
                self.next = Next::Value;
                Ok(at.wrapping_add(1))
            }
            (Next::Equals, _) => Err(self.no_equals(at)),
            (Next::End, b'}' | b')' | b']') => {
                let error = self.error_at(at, "this closes a group that was never opened");
                Err(error.with_help("remove it; or see which group before it was closed too early"))
            }
            (Next::End, b'@') => self.apart(at),
            (Next::End, _) => Err(self.goes_on(at, byte)),
        }
    }

    #[inline(always)]
    fn value(&mut self, at: usize, byte: u8) -> Result<usize, Error> {
        match byte {
            b'"' => self.quoted(at, Kind::Str),
            b'\'' => self.quoted(at, Kind::Char),
            b'{' => self.group(at, Kind::Brace, false),
            b'(' => self.group(at, Kind::Paren, false),
            b'[' => self.group(at, Kind::Bracket, false),
            b'x' if self.bytes.get(at.wrapping_add(1)) == Some(&b'"') => {
                self.quoted(at, Kind::Bytes)
            }
            b'0'..=b'9' | b'-' | b'+' | b'.' => {
                let end = self.end_of_number(at);
                self.push(Kind::Number, at, end)?;
                self.after_value();
                Ok(end)
            }
            b'`' => {
                let end = self.take_quoted(at, Kind::Quoted)?;
                self.behind_name(end)
            }
            b'&' => self.link(at),
            _ if escape::starts_name(byte) => {
                if self.here.key {
                    return self.fields(at);
                }
                if self.here.kind == Kind::Bracket {
                    match self.element(at)? {
                        Some((at, true)) => return self.fields(at),
                        Some((at, false)) => return Ok(at),
                        None => {}
                    }
                }
                let end = self.end_of_name(at);
                self.name(at, end)
            }
            _ => Err(self.no_value(at, byte)),
        }
    }

    #[inline(always)]
    fn name(&mut self, start: usize, end: usize) -> Result<usize, Error> {
        self.push(Kind::Name, start, end)?;
        self.behind_name(end)
    }

    /// Continues after the name that was pushed last, with its group if one follows on the same line.
    #[inline(always)]
    fn behind_name(&mut self, at: usize) -> Result<usize, Error> {
        match self.bytes.get(at) {
            Some(b'{' | b'(' | b' ' | b'\t' | b'@') => self.behind_type(at),
            _ => {
                self.after_value();
                Ok(at)
            }
        }
    }

    /// Reads the version and the group after a name, if there are any.
    #[inline(never)]
    fn behind_type(&mut self, mut at: usize) -> Result<usize, Error> {
        while matches!(self.bytes.get(at), Some(b' ' | b'\t')) {
            at = at.saturating_add(1);
        }
        let is_version = || !self.text.get(at..).unwrap_or_default().starts_with(OBJECTS);
        if self.is_outside() && self.bytes.get(at) == Some(&b'@') && is_version() {
            at = self.version(at)?;
        }
        match self.bytes.get(at) {
            Some(b'{') if !self.is_behind_word() => self.group(at, Kind::Brace, true),
            Some(b'(') if !self.is_behind_word() => self.group(at, Kind::Paren, true),
            _ => {
                self.after_value();
                Ok(at)
            }
        }
    }

    fn is_behind_word(&self) -> bool {
        self.tokens.last().is_some_and(|last| self.word(last).is_some())
    }

    /// A name that is a whole value, so that a group behind it is another one.
    fn word(&self, token: &Token) -> Option<&str> {
        let word = self.text.get(index(token.start)..index(token.end))?;
        let is_word = matches!(word, "true" | "false" | "none" | "inf");
        (is_word && token.kind == Kind::Name).then_some(word)
    }

    #[inline(always)]
    fn group(&mut self, at: usize, kind: Kind, named: bool) -> Result<usize, Error> {
        let [like, same] = self.like_within(kind, named);
        self.open(at, kind, named, [like, same])
    }

    /// Begins a group. `like` is the token that its first part may resemble, `same` the group that all of it
    /// may resemble.
    #[inline(always)]
    fn open(
        &mut self,
        at: usize,
        kind: Kind,
        named: bool,
        [like, same]: [u32; 2],
    ) -> Result<usize, Error> {
        let place = self.place();
        self.push(kind, at, 0)?;
        self.around.push(self.here);
        self.here = Open { at: place, kind, count: 0, key: kind == Kind::Brace, named, like, same };
        self.next = Next::ValueOrEnd;
        Ok(at.wrapping_add(1))
    }

    #[inline(always)]
    fn close(&mut self, at: usize, byte: u8) -> Result<usize, Error> {
        let open = self.here;
        let is_end = match byte {
            b'}' => open.kind == Kind::Brace,
            b')' => open.kind == Kind::Paren,
            _ => open.kind == Kind::Bracket,
        };
        // An error still has the groups around this one.
        let around = if is_end && self.next != Next::Value { self.around.pop() } else { None };
        let Some(around) = around else { return Err(self.no_end(at)) };
        self.here = around;
        let end = at.wrapping_add(1);
        self.push(Kind::Close, at, end)?;
        let next = self.place();
        let kin = self.kin_of(&open);
        if let Some(token) = self.tokens.get_mut(index(open.at)) {
            token.end = open.count;
            token.next = next;
            token.kin = kin;
        }
        if open.named {
            if let Some(name) = self.tokens.get_mut(index(open.at.wrapping_sub(1))) {
                name.next = next;
            }
        }
        if self.is_outside() && self.versions.is_some() && self.root == 0 {
            self.root = next;
            self.next = Next::Value;
            return Ok(end);
        }
        self.after_value();
        if self.here.kind == Kind::Bracket {
            self.here.like = open.at.wrapping_sub(u32::from(open.named));
        }
        Ok(end)
    }

    /// Sets what may come after a value.
    #[inline(always)]
    fn after_value(&mut self) {
        if self.here.kind != Kind::Bracket {
            self.go_on();
        }
        let open = &mut self.here;
        if open.key {
            open.key = false;
            open.same = NONE;
            self.next = Next::Equals;
            return;
        }
        open.key = open.kind == Kind::Brace;
        open.count = open.count.wrapping_add(1);
        self.next = if open.kind == Kind::Close { Next::End } else { Next::CommaOrMore };
    }

    #[inline(always)]
    fn quoted(&mut self, at: usize, kind: Kind) -> Result<usize, Error> {
        let end = self.take_quoted(at, kind)?;
        self.after_value();
        Ok(end)
    }

    /// The index of the next token.
    #[inline(always)]
    fn place(&self) -> u32 {
        cut(self.tokens.len())
    }

    /// Appends a token whose `next` is, for now, the token after it.
    #[inline(always)]
    fn push(&mut self, kind: Kind, start: usize, end: usize) -> Result<(), Error> {
        if self.tokens.len() == self.tokens.capacity() {
            self.grow()?;
        }
        let next = self.place().wrapping_add(1);
        self.tokens.push(Token::new(kind, cut(start), cut(end), next));
        Ok(())
    }

    /// Appends complete tokens.
    #[inline(always)]
    fn push_tokens<const N: usize>(&mut self, tokens: [Token; N]) -> Result<(), Error> {
        while self.tokens.capacity().wrapping_sub(self.tokens.len()) < N {
            self.grow()?;
        }
        self.tokens.extend_from_slice(&tokens);
        Ok(())
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Error> {
        let len = self.tokens.len();
        let more = self.most.saturating_sub(len).min(len.max(64));
        if more == 0 {
            return Err(self.too_many());
        }
        self.tokens.reserve_exact(more);
        Ok(())
    }
}

/// Narrows a place in the text to 32 bits. It fits, as the length of the text was checked.
fn cut(at: usize) -> u32 {
    let [a, b, c, d, ..] = at.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}
