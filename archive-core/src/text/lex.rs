//! The grammar of a text (FORMAT.md §8): from its characters to its parts.

mod scan;

use alloc::vec::Vec;

use super::escape;
use super::place::Place;
use super::tape::{Dialect, Kind, Tape, Token};
use crate::{Error, ErrorKind, Limits, limits};

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A value.
    Value,
    /// A value, or the end of the group.
    ValueOrEnd,
    /// The same, or one comma before that.
    CommaOrMore,
    /// `=`
    Equals,
    /// Nothing but the end of the text.
    End,
}

/// A group that is not at its end.
#[derive(Clone, Copy)]
struct Open {
    /// Its token.
    at: u32,
    kind: Kind,
    count: u32,
    /// Whether the next value is the key of an entry.
    key: bool,
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    tokens: Vec<Token>,
    open: Vec<Open>,
    next: Next,
    versions: Option<u32>,
    root_version: Option<Token>,
    root: u32,
    most: usize,
}

/// Cuts a text into its parts.
///
/// # Errors
///
/// The text does not follow the grammar, or is longer than the limits allow.
pub(super) fn tape<'a>(text: &'a str, limits: &Limits) -> Result<Tape<'a>, Error> {
    if u32::try_from(text.len()).is_err() {
        return Err(too_long(text.len()));
    }
    let most = limits.budget(text.len(), size_of::<Token>()).checked_div(size_of::<Token>());
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        at: 0,
        tokens: Vec::new(),
        open: Vec::new(),
        next: Next::Value,
        versions: None,
        root_version: None,
        root: 0,
        most: most.unwrap_or(0),
    };
    // A guess that spares most of the growth, and no more than the text itself.
    lexer.tokens.reserve(text.len() / 16);
    lexer.run()?;
    let Lexer { tokens, versions, root_version, root, .. } = lexer;
    Ok(Tape { dialect: Dialect::Text, text, tokens, versions, root_version, root })
}

