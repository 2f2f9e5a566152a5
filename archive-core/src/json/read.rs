//! Reads JSON, with the parser of `serde_json`, into a [`Tape`], from which values are loaded as from a text.

use alloc::string::{String, ToString};

use crate::serde::{self, Builder, Source};
use crate::text::place::Place;
use crate::text::tape::{Dialect, Tape, Token};
use crate::{Error, ErrorKind, Limits};

/// Cuts JSON into tokens.
///
/// # Errors
///
/// Fails if the text is not JSON or needs more memory than the limits allow.
pub(super) fn tape<'a>(text: &'a str, limits: &Limits) -> Result<Tape<'a>, Error> {
    // Skip the byte order mark that some editors write.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if u32::try_from(text.len()).is_err() {
        return Err(Error::new(ErrorKind::Unsupported, "the text is longer than 4 GiB"));
    }
    let memory = limits.budget(text.len(), size_of::<Token>());
    let mut builder = Builder::new(Source::new(text), limits, memory);
    builder.reserve(text.len());
    let mut json = serde_json::Deserializer::from_str(text);
    // The builder counts the levels itself, to apply our limits.
    json.disable_recursion_limit();
    if let Err(error) = builder.fill(&mut json).and_then(|()| json.end()) {
        return Err(match builder.refused.take() {
            Some(refused) => {
                let start = builder.places.at();
                Place { text, start, end: start.saturating_add(1) }.of(refused)
            }
            None => syntax(text, &error),
        });
    }
    serde::tape(builder.finish().1, Dialect::Json, text)
}

/// The error for text that is not JSON, at the place where the parser found it.
#[cold]
fn syntax(text: &str, error: &serde_json::Error) -> Error {
    let said = error.to_string();
    let detail = said.rsplit_once(" at line ").map_or(&*said, |(detail, _)| detail);
    let before = error.line().saturating_sub(1);
    let lines = text.split_inclusive('\n').take(before).map(str::len);
    let start = lines.fold(error.column().saturating_sub(1), usize::saturating_add);
    let is_first = text.get(..start).is_some_and(|before| before.trim().is_empty());
    let found = text.get(start..).and_then(|rest| rest.chars().next());
    let start = u32::try_from(start).unwrap_or(u32::MAX);
    let place = Place { text, start, end: start.saturating_add(1) };
    let detail = match detail.strip_prefix("EOF while parsing ") {
        Some(_) if text.trim().is_empty() => "the text is empty, which is not JSON".into(),
        Some(part) => alloc::format!("this is not JSON: it ends in the middle of {part}"),
        None => alloc::format!("this is not JSON: {detail}"),
    };
    let error = place.of(Error::new(ErrorKind::Syntax, detail));
    match found.and_then(|found| advice(found, is_first)) {
        Some(help) => error.with_help(help),
        None => error,
    }
}

/// Advice for a character that JSON does not allow there.
fn advice(found: char, is_first: bool) -> Option<&'static str> {
    Some(match found {
        '@' | '`' | 'A'..='Z' | 'a'..='z' if is_first => {
            "if `text::to_string` or `text::save` wrote this, read it with `text::from_str` or `text::load`"
        }
        '/' | '#' => "JSON has no comments; the texts of `archive::text` do",
        '\'' | 'A'..='Z' | 'a'..='z' | '_' => "put names and strings in double quotes",
        '.' | '+' => "start a number with a digit or `-`, such as `0.5`",
        '=' => {
            "write `:` between a name and its value; a file with `=` there is a text, which `archive::text` \
             reads"
        }
        _ => return None,
    })
}

/// Decodes a string with escapes that the parser has already accepted.
pub(crate) fn unescaped(raw: &str) -> String {
    serde_json::from_str(&alloc::format!("\"{raw}\"")).unwrap_or_default()
}
