//! Errors of grammar, in words that say how to correct the text.

use alloc::borrow::Cow;

use super::{Lexer, Next, cut, index};
use crate::text::place::Place;
use crate::text::repair::start_of_left_open;
use crate::text::tape::{Kind, Token};
use crate::{Error, ErrorKind};

impl Lexer<'_> {
    #[cold]
    pub(super) fn no_value(&self, at: usize, byte: u8) -> Error {
        match byte {
            b',' => self.error_at(at, "expected a value, found a comma"),
            b'=' => {
                let help = if self.here.kind == Kind::Brace {
                    "the value before it may be missing"
                } else {
                    "this is inside a list: its `]` or `)` may be missing above"
                };
                self.error_at(at, "expected a value, found `=`").with_help(help)
            }
            b'@' => {
                self.error_at(at, "only the type of the whole text has its version here").with_help(
                    "state the versions of other types at the start: `@versions { Item = 2 }`",
                )
            }
            _ => {
                let found = self.text.get(at..).and_then(|rest| rest.chars().next());
                let shown = found.unwrap_or_default().escape_debug();
                let detail = alloc::format!("expected a value, found `{shown}`");
                let error = self.error_at(at, detail);
                match byte {
                    b'#' => error.with_help("start a comment with `//`"),
                    b';' => error.with_help("end a value with a line break or a comma"),
                    b':' => error.with_help(COLON),
                    _ => error.with_help("remove it, or put text in quotes"),
                }
            }
        }
    }

    /// The text ends where a value is expected.
    #[cold]
    pub(super) fn ends(&self, at: usize) -> Error {
        if !self.tokens.is_empty() {
            return self.error_at(at, "expected a value, but the text ends here");
        }
        self.error_at(at, "expected a value, but the text is empty")
            .with_help("write the value; a struct whose fields all have defaults may be `{}`")
    }

    /// No group may end here, or not with this bracket.
    #[cold]
    pub(super) fn no_end(&self, at: usize) -> Error {
        let shown = match self.here.kind {
            Kind::Brace => "`}`",
            Kind::Paren => "`)`",
            Kind::Bracket => "`]`",
            _ => return self.error_at(at, "expected a value, but a group is closed here"),
        };
        if self.next == Next::Value {
            return self.error_at(at, "expected a value, but the group is closed here");
        }
        let line = self.line_of_group();
        let detail = alloc::format!("expected {shown}, to close what was opened on line {line}");
        self.error_at(at, detail)
    }

    /// The open group has no end. The text may have that of a group in it, as in `{ window = { w = 12 }`.
    #[cold]
    pub(super) fn unended(&self) -> Error {
        let end = match self.here.kind {
            Kind::Paren => ')',
            Kind::Bracket => ']',
            _ => '}',
        };
        let error = self.error_between(self.start_of_group(), 1, UNENDED);
        let within = start_of_left_open(self.text).map(|start| self.line_of(start));
        error.with_help(match within.filter(|line| *line > self.line_of_group()) {
            Some(line) => alloc::format!(
                "write `{end}` where it ends; or close what was opened on line {line}, whose end seems to be missing"
            ),
            None => alloc::format!("write `{end}` where it ends"),
        })
    }

    /// The start of the open group.
    fn start_of_group(&self) -> u32 {
        self.tokens.get(index(self.here.at)).map_or(0, |token| token.start)
    }

    /// The line on which the open group starts.
    fn line_of_group(&self) -> usize {
        self.line_of(index(self.start_of_group()))
    }

    /// The line number of a place, from 1.
    fn line_of(&self, at: usize) -> usize {
        let before = self.bytes.get(..at).unwrap_or_default();
        before.iter().filter(|byte| **byte == b'\n').count().saturating_add(1)
    }

    /// The text has more tokens than the limits allow.
    #[cold]
    pub(super) fn too_many(&self) -> Error {
        // An open group has its end at 0 so far.
        let end = self.tokens.last().map_or(0, |last| last.start.max(last.end));
        let detail = alloc::format!(
            "the text has more than {} parts, which is more than the memory limits allow",
            self.tokens.len()
        );
        let place = Place { text: self.text, start: end, end: end.saturating_add(1) };
        place.of(Error::new(ErrorKind::MemoryLimit, detail))
    }

    #[cold]
    pub(super) fn no_objects(&self, start: u32) -> Error {
        self.error_between(start, 1, "there is a link here, but the text has no objects")
            .with_help("add `@objects { &1 = .. }` after the value, with the linked objects")
    }

    #[cold]
    pub(super) fn error_at(&self, at: usize, detail: impl Into<Cow<'static, str>>) -> Error {
        self.error_between(cut(at), 1, detail)
    }

    /// The text continues after its value.
    #[cold]
    pub(super) fn goes_on(&self, at: usize, byte: u8) -> Error {
        let error = self.error_at(at, "the value ends here, but the text continues");
        error.with_help(match byte {
            b'=' => "put the fields of a struct in braces: `{ name = value, .. }`",
            b':' => COLON,
            b'{' | b'(' => ON_ITS_LINE,
            _ => "put fields in braces, `{ name = value, .. }`, and the values of a list in brackets, `[ .. \
                ]`",
        })
    }

    /// There is no `=` after a key.
    #[cold]
    pub(super) fn no_equals(&self, at: usize) -> Error {
        const DETAIL: &str = "expected `=` between a key and its value";
        let Some(last) = self.tokens.last() else { return self.error_at(at, DETAIL) };
        // Behind the key, there may be a comment.
        let key = self.text.get(..index(last.end)).unwrap_or_default();
        if let Some(comma) = comma_in_number(key) {
            return self.error_at(comma, "there is a comma in a number").with_help(
                "write numbers with a decimal point, such as `0.5`: a comma ends a value",
            );
        }
        if self.bytes.get(at) == Some(&b':') {
            return self.error_at(at, DETAIL).with_help(COLON);
        }
        // If the text goes on elsewhere, what is missing is missing at the key.
        let between = self.text.get(index(last.end)..at).unwrap_or_default();
        let is_apart =
            between.contains('\n') || matches!(self.bytes.get(at), Some(b'}' | b')' | b']'));
        match last.kind {
            Kind::Close => match self.named_group().filter(|_| is_apart) {
                Some((_, name, _)) if self.objects.is_some() => {
                    self.error_between(name, 1, DETAIL).with_help("write `&1 = value`")
                }
                Some((name, _, start)) => {
                    let bracket = self.text.get(index(start)..).and_then(|it| it.chars().next());
                    let help = alloc::format!("write `{name} = {}`", bracket.unwrap_or('{'));
                    self.error_between(start, 1, DETAIL).with_help(help)
                }
                None if self.objects.is_none() => match self.group_behind_word() {
                    Some((word, group)) => self.error_between(group, 1, DETAIL).with_help(
                        alloc::format!("`{word}` has nothing in brackets: remove either of them"),
                    ),
                    None => self.error_at(at, DETAIL).with_help(ON_ITS_LINE),
                },
                None => self.error_at(at, DETAIL).with_help("write `&1 = value`"),
            },
            Kind::Name if is_apart => {
                let len = last.end.saturating_sub(last.start);
                self.error_between(last.start, len, DETAIL)
                    .with_help(self.help_for_key(last.start, key))
            }
            _ if is_apart && self.is_behind_value(last.start) => self
                .error_at(index(last.start), DETAIL)
                .with_help("remove it; or write a comma before the next key"),
            _ => self.error_at(at, DETAIL).with_help(self.help_for_fields(at)),
        }
    }

    /// Whether a value ends before this place on the same line.
    fn is_behind_value(&self, at: u32) -> bool {
        let before = self.text.get(..index(at)).unwrap_or_default();
        // A quote is before the start of its token.
        let before = before.trim_end_matches(['"', '\'']);
        let line = before.get(before.rfind('\n').map_or(0, |at| at.saturating_add(1))..);
        let line = line.unwrap_or_default().trim_end();
        !line.is_empty() && !line.ends_with([',', '{'])
    }

    /// The name of the group that ended last, if it has one, and the starts of both.
    fn named_group(&self) -> Option<(&str, u32, u32)> {
        let end = self.place();
        let is_it = |token: &Token| token.next == end && token.kind != Kind::Close;
        let name = self.tokens.iter().position(is_it)?;
        let [name, group] = self.tokens.get(name..name.checked_add(2)?)? else { return None };
        let has_name = matches!(name.kind, Kind::Name | Kind::Quoted) && is_it(group);
        let text = self.text.get(index(name.start)..index(name.end))?;
        has_name.then_some((text, name.start, group.start))
    }

    /// The start of the group that ended last, if it follows a word that is a whole value, and that word.
    fn group_behind_word(&self) -> Option<(&str, u32)> {
        let end = self.place();
        let group =
            self.tokens.iter().position(|token| token.next == end && token.kind != Kind::Close)?;
        let [before, group] = self.tokens.get(group.checked_sub(1)?..=group)? else { return None };
        Some((self.word(before)?, group.start))
    }

    /// How to correct a key that starts there, at the end of `text`, and whose value is missing.
    fn help_for_key(&self, start: u32, text: &str) -> Cow<'static, str> {
        let key = text.get(index(start)..).unwrap_or_default();
        if let Some(blank) = key.chars().find(|c| c.is_whitespace()) {
            return Cow::Owned(alloc::format!(
                "`{}` looks like a blank, but is read as a name: write a space",
                blank.escape_unicode()
            ));
        }
        if !self.is_behind_value(start) {
            return self.help_for_fields(index(start));
        }
        let detail = alloc::format!(
            "put text of several words in quotes; or remove `{key}`; or write `{key} = value` on a line of its own"
        );
        Cow::Owned(detail)
    }

    /// How to correct what is no field in a group that may lack its end.
    fn help_for_fields(&self, at: usize) -> Cow<'static, str> {
        match self.line_of_group() {
            start if start == self.line_of(at) => Cow::Borrowed("write `name = value`"),
            start => Cow::Owned(alloc::format!(
                "write `name = value`; or first close what was opened on line {start}, with `}}`"
            )),
        }
    }

    #[cold]
    pub(super) fn error_between(
        &self,
        start: u32,
        len: u32,
        detail: impl Into<Cow<'static, str>>,
    ) -> Error {
        let place = Place { text: self.text, start, end: start.saturating_add(len) };
        place.of(Error::new(ErrorKind::Syntax, detail))
    }
}

/// The detail of the error for a group that is open at the end of the text.
pub(in crate::text) const UNENDED: &str = "this group is never closed";

/// The place of the comma in a number such as `0,5` at the end of a text.
fn comma_in_number(text: &str) -> Option<usize> {
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let whole = before.strip_suffix(',')?;
    let is_number = before.len() < text.len() && whole.ends_with(|c: char| c.is_ascii_digit());
    is_number.then_some(whole.len())
}

const COLON: &str = "write a field as `name = value`, in braces; a file with `:` there is JSON, which \
    `archive::json` reads, or RON";

const ON_ITS_LINE: &str =
    "start the fields of a variant on the same line as its name: `Hard { health = 3 }`";

#[cold]
pub(super) fn too_long(len: usize) -> Error {
    let detail = alloc::format!("the text has {len} bytes, more than the limit of 4 GiB");
    Error::new(ErrorKind::Unsupported, detail)
}
