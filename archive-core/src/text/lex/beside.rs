//! What a text holds besides its value: versions, objects, and links to objects.

use super::{Lexer, cut};
use crate::Error;
use crate::text::tape::{self, Kind, Token};

/// The keyword before the objects.
pub(super) const OBJECTS: &str = "@objects";

impl Lexer<'_> {
    /// `@versions { .. }`; its group is read like any other.
    #[cold]
    pub(super) fn stated(&mut self, at: usize) -> Result<usize, Error> {
        const WORD: &str = "@versions";
        if !self.text.get(at..).is_some_and(|rest| rest.starts_with(WORD)) {
            return Err(self.error_at(at, "only `@versions { .. }` is allowed here"));
        }
        let at = self.skip_blank(at.saturating_add(WORD.len()))?;
        if self.bytes.get(at) != Some(&b'{') {
            return Err(self.error_at(at, "expected `{` after `@versions`"));
        }
        self.versions = Some(0);
        self.group(at, Kind::Brace, false)
    }

    /// `@4` after the name of the root's type.
    #[cold]
    pub(super) fn version(&mut self, at: usize) -> Result<usize, Error> {
        let start = at.saturating_add(1);
        let mut end = start;
        while self.bytes.get(end).is_some_and(u8::is_ascii_digit) {
            end = end.saturating_add(1);
        }
        let version = self.text.get(start..end).and_then(|digits| digits.parse::<u32>().ok());
        if version.is_none_or(|version| version == 0) {
            return Err(self.error_at(start, "expected a version number, from 1 on"));
        }
        let token = Token::new(Kind::Number, cut(start), cut(end), 0);
        self.root_version = Some(token);
        self.skip_blank(end)
    }

    /// `@objects { .. }`; its group is read like any other.
    #[cold]
    pub(super) fn apart(&mut self, at: usize) -> Result<usize, Error> {
        if self.objects.is_some() || !self.text.get(at..).is_some_and(|it| it.starts_with(OBJECTS))
        {
            return Err(self.error_at(at, "only `@objects { .. }` is allowed here, once"));
        }
        let at = self.skip_blank(at.saturating_add(OBJECTS.len()))?;
        if self.bytes.get(at) != Some(&b'{') {
            return Err(self.error_at(at, "expected `{` after `@objects`"));
        }
        self.objects = Some(self.place());
        self.group(at, Kind::Brace, false)
    }

    /// `&` and the number of an object.
    #[cold]
    pub(super) fn link(&mut self, at: usize) -> Result<usize, Error> {
        let start = at.saturating_add(1);
        let rest = self.bytes.get(start..).unwrap_or_default();
        let len = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = start.saturating_add(len);
        if tape::number(self.text.get(start..end).unwrap_or_default()).is_none() {
            let detail = "expected the number of an object after `&`, such as `&1`";
            return Err(self.error_between(cut(at), cut(len.saturating_add(1)), detail));
        }
        self.link.get_or_insert(cut(at));
        self.push(Kind::Link, start, end)?;
        self.after_value();
        Ok(end)
    }
}
