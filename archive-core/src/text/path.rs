//! Paths to the values of a text, as in errors.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use core::ops::Range;

use super::edit::not_there;
use super::tape::{self, Dialect, Kind, SOME, Tape, index};
use crate::Error;

/// The longest key that is shown in a path, in bytes.
const LONG: usize = 64;

/// The token of the value at a path.
pub(super) fn find(tape: &Tape<'_>, path: &str) -> Result<u32, Error> {
    match lead(tape, &objects(tape), path) {
        Some((at, "")) => Ok(at),
        Some((_, rest)) => Err(not_there(path, rest)),
        None => Err(not_there(path, path)),
    }
}

/// As much of a path as leads to a value.
pub(super) fn led<'p>(tape: &Tape<'_>, path: &'p str) -> &'p str {
    let rest = lead(tape, &objects(tape), path).map_or(path, |(_, rest)| rest);
    path.strip_suffix(rest).unwrap_or_default().trim_end_matches('.')
}

/// Where the two digits of a byte are, if a path leads into bytes, which are a single token.
pub(super) fn find_byte(tape: &Tape<'_>, path: &str) -> Option<Range<usize>> {
    let objects = objects(tape);
    let (at, rest) = lead(tape, &objects, path)?;
    let token = tape.token(inner(tape, &objects, at)?);
    let (Step::Brackets(place) | Step::Name(place), "") = step(rest)? else { return None };
    if token.kind != Kind::Bytes {
        return None;
    }
    let mut digits = tape.raw(token).char_indices().filter(|(_, c)| c.is_ascii_hexdigit());
    let (first, _) = digits.nth(place.parse::<usize>().ok()?.checked_mul(2)?)?;
    let (last, _) = digits.next()?;
    let start = usize::try_from(token.start).ok()?;
    Some(start.checked_add(first)?..start.checked_add(last)?.checked_add(1)?)
}

/// Follows a path as far as there are tokens: the last of them, and the rest of the path. `None` if there is no object
/// with the number that it starts with.
fn lead<'p>(tape: &Tape<'_>, objects: &Objects, path: &'p str) -> Option<(u32, &'p str)> {
    let (mut at, mut rest) = (tape.root, path);
    if let Some(after) = path.strip_prefix('&') {
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (digits, after) = after.split_at_checked(end)?;
        at = *objects.get(&tape::number(digits)?)?;
        rest = after.strip_prefix('.').unwrap_or(after);
    }
    Some(follow_path(tape, objects, at, rest))
}

/// Follows a path from a value as far as there are tokens.
fn follow_path<'p>(
    tape: &Tape<'_>,
    objects: &Objects,
    mut at: u32,
    path: &'p str,
) -> (u32, &'p str) {
    let mut rest = path;
    while let Some((step, after)) = step(rest) {
        let Some((_, next)) = part(tape, objects, at, step) else { break };
        (at, rest) = (next, after.strip_prefix('.').unwrap_or(after));
    }
    (at, rest)
}

/// The part of the value at a token to which a path leads, as far as there are tokens.
pub(super) fn within(tape: &Tape<'_>, at: u32, path: &str) -> u32 {
    follow_path(tape, &objects(tape), at, path).0
}

/// A path that leads to a part of the value's tree, without the names of flattened structs, which have no group of their
/// own in the text. A name at the end stays.
pub(super) fn without_flat(tape: &Tape<'_>, path: &str) -> String {
    let (objects, mut at) = (objects(tape), tape.root);
    let (mut out, mut rest) = (String::new(), path);
    while let Some((step, after)) = step(rest) {
        let next = after.strip_prefix('.').unwrap_or(after);
        match part(tape, &objects, at, step) {
            Some((_, value)) => {
                add(rest.strip_suffix(after).unwrap_or(rest), &mut out);
                at = value;
            }
            None if matches!(step, Step::Name(_)) && !next.is_empty() => {}
            None => break,
        }
        rest = next;
    }
    add(rest, &mut out);
    out
}

/// Appends a step to a path.
fn add(step: &str, path: &mut String) {
    if !path.is_empty() && !step.is_empty() && !step.starts_with(['[', '{']) {
        path.push('.');
    }
    path.push_str(step);
}

/// The tokens of objects, by number.
type Objects = BTreeMap<u32, u32>;

fn objects(tape: &Tape<'_>) -> Objects {
    let mut objects = Objects::new();
    for (key, value) in tape.objects.into_iter().flat_map(|group| tape.members(group)) {
        if let Some(number) = tape.link(key) {
            objects.entry(number).or_insert(value);
        }
    }
    objects
}

