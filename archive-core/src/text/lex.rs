//! The grammar of a text (FORMAT.md §8): from its characters to its parts.

mod alike;
mod beside;
mod path;
mod printed;
mod refused;
mod scan;

use alloc::vec::Vec;
use core::cell::Cell;

use super::escape;
use super::tape::{Dialect, Kind, Tape, Token};
use crate::{Error, Limits};
use beside::OBJECTS;

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
    /// What it is; the text itself has the kind of an end.
    kind: Kind,
    count: u32,
    /// Whether the next value is the key of an entry.
    key: bool,
    /// Whether it belongs to the name before it.
    named: bool,
    /// The token that what comes next is like, if it is as in the group before this one.
    like: u32,
    /// The group before this one, as long as they have the same names.
    same: u32,
}

/// No token.
const NONE: u32 = u32::MAX;

/// What is known of a text so far. Where it is, functions take and give back, so that it stays in a
/// register.
struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    tokens: Vec<Token>,
    /// The group that is open, and those around it.
    here: Open,
    around: Vec<Open>,
    next: Next,
    versions: Option<u32>,
    root_version: Option<Token>,
    root: u32,
    /// The group of the objects that links lead to.
    objects: Option<u32>,
    /// Where the first link stands.
    link: Option<u32>,
    most: usize,
    /// How many spaces the last line starts with.
    indent: usize,
    /// The last number of groups that are kin.
    kin: u16,
}

/// Cuts a text into its parts.
///
/// # Errors
///
/// The text does not follow the grammar, or is longer than the limits allow.
pub(super) fn tape<'a>(text: &'a str, limits: &Limits) -> Result<Tape<'a>, Error> {
    if u32::try_from(text.len()).is_err() {
        return Err(refused::too_long(text.len()));
    }
    let most = limits.budget(text.len(), size_of::<Token>()).checked_div(size_of::<Token>());
    let most = most.unwrap_or(0);
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        // A guess that spares most of the growth, and no more than the text itself.
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
    let (dialect, beside) = (Dialect::Text, (0, 0));
    let is_quiet = Cell::new(false);
    Ok(Tape { dialect, text, tokens, versions, root_version, root, objects, beside, is_quiet })
}

impl Lexer<'_> {
    fn run(&mut self) -> Result<(), Error> {
        // An editor may have marked the text as UTF-8.
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
                Err(self.error_at(at, "a group ends here that was not begun"))
            }
            (Next::End, b'@') => self.apart(at),
            (Next::End, _) => Err(self.goes_on(at, byte)),
        }
    }

    #[inline(always)]
    fn value(&mut self, at: usize, byte: u8) -> Result<usize, Error> {
        match byte {
            b'"' => self.quoted(at, Kind::Str, 1),
            b'\'' => self.quoted(at, Kind::Char, 1),
            b'{' => self.group(at, Kind::Brace, false),
            b'(' => self.group(at, Kind::Paren, false),
            b'[' => self.group(at, Kind::Bracket, false),
            b'x' if self.bytes.get(at.wrapping_add(1)) == Some(&b'"') => {
                self.quoted(at, Kind::Bytes, 2)
            }
            b'0'..=b'9' | b'-' | b'+' | b'.' => {
                let end = self.end_of_number(at);
                self.push(Kind::Number, at, end)?;
                self.after_value();
                Ok(end)
            }
            b'`' => {
                let end = self.take_quoted(at, Kind::Quoted, 1)?;
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

    /// Goes on behind the name that was pushed last, with the group that belongs to it if one follows
    /// on its line.
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

    /// The version and the group behind a name, if there are any.
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
            Some(b'{') => self.group(at, Kind::Brace, true),
            Some(b'(') => self.group(at, Kind::Paren, true),
            _ => {
                self.after_value();
                Ok(at)
            }
        }
    }

    #[inline(always)]
    fn group(&mut self, at: usize, kind: Kind, named: bool) -> Result<usize, Error> {
        let [like, same] = self.like_within(kind, named);
        self.open(at, kind, named, [like, same])
    }

    /// Begins a group, of which is known what its first part is like, and which group all of it.
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
        let (true, true, Some(around)) = (is_end, self.next != Next::Value, self.around.pop())
        else {
            return Err(self.no_end(at));
        };
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

    /// What may come behind a value.
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
    fn quoted(&mut self, at: usize, kind: Kind, before: usize) -> Result<usize, Error> {
        let end = self.take_quoted(at, kind, before)?;
        self.after_value();
        Ok(end)
    }

    /// The place of the next token.
    #[inline(always)]
    fn place(&self) -> u32 {
        cut(self.tokens.len())
    }

    /// Appends a token, which ends with itself for now.
    #[inline(always)]
    fn push(&mut self, kind: Kind, start: usize, end: usize) -> Result<(), Error> {
        if self.tokens.len() == self.tokens.capacity() {
            self.grow()?;
        }
        let next = self.place().wrapping_add(1);
        self.tokens.push(Token::new(kind, cut(start), cut(end), next));
        Ok(())
    }

    /// The same for tokens that are ready.
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

fn index(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

/// A place in a text, whose length was checked.
fn cut(at: usize) -> u32 {
    let [a, b, c, d, ..] = at.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}
