//! A line of a lock file: a fingerprint, then the outline of one type at one version.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::type_text::{before, depth, parts};
use crate::schema::Outline;
use crate::schema::outline::{OutlineBody, OutlineFields, OutlineVariant};
use crate::shape::Style;

/// The maximum nesting depth of types in a line.
const MAX_DEPTH: u32 = 256;

/// A line of the file, with its line number.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) outline: Outline,
}

/// Parses a lock file. Returns the lines, and advice for each that is invalid.
pub(super) fn read(text: &str) -> (Vec<Line>, Vec<String>) {
    let (mut lines, mut problems) = (Vec::new(), Vec::new());
    // Some editors add a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, text) in text.lines().enumerate() {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let number = index.saturating_add(1);
        match line(text) {
            Ok(outline) => lines.push(Line { number, outline }),
            Err(reason) => problems.push(format!("line {number} {reason}: `{text}`")),
        }
    }
    (lines, problems)
}

fn line(text: &str) -> Result<Outline, &'static str> {
    const NOT_ONE: &str = "is not a line of a lock file, so restore the file from version control";
    let (fingerprint, shape) = text.split_once(' ').ok_or(NOT_ONE)?;
    if fingerprint.len() != 16
        || !fingerprint.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
    {
        return Err(NOT_ONE);
    }
    let fingerprint = u64::from_str_radix(fingerprint, 16).map_err(|_| NOT_ONE)?;
    let outline = outline(shape).ok_or(NOT_ONE)?;
    // A project-wide rename also edits this file, and thereby history.
    if fingerprint != crate::fingerprint::fingerprint(shape.as_bytes()) {
        return Err(
            "was edited (it does not match its fingerprint), so restore the file from version control",
        );
    }
    Ok(outline)
}

/// Parses `SaveGame@2{level:u32,health:f32}`, as `Outline` prints it.
pub(super) fn outline(text: &str) -> Option<Outline> {
    if depth(text) > MAX_DEPTH {
        return None;
    }
    let (name, rest) = before(text, &['@']);
    let (version, body) = before(rest.strip_prefix('@')?, &['{', '(', '[']);
    let body = match body.strip_prefix('[') {
        None => OutlineBody::Struct(fields(body)?),
        Some(variants) => {
            let variants = parts(variants.strip_suffix(']')?).map(variant);
            OutlineBody::Enum(variants.collect::<Option<_>>()?)
        }
    };
    Some(Outline { name: name.to_owned(), version: version.parse().ok()?, body })
}

fn variant(text: &str) -> Option<OutlineVariant> {
    let (tag, rest) = text.split_once(' ')?;
    let (name, rest) = before(rest, &['{', '(']);
    Some(OutlineVariant { name: name.to_owned(), tag: tag.parse().ok()?, fields: fields(rest)? })
}

fn fields(text: &str) -> Option<OutlineFields> {
    if text.is_empty() {
        return Some(OutlineFields::new(Style::Unit, core::iter::empty()));
    }
    if let Some(types) = text.strip_prefix('(') {
        let types = parts(types.strip_suffix(')')?).map(|ty| (String::new(), ty.to_owned()));
        return Some(OutlineFields::new(Style::Tuple, types));
    }
    let list = parts(text.strip_prefix('{')?.strip_suffix('}')?).map(|field| {
        let (name, ty) = before(field, &[':']);
        Some((name.to_owned(), ty.strip_prefix(':')?.to_owned()))
    });
    let list: Vec<_> = list.collect::<Option<_>>()?;
    Some(OutlineFields::new(Style::Named, list.into_iter()))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::{outline, read};

    #[test]
    fn every_form_comes_back() {
        for line in [
            "Unit@1",
            "Meters@3(f32,map<str,Pair<u8,-3>>)",
            "SaveGame@2{level:u32,\"odd, \\\" name\":list<\"a>b\">}",
            "Command@4[0 Stop,7 Move{x:f32,y:f32},9 Say(str,option<str>)]",
            "Never@1[]",
        ] {
            assert_eq!(outline(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn other_text_is_refused() {
        for line in ["", "A", "A@", "A@x", "A@1{", "A@1{x}", "A@1[x A]", "A@1(u8", "A@1]"] {
            assert_eq!(outline(line), None, "{line}");
        }
    }

    #[test]
    fn an_edited_line_is_found_out() {
        let edited = "\u{feff}# a comment\n\n0000000000000000 A@1{x:u8}\n<<<<<<< HEAD\n";
        let (lines, problems) = read(edited);
        assert!(lines.is_empty());
        assert!(problems[0].starts_with("line 3 was edited"), "{problems:?}");
        assert!(problems[1].starts_with("line 4 is not a line of a lock file"), "{problems:?}");
    }
}