/// Follows links from a token to a value. Returns `None` if an object is missing or the links form a cycle.
fn follow(tape: &Tape<'_>, objects: &Objects, mut at: u32) -> Option<u32> {
    // Links may form a cycle.
    for _ in 0..=objects.len() {
        match tape.link(at) {
            Some(number) => at = *objects.get(&number)?,
            None => return Some(at),
        }
    }
    None
}

/// The token of a value, behind links and options.
fn inner(tape: &Tape<'_>, objects: &Objects, at: u32) -> Option<u32> {
    let mut at = follow(tape, objects, at)?;
    loop {
        let token = tape.token(at);
        if !tape.is_word(token, SOME) {
            return Some(at);
        }
        at = follow(tape, objects, tape.body(at, token)?.checked_add(1)?)?;
    }
}

/// One step of a path.
#[derive(Clone, Copy)]
pub(super) enum Step<'p> {
    Name(&'p str),
    /// What is between brackets.
    Brackets(&'p str),
    /// The position of an entry in a map or of an element in a set, as errors show it if the key is not
    /// short.
    Place(u32),
}

/// Splits a path into its first step, if it has one, and the rest.
pub(super) fn step(path: &str) -> Option<(Step<'_>, &str)> {
    if let Some((place, rest)) = path.strip_prefix('{').and_then(|path| path.split_once('}')) {
        return place.parse().ok().map(|place| (Step::Place(place), rest));
    }
    let Some(inner) = path.strip_prefix('[') else {
        let end = path.find(['.', '[', '{']).unwrap_or(path.len());
        let (name, rest) = path.split_at_checked(end)?;
        return (!path.is_empty()).then_some((Step::Name(name), rest));
    };
    // The closing quote that we are waiting for, if we are inside quotes.
    let mut quote = None;
    let mut escaped = false;
    let mut depth = 0_usize;
    for (at, c) in inner.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote.is_some() => escaped = true,
            '"' | '\'' | '`' if quote.is_none() => quote = Some(c),
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '[' => depth = depth.saturating_add(1),
            ']' if depth == 0 => {
                let (inner, rest) = inner.split_at_checked(at)?;
                return Some((Step::Brackets(inner), rest.strip_prefix(']')?));
            }
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The tokens of the key and the value of a part of the value at a token; both are the same if the part has no key.
fn part(tape: &Tape<'_>, objects: &Objects, at: u32, step: Step<'_>) -> Option<(u32, u32)> {
    let at = inner(tape, objects, at)?;
    let group = match tape.token(at) {
        token if matches!(token.kind, Kind::Name | Kind::Quoted) => tape.body(at, token)?,
        _ => at,
    };
    let token = tape.token(group);
    if !matches!(token.kind, Kind::Brace | Kind::Paren | Kind::Bracket) {
        return None;
    }
    let mut members = tape.members(group);
    let found = match step {
        Step::Place(place) => members.nth(index(place)),
        Step::Name(place) | Step::Brackets(place) if token.kind != Kind::Brace => {
            place.parse().ok().and_then(|place| members.nth(place))
        }
        Step::Name(name) => members.find(|(key, _)| tape.is_name(tape.token(*key), name)),
        Step::Brackets(source) => members.find(|(key, _)| tape.source(*key) == Some(source)),
    };
    // A variant of a serde type, which is an entry, may be written as a name with what it holds.
    let is_own = |name| group != at && tape.is_name(tape.token(at), name);
    found.or_else(|| match step {
        Step::Name(name) if is_own(name) => {
            let is_only = token.kind == Kind::Paren && token.end == 1;
            Some((at, if is_only { group.saturating_add(1) } else { group }))
        }
        _ => None,
    })
}

/// Names entries of maps in an error's path by their keys, as the text spells them, instead of their positions.
#[cold]
pub(super) fn with_keys(tape: &Tape<'_>, error: Error) -> Error {
    if !error.path().contains('{') || tape.dialect == Dialect::Serde {
        return error;
    }
    let (objects, mut out) = (objects(tape), String::new());
    let (mut at, mut rest) = (tape.root, error.path());
    while let Some((step, after)) = step(rest.strip_prefix('.').unwrap_or(rest)) {
        let Some((key, value)) = part(tape, &objects, at, step) else { break };
        match key_at(tape, key).filter(|_| matches!(step, Step::Place(_)) && key != value) {
            Some(key) => out.push_str(&format!("[{key}]")),
            None => out.push_str(rest.strip_suffix(after).unwrap_or_default()),
        }
        (at, rest) = (value, after);
    }
    out.push_str(rest);
    error.with_path(out)
}

/// The source of a key, unless it is long.
fn key_at<'a>(tape: &Tape<'a>, key: u32) -> Option<&'a str> {
    tape.source(key).filter(|key| key.len() <= LONG && !key.contains(char::is_control))
}
