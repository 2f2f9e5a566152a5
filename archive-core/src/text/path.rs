//! Paths to the values of a text, as in errors.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use super::edit::not_there;
use super::tape::{self, Dialect, Kind, Tape};
use crate::Error;

/// The longest key that is shown in a path, in bytes.
const LONG: usize = 64;

/// The token of the value at a path.
pub(super) fn find(tape: &Tape<'_>, path: &str) -> Result<u32, Error> {
    let (mut at, mut rest) = (tape.root, path);
    let objects = objects(tape);
    if let Some(after) = path.strip_prefix('&') {
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (digits, after) = after.split_at_checked(end).unwrap_or_default();
        let object = tape::number(digits).and_then(|number| objects.get(&number));
        at = *object.ok_or_else(|| not_there(path, path))?;
        rest = after.strip_prefix('.').unwrap_or(after);
    }
    while !rest.is_empty() {
        let (step, after) = step(rest).ok_or_else(|| not_there(path, rest))?;
        (_, at) = part(tape, &objects, at, step).ok_or_else(|| not_there(path, rest))?;
        rest = after.strip_prefix('.').unwrap_or(after);
    }
    Ok(at)
}

/// The tokens of objects, by number.
type Objects = BTreeMap<u32, u32>;

fn objects(tape: &Tape<'_>) -> Objects {
    let mut objects = Objects::new();
    let Some(group) = tape.objects else { return objects };
    let mut key = group.saturating_add(1);
    for _ in 0..tape.token(group).end {
        let value = tape.token(key).next;
        if let Some(number) = tape.link(key) {
            objects.entry(number).or_insert(value);
        }
        key = tape.token(value).next;
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

/// One step of a path.
#[derive(Clone, Copy)]
enum Step<'p> {
    Name(&'p str),
    /// What is between brackets.
    Brackets(&'p str),
    /// The position of an entry in a map or of an element in a set, as errors show it if the key is not
    /// short.
    Place(u32),
}

/// Splits a path into its first step and the rest.
fn step(path: &str) -> Option<(Step<'_>, &str)> {
    if let Some((place, rest)) = path.strip_prefix('{').and_then(|path| path.split_once('}')) {
        return place.parse().ok().map(|place| (Step::Place(place), rest));
    }
    let Some(inner) = path.strip_prefix('[') else {
        let end = path.find(['.', '[', '{']).unwrap_or(path.len());
        let (name, rest) = path.split_at_checked(end)?;
        return Some((Step::Name(name), rest));
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
    let mut at = follow(tape, objects, at)?;
    let group = loop {
        let token = tape.token(at);
        match token.kind {
            Kind::Name | Kind::Quoted => {
                let body = tape.body(at, token)?;
                if !tape.is_word(token, "some") {
                    break body;
                }
                at = follow(tape, objects, body.checked_add(1)?)?;
            }
            Kind::Brace | Kind::Paren | Kind::Bracket => break at,
            _ => return None,
        }
    };
    let token = tape.token(group);
    let mut next = group.checked_add(1)?;
    if token.kind != Kind::Brace {
        let place = match step {
            Step::Name(place) | Step::Brackets(place) => place.parse().ok()?,
            Step::Place(place) => place,
        };
        for _ in 0..Some(place).filter(|place| *place < token.end)? {
            next = tape.token(next).next;
        }
        return Some((next, next));
    }
    for entry in 0..token.end {
        let value = tape.token(next).next;
        let is_it = match step {
            Step::Place(place) => entry == place,
            Step::Name(name) => tape.is_name(tape.token(next), name),
            Step::Brackets(key) => {
                let (start, end) = tape.span(next);
                let [start, end] = [start, end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
                tape.text.get(start..end) == Some(key)
            }
        };
        if is_it {
            return Some((next, value));
        }
        next = tape.token(value).next;
    }
    None
}

/// Names entries of maps in an error's path by their keys, as the text spells them, instead of their positions.
#[cold]
pub(super) fn with_keys(tape: &Tape<'_>, error: Error) -> Error {
    if !error.path().contains('{') || tape.dialect == Dialect::Serde {
        return error;
    }
    let (objects, mut out) = (objects(tape), String::new());
    let (mut at, mut rest) = (tape.root, error.path());
    while !rest.is_empty() {
        let Some((step, after)) = step(rest.strip_prefix('.').unwrap_or(rest)) else { break };
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
    let (start, end) = tape.span(key);
    let [start, end] = [start, end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
    tape.text.get(start..end).filter(|key| key.len() <= LONG && !key.contains(char::is_control))
}
