//! The value path in an error of grammar: where in its values a text is wrong.

use alloc::borrow::Cow;
use alloc::format;

use super::{Lexer, Next, Open, index};
use crate::Error;
use crate::text::escape;
use crate::text::tape::{Kind, Token};

impl Lexer<'_> {
    /// Adds the path of the open groups to an error, as far as it is known without types.
    #[cold]
    pub(super) fn in_path(&self, mut error: Error) -> Error {
        let is_versions = self.versions.is_some() && self.root == 0;
        if self.is_outside() || is_versions {
            return error;
        }
        // In the innermost group, name only a key whose value is missing or wrong: in a list, the wrong
        // element may be something that belongs after the list.
        if self.here.kind == Kind::Brace && !self.here.key {
            let step = self.step_from(&self.here);
            // Without its `=`, a number or text is hardly the key of a map.
            if !(step.starts_with('[') && matches!(self.next, Next::Equals)) {
                error = error.in_part(&step);
            }
        }
        // Skip the first: it is the text itself.
        for open in self.around.iter().skip(1).rev() {
            match self.step_from(open) {
                step if step.is_empty() => {}
                step => error = error.in_part(&step),
            }
        }
        error
    }

    /// The step from a group to its open part; empty where errors of values have no step.
    fn step_from(&self, open: &Open) -> Cow<'_, str> {
        let token = |at: u32| self.tokens.get(index(at)).copied();
        let raw = |token: Token| self.text.get(index(token.start)..index(token.end));
        let raw = |token| raw(token).unwrap_or_default();
        let place = || Cow::Owned(format!("[{}]", open.count));
        if open.kind != Kind::Brace {
            let name = token(open.at.wrapping_sub(1)).filter(|_| open.named).map(raw);
            return match name {
                Some("some") => Cow::Borrowed(""),
                Some(_) if open.kind == Kind::Paren => Cow::Owned(format!("{}", open.count)),
                _ => place(),
            };
        }
        let mut at = open.at.wrapping_add(1);
        for _ in 0..open.count.saturating_mul(2) {
            at = token(at).map_or(at, |token| token.next);
        }
        match token(at).filter(|_| !open.key) {
            Some(key @ Token { kind: Kind::Name, .. }) => Cow::Borrowed(raw(key)),
            Some(key @ Token { kind: Kind::Quoted, .. }) => {
                escape::unescaped(raw(key)).unwrap_or_default()
            }
            Some(key @ Token { kind: Kind::Str | Kind::Escaped, .. }) => {
                Cow::Owned(format!("[\"{}\"]", raw(key)))
            }
            Some(key @ Token { kind: Kind::Link, .. }) => Cow::Owned(format!("&{}", raw(key))),
            _ => place(),
        }
    }
}
