//! Parses paths into steps.

use alloc::borrow::Cow;

use crate::text::escape::unescaped;
use crate::value::by_name::Quantity;

/// One step of a path.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::value) enum Step<'p> {
    /// `.name`, or `.0`
    Name(&'p str),
    /// `["odd name"]`
    Text(Cow<'p, str>),
    /// `['x']`
    Char(char),
    /// `[-3]`
    Number(Quantity, &'p str),
    /// `[Iron]`, `[true]`
    Word(&'p str),
    /// `{3}`
    Place(usize),
    /// `*`, only in patterns
    Any,
    /// `**`, only in patterns
    Deep,
}

impl Step<'_> {
    /// The index in a sequence that it names.
    pub(in crate::value) fn index(&self) -> Option<usize> {
        match self {
            Self::Name(digits) | Self::Number(_, digits) => digits.parse().ok(),
            _ => None,
        }
    }

    /// The name of the field that it names.
    pub(in crate::value) fn field(&self) -> Option<&str> {
        match self {
            Self::Name(name) | Self::Number(_, name) | Self::Word(name) => Some(name),
            Self::Text(name) => Some(name),
            Self::Char(_) | Self::Place(_) | Self::Any | Self::Deep => None,
        }
    }
}

/// Iterates over the steps of a path.
pub(in crate::value) struct Steps<'p> {
    path: &'p str,
    rest: &'p str,
}

/// The rest of the path cannot be parsed.
#[derive(Debug, PartialEq)]
pub(in crate::value) struct Malformed;

impl<'p> Steps<'p> {
    pub(in crate::value) fn new(path: &'p str) -> Self {
        Self { path, rest: path }
    }

    /// The part of the path already read.
    pub(in crate::value) fn done(&self) -> &'p str {
        self.path.strip_suffix(self.rest).unwrap_or_default()
    }

    /// The part of the path still to be read.
    pub(in crate::value) fn rest(&self) -> &'p str {
        self.rest
    }

    fn step(&self) -> Option<(Step<'p>, &'p str)> {
        if let Some(key) = self.rest.strip_prefix('[') {
            let (step, rest) = key_step(key)?;
            return Some((step, rest.strip_prefix(']')?));
        }
        if let Some(place) = self.rest.strip_prefix('{') {
            let (digits, rest) = place.split_once('}')?;
            let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
            let place = digits.parse().ok().filter(|_| is_number)?;
            return Some((Step::Place(place), rest));
        }
        let name = match self.rest.strip_prefix('.') {
            Some(name) => name,
            None if self.rest.len() == self.path.len() => self.rest,
            None => return None,
        };
        name_step(name)
    }
}

impl<'p> Iterator for Steps<'p> {
    type Item = Result<Step<'p>, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let Some((step, rest)) = self.step() else { return Some(Err(Malformed)) };
        self.rest = rest;
        Some(Ok(step))
    }
}

/// Whether a name needs no quotes.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_letter)
}

fn is_letter(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Splits off the word at the front.
fn word(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c| !is_letter(c)).unwrap_or(text.len());
    text.split_at_checked(end).filter(|(word, _)| !word.is_empty())
}

fn name_step(text: &str) -> Option<(Step<'_>, &str)> {
    if let Some(rest) = text.strip_prefix("**") {
        return Some((Step::Deep, rest));
    }
    if let Some(rest) = text.strip_prefix('*') {
        return Some((Step::Any, rest));
    }
    word(text).map(|(name, rest)| (Step::Name(name), rest))
}

/// Parses a step after its opening bracket.
fn key_step(text: &str) -> Option<(Step<'_>, &str)> {
    if let Some(rest) = text.strip_prefix('*') {
        return Some((Step::Any, rest));
    }
    if let Some(rest) = text.strip_prefix('"') {
        return quoted(rest, '"').map(|(text, rest)| (Step::Text(text), rest));
    }
    if let Some(rest) = text.strip_prefix('\'') {
        let (text, rest) = quoted(rest, '\'')?;
        let mut chars = text.chars();
        return match (chars.next(), chars.next()) {
            (Some(c), None) => Some((Step::Char(c), rest)),
            _ => None,
        };
    }
    let (word, rest) = match text.strip_prefix('-') {
        None => word(text)?,
        Some(digits) => {
            let (digits, rest) = word(digits)?;
            text.split_at_checked(digits.len().saturating_add(1)).filter(|it| it.1 == rest)?
        }
    };
    let digits = word.strip_prefix('-').unwrap_or(word);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return (digits.len() == word.len()).then_some((Step::Word(word), rest));
    }
    let number = match word.parse().map(Quantity::Whole) {
        Ok(number) => number,
        Err(_) => Quantity::Huge(word.parse().ok()?),
    };
    Some((Step::Number(number, word), rest))
}

/// Parses quoted text with the escapes of texts, and returns the rest after the closing quote.
fn quoted(text: &str, quote: char) -> Option<(Cow<'_, str>, &str)> {
    let mut is_escaped = false;
    let end = text.find(|c| {
        let is_end = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    })?;
    let (inner, rest) = text.split_at_checked(end)?;
    Some((unescaped(inner).ok()?, rest.strip_prefix(quote)?))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Malformed, Step, Steps};
    use crate::value::by_name::Quantity;

    fn steps(path: &str) -> Result<Vec<Step<'_>>, Malformed> {
        Steps::new(path).collect()
    }

    #[test]
    fn every_form_of_a_step() {
        let number = |number, text| Step::Number(Quantity::Whole(number), text);
        assert_eq!(steps(""), Ok([].into()));
        assert_eq!(steps("a.b[3]"), Ok([Step::Name("a"), Step::Name("b"), number(3, "3")].into()));
        assert_eq!(steps(".0[-3]"), Ok([Step::Name("0"), number(-3, "-3")].into()));
        assert_eq!(steps("[true].x_ß"), Ok([Step::Word("true"), Step::Name("x_ß")].into()));
        assert_eq!(steps(r#"["a\"]"]"#), Ok([Step::Text(r#"a"]"#.into())].into()));
        assert_eq!(steps(r"['\'']{3}"), Ok([Step::Char('\''), Step::Place(3)].into()));
        assert_eq!(steps(r#"["\u{1b}\n"]"#), Ok([Step::Text("\u{1b}\n".into())].into()));
        assert_eq!(steps(r#"["\`\\"]"#), Ok([Step::Text("`\\".into())].into()));
        assert_eq!(steps(r#"["\u{+41}"]"#), Err(Malformed));
        assert_eq!(steps("**.a[*]"), Ok([Step::Deep, Step::Name("a"), Step::Any].into()));
        let huge =
            Step::Number(Quantity::Huge(u128::MAX), "340282366920938463463374607431768211455");
        assert_eq!(steps("[340282366920938463463374607431768211455]"), Ok([huge].into()));
    }

    #[test]
    fn other_forms_are_none() {
        for path in
            ["a..b", "a.", ".", "a[", "a[]", "a b", "[1", "[-a]", "[--1]", "[3x]", "{x}", "{+1}"]
        {
            assert_eq!(steps(path), Err(Malformed), "{path}");
        }
        for path in [r#"["a]"#, "['ab']", "['']", r#"["\q"]"#, "[1]a", "]", "a-b", "{}", "[ 1]"] {
            assert_eq!(steps(path), Err(Malformed), "{path}");
        }
    }
}
