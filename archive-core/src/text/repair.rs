//! What to leave out of a text, or to close at its end, so that it follows the grammar.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::lenient::offset;
use super::lex;
use crate::{Error, Limits};

/// A text that has been repaired in one place.
pub(super) struct Repaired {
    pub(super) text: String,
    /// What was left out; empty if something was closed at the end.
    pub(super) place: Range<usize>,
}

/// Repairs the place of an error. The error may be in the line before the place where it was noticed, as in
/// `volume =` without a value, so several repairs are tried. The one after which the text has no error is taken, or
/// else the one after which its next error is furthest.
pub(super) fn repair(text: &str, error: &Error, limits: &Limits) -> Option<Repaired> {
    let at = offset(text, error)?;
    let mut best: Option<(usize, Repaired)> = None;
    for place in places(text, at) {
        let mut repaired = String::from(text);
        repaired.replace_range(place.clone(), &text.get(place.clone()).map(blank)?);
        let next = lex::tape(&repaired, limits).err().map(|error| offset(&repaired, &error));
        let repaired = Repaired { text: repaired, place };
        let Some(next) = next else { return Some(repaired) };
        let next = next.unwrap_or(0);
        if best.as_ref().is_none_or(|(furthest, _)| next > *furthest) {
            best = Some((next, repaired));
        }
    }
    let mut closed = String::from(text);
    closed.push_str(&closing(text));
    if lex::tape(&closed, limits).is_ok() {
        return Some(Repaired { text: closed, place: text.len()..text.len() });
    }
    best.map(|(_, repaired)| repaired)
}

/// What may be left out because of an error at a place: its line, the line before, the lines of the list or group that
/// it is in, a bracket too many, or a line whose group is not closed.
fn places(text: &str, at: usize) -> Vec<Range<usize>> {
    let Some(before) = text.get(..at) else { return Vec::new() };
    let mut places: Vec<Range<usize>> = lines(text, at).into_iter().collect();
    let start = line_start(before);
    let above = text.get(..start).unwrap_or_default().trim_end();
    places.extend(lines(text, above.len()).map(|line| line.start..line.end.min(start)));
    if let Some((open, _)) = open(before).pop() {
        places.push(text.get(..open).map_or(0, line_start)..start);
    }
    if text.get(at..).is_some_and(|rest| rest.starts_with([')', ']', '}'])) {
        places.push(at..at.saturating_add(1));
    }
    places.extend(left_open(text));
    places.retain(|place| text.get(place.clone()).is_some_and(|it| !it.trim().is_empty()));
    places
}

/// The first line that opens a group, but is followed by one that is not indented further.
fn left_open(text: &str) -> Option<Range<usize>> {
    let indent = |line: &str| line.len().saturating_sub(line.trim_start().len());
    let mut start = 0_usize;
    let all = text.split_inclusive('\n').map(|line| {
        let place = start..start.saturating_add(line.len());
        start = place.end;
        (place, line)
    });
    let mut all = all.filter(|(_, line)| !line.trim().is_empty()).peekable();
    while let Some((place, line)) = all.next() {
        let next = all.peek().map(|(_, next)| *next);
        let is_flat = next.is_some_and(|next| {
            indent(next) <= indent(line) && !next.trim_start().starts_with([')', ']', '}'])
        });
        if is_flat && opened(line) > 0 {
            return Some(place);
        }
    }
    None
}

/// Where the last line of a text starts.
fn line_start(text: &str) -> usize {
    text.rfind('\n').map_or(0, |at| at.saturating_add(1))
}

/// The line of a place, with the lines of a group that begins there.
fn lines(text: &str, at: usize) -> Option<Range<usize>> {
    let start = line_start(text.get(..at)?);
    let lines = || text.get(start..).into_iter().flat_map(|rest| rest.split_inclusive('\n'));
    let (mut depth, mut len) = (0_i64, 0_usize);
    for line in lines() {
        len = len.saturating_add(line.len());
        depth = depth.saturating_add(opened(line));
        if depth <= 0 {
            break;
        }
    }
    let len = if depth <= 0 { len } else { lines().next()?.len() };
    Some(start..start.checked_add(len)?)
}

/// How many more brackets a line opens than it closes; 0 if a quote is not closed.
fn opened(line: &str) -> i64 {
    let mut depth = 0_i64;
    let is_whole = brackets(line, |_, bracket| {
        let step = if matches!(bracket, '(' | '[' | '{') { 1 } else { -1 };
        depth = depth.saturating_add(step);
    });
    if is_whole { depth } else { 0 }
}

/// The places of the brackets that are open at the end of a text.
fn open(text: &str) -> Vec<(usize, char)> {
    let (mut open, mut start) = (Vec::new(), 0_usize);
    for line in text.split_inclusive('\n') {
        brackets(line, |at, bracket| match bracket {
            '(' | '[' | '{' => open.push((start.saturating_add(at), bracket)),
            _ => drop(open.pop()),
        });
        start = start.saturating_add(line.len());
    }
    open
}

/// What closes all brackets that are open at the end of a text; braces if there is nothing in it.
fn closing(text: &str) -> String {
    let is_empty = text.lines().all(|line| {
        let line = line.trim_start_matches('\u{feff}').trim();
        line.is_empty() || line.starts_with("//")
    });
    if is_empty {
        return String::from("\n{}");
    }
    let close = |(_, bracket)| match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    };
    core::iter::once('\n').chain(open(text).into_iter().rev().map(close)).collect()
}

/// Passes on the brackets of a line that are neither in quotes nor in a comment. Returns whether all quotes are closed.
fn brackets(line: &str, mut found: impl FnMut(usize, char)) -> bool {
    let (mut quote, mut before) = (None, ' ');
    for (at, c) in line.char_indices() {
        match (c, quote) {
            ('/', None) if before == '/' => break,
            ('"' | '\'' | '`', None) => quote = Some(c),
            (_, Some(_)) if before == '\\' => {
                before = ' ';
                continue;
            }
            (_, Some(open)) if c == open => quote = None,
            ('(' | '[' | '{' | ')' | ']' | '}', None) => found(at, c),
            _ => {}
        }
        before = c;
    }
    quote.is_none()
}

/// Spaces in place of all bytes but the ends of lines, so that places stay where they are.
pub(super) fn blank(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}