impl Lexer<'_> {
    fn run(&mut self) -> Result<(), Error> {
        // An editor may have marked the text as UTF-8.
        if self.text.starts_with('\u{feff}') {
            self.at = 3;
        }
        loop {
            self.skip_blank()?;
            let Some(byte) = self.bytes.get(self.at).copied() else { break };
            self.step(byte)?;
        }
        match (self.open.last(), self.next) {
            (Some(open), _) => {
                let token = self.tokens.get(index(open.at)).copied();
                let start = token.map_or(0, |token| token.start);
                Err(self.error_at(start, 1, "this group has no end"))
            }
            (None, Next::End) => Ok(()),
            (None, _) => Err(self.error_here("a value is expected, but the text ends here")),
        }
    }

    fn step(&mut self, byte: u8) -> Result<(), Error> {
        match (byte, self.next) {
            (b'=', Next::Equals) => {
                self.at = self.at.saturating_add(1);
                self.next = Next::Value;
                Ok(())
            }
            (b'@', Next::Value) if self.open.is_empty() && self.tokens.is_empty() => self.stated(),
            (b',', Next::CommaOrMore) => {
                self.at = self.at.saturating_add(1);
                self.next = Next::ValueOrEnd;
                Ok(())
            }
            (_, Next::Equals) => {
                Err(self.error_here("`=` is expected between a key and its value"))
            }
            (b'}' | b')' | b']', Next::End) => {
                Err(self.error_here("a group ends here that was not begun"))
            }
            (_, Next::End) => Err(self
                .error_here("the value ends here, but the text goes on")
                .with_help("put several values into a list: `[ .. ]`")),
            (b'}' | b')' | b']', next) => self.close(byte, next),
            _ => self.value(byte),
        }
    }

    /// `@versions { .. }`, of which the group is read as any other.
    fn stated(&mut self) -> Result<(), Error> {
        const WORD: &str = "@versions";
        if !self.text.get(self.at..).is_some_and(|rest| rest.starts_with(WORD)) {
            return Err(self.error_here("only `@versions { .. }` may stand here"));
        }
        self.at = self.at.saturating_add(WORD.len());
        self.skip_blank()?;
        if self.bytes.get(self.at) != Some(&b'{') {
            return Err(self.error_here("`{` is expected behind `@versions`"));
        }
        self.versions = Some(0);
        self.group(Kind::Brace)
    }

    fn value(&mut self, byte: u8) -> Result<(), Error> {
        match byte {
            b'"' => self.quoted(Kind::Str, 1),
            b'\'' => self.quoted(Kind::Char, 1),
            b'`' => self.named(Kind::Quoted),
            b'{' => self.group(Kind::Brace),
            b'(' => self.group(Kind::Paren),
            b'[' => self.group(Kind::Bracket),
            b'x' if self.bytes.get(self.at.saturating_add(1)) == Some(&b'"') => {
                self.quoted(Kind::Bytes, 2)
            }
            b'0'..=b'9' | b'-' | b'+' | b'.' => {
                let start = self.at;
                self.at = self.end_of_number();
                self.push(Kind::Number, start, self.at)?;
                self.after_value()
            }
            _ if escape::starts_name(byte) => self.named(Kind::Name),
            b',' => Err(self.error_here("a value is expected, but a comma is found")),
            b'=' => {
                let in_group = self.open.last().is_some_and(|open| open.kind == Kind::Brace);
                let help = if in_group {
                    "the value before it may be missing"
                } else {
                    "this is a list: a `]` or `)` may be missing above, at its end"
                };
                Err(self.error_here("a value is expected, but `=` is found").with_help(help))
            }
            b'@' => Err(self
                .error_here("only the type of the whole text has a version here")
                .with_help(
                    "state the versions of other types at the start: `@versions { Item = 2 }`",
                )),
            _ => Err(self.error_here("a value is expected")),
        }
    }

    /// A name, with the group that belongs to it if one follows on its line.
    fn named(&mut self, kind: Kind) -> Result<(), Error> {
        let is_key = self.open.last().is_some_and(|open| open.kind == Kind::Brace && open.key);
        let at = self.place();
        if kind == Kind::Name {
            let start = self.at;
            self.at = self.end_of(start, escape::IN_NAME);
            self.push(kind, start, self.at)?;
        } else {
            self.take_quoted(kind, 1)?;
        }
        if is_key && self.begin_field(at) {
            return Ok(());
        }
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t')) {
            self.at = self.at.saturating_add(1);
        }
        if self.open.is_empty() && self.bytes.get(self.at) == Some(&b'@') && !is_key {
            self.version()?;
        }
        match self.bytes.get(self.at) {
            Some(b'{') => self.group(Kind::Brace),
            Some(b'(') => self.group(Kind::Paren),
            _ => {
                self.set_end(at);
                self.after_value()
            }
        }
    }

    /// Goes on behind the key at a token and its `=`, if they stand as they are printed.
    #[inline(always)]
    fn begin_field(&mut self, key: u32) -> bool {
        let end = self.at.wrapping_add(3);
        if self.bytes.get(self.at..end) != Some(b" = ") {
            return false;
        }
        self.set_end(key);
        if let Some(open) = self.open.last_mut() {
            open.key = false;
        }
        self.at = end;
        self.next = Next::Value;
        true
    }

    /// `@4` behind the name of the root's type.
    fn version(&mut self) -> Result<(), Error> {
        let start = self.at.saturating_add(1);
        self.at = start;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at = self.at.saturating_add(1);
        }
        if self.at == start {
            return Err(self.error_here("the number of a version is expected"));
        }
        let token = Token { kind: Kind::Number, start: cut(start), end: cut(self.at), next: 0 };
        self.root_version = Some(token);
        self.skip_blank()
    }

    fn group(&mut self, kind: Kind) -> Result<(), Error> {
        let at = self.place();
        self.push(kind, self.at, 0)?;
        self.at = self.at.saturating_add(1);
        self.open.push(Open { at, kind, count: 0, key: true });
        self.next = Next::ValueOrEnd;
        Ok(())
    }

    fn close(&mut self, byte: u8, next: Next) -> Result<(), Error> {
        let Some(open) = self.open.pop() else {
            return Err(self.error_here("a value is expected, but a group ends here"));
        };
        let (expected, shown) = match open.kind {
            Kind::Brace => (b'}', "`}`"),
            Kind::Paren => (b')', "`)`"),
            _ => (b']', "`]`"),
        };
        if next == Next::Value {
            return Err(self.error_here("a value is expected, but the group ends here"));
        }
        if byte != expected {
            let start = self.tokens.get(index(open.at)).map_or(0, |token| index(token.start));
            let before = self.bytes.get(..start).unwrap_or_default();
            let line = before.iter().filter(|byte| **byte == b'\n').count().saturating_add(1);
            let detail = alloc::format!("{shown} is expected, to end what starts on line {line}");
            return Err(self.error_here(detail));
        }
        let start = self.at;
        self.at = self.at.saturating_add(1);
        self.push(Kind::Close, start, self.at)?;
        if let Some(token) = self.tokens.get_mut(index(open.at)) {
            token.end = open.count;
        }
        self.set_end(open.at);
        // The name to which it belongs, and no other, ends with its own token so far.
        let before = open.at.checked_sub(1).filter(|at| {
            let name = self.tokens.get(index(*at));
            name.is_some_and(|name| {
                matches!(name.kind, Kind::Name | Kind::Quoted) && name.next == u32::MAX
            })
        });
        if let Some(name) = before {
            self.set_end(name);
        }
        if self.open.is_empty() && self.versions.is_some() && self.root == 0 {
            self.root = self.place();
            self.next = Next::Value;
            return Ok(());
        }
        self.after_value()
    }

    /// What may come behind a value.
    fn after_value(&mut self) -> Result<(), Error> {
        let Some(open) = self.open.last_mut() else {
            self.next = Next::End;
            return Ok(());
        };
        if open.kind == Kind::Brace && open.key {
            open.key = false;
            self.next = Next::Equals;
            return Ok(());
        }
        open.key = true;
        open.count = open.count.saturating_add(1);
        self.next = Next::CommaOrMore;
        Ok(())
    }

    fn quoted(&mut self, kind: Kind, before: usize) -> Result<(), Error> {
        let at = self.place();
        self.take_quoted(kind, before)?;
        self.set_end(at);
        self.after_value()
    }

    /// The place of the next token.
    fn place(&self) -> u32 {
        cut(self.tokens.len())
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) -> Result<(), Error> {
        if self.tokens.len() >= self.most {
            return Err(limits::over_budget(size_of::<Token>(), 0));
        }
        // Names and groups learn later where they end.
        let next = match kind {
            Kind::Name | Kind::Quoted | Kind::Brace | Kind::Paren | Kind::Bracket => u32::MAX,
            _ => self.place().saturating_add(1),
        };
        self.tokens.push(Token { kind, start: cut(start), end: cut(end), next });
        Ok(())
    }

    /// The value at a token ends with the token pushed last.
    fn set_end(&mut self, at: u32) {
        let next = self.place();
        if let Some(token) = self.tokens.get_mut(index(at)) {
            token.next = next;
        }
    }

    #[cold]
    fn error_here(&self, detail: impl Into<alloc::borrow::Cow<'static, str>>) -> Error {
        self.error_at(cut(self.at), 1, detail)
    }

    #[cold]
    fn error_at(
        &self,
        start: u32,
        len: u32,
        detail: impl Into<alloc::borrow::Cow<'static, str>>,
    ) -> Error {
        let place = Place { text: self.text, start, end: start.saturating_add(len) };
        place.of(Error::new(ErrorKind::Syntax, detail))
    }
}

fn index(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

/// A place in a text, whose length was checked.
fn cut(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cold]
fn too_long(len: usize) -> Error {
    let detail = alloc::format!("the text has {len} bytes, more than the 4 GiB that one may have");
    Error::new(ErrorKind::Unsupported, detail)
}
