//! What to leave out of a text, or to close at its end, so that it follows the grammar.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use super::lenient::offset;
use super::lex::{self, UNENDED};
use crate::{Error, Limits, Shape};

/// A text that has been repaired in one place.
pub(super) struct Repaired {
    pub(super) text: String,
    /// What was left out; empty if something was closed.
    pub(super) place: Range<usize>,
}

/// Repairs the place of an error. The error may be in the line before the place where it was noticed, as in
/// `volume =` without a value, so several repairs are tried, also to close a group before a line that is indented less.
/// The one after which the text has no error is taken, or one after which only brackets are missing at its end, or else
/// the one after which its next error is furthest.
pub(super) fn repair(
    text: &str,
    error: &Error,
    limits: &Limits,
    root: Option<&Shape>,
) -> Option<Repaired> {
    let at = offset(text, error)?;
    let comments = comments(text);
    let bare = bare(text, &comments);
    let (mut best, mut closable): (Option<(usize, Repaired)>, _) = (None, None);
    let head = root.and_then(|root| head(&bare, at, root)).into_iter();
    let mut all: Vec<_> = head.chain(places(&bare, at)).map(|place| (place, None)).collect();
    if let Some((place, closing)) = closed_within(&bare) {
        // What has the error is likelier, unless that is noticed at the end.
        let first = usize::from(error.detail() != UNENDED).min(all.len());
        all.insert(first, (place, Some(closing)));
    }
    // A cut may have torn the last line.
    let end = blanks_end(&bare);
    if error.detail() == UNENDED || at >= end {
        all.push((bare.get(..end).map_or(0, line_start)..end, None));
    }
    for (place, instead) in all {
        let mut repaired = String::from(text);
        let left_out = if instead.is_some() { place.start..place.start } else { place.clone() };
        // A comment that is partly left out would no longer be one.
        for comment in comments.iter().filter(|it| it.start < place.end && place.start < it.end) {
            let spaces = bare.get(comment.clone()).unwrap_or_default();
            repaired.replace_range(comment.clone(), spaces);
        }
        let instead = instead.or_else(|| text.get(place.clone()).map(blank))?;
        repaired.replace_range(place, &instead);
        let next = lex::tape(&repaired, limits);
        let next = next.err().map(|error| (offset(&repaired, &error), error.detail() == UNENDED));
        let repaired = Repaired { text: repaired, place: left_out };
        let Some((next, is_unended)) = next else { return Some(repaired) };
        let next = next.unwrap_or(0);
        // Brackets that are missing at the end are noticed there.
        let is_at_end = is_unended || next >= blanks_end(&repaired.text);
        if closable.is_none() && is_at_end && lex::tape(&closed(&repaired.text), limits).is_ok() {
            closable = Some(repaired);
            continue;
        }
        if best.as_ref().is_none_or(|(furthest, _)| next > *furthest) {
            best = Some((next, repaired));
        }
    }
    let closed = closed(text);
    if lex::tape(&closed, limits).is_ok() {
        return Some(Repaired { text: closed, place: text.len()..text.len() });
    }
    // What is then open is the next mistake.
    closable.or(best.map(|(_, repaired)| repaired))
}

/// The name before the group of the root, if the place is in that line, and the version there is today's: without a name, a
/// group is read as today's, too.
fn head(text: &str, at: usize, root: &Shape) -> Option<Range<usize>> {
    let start = line_start(text.get(..at)?);
    let line = text.get(start..)?.lines().next()?.trim_end_matches(BLANKS);
    let name = line.strip_suffix(['{', '('])?;
    let today = format!("@{}", root.version);
    let is_today = name.trim_end_matches(BLANKS).ends_with(&*today) || !name.contains('@');
    let is_first = open(text.get(..start)?).is_empty();
    (is_first && is_today && blanks_end(name) > 0).then(|| start..start.saturating_add(name.len()))
}

/// What may be left out because of an error at a place, the likeliest first: its line, with or without the lines of a group
/// that begins there; the line before; the lines of a group that is not closed; a bracket at the start of a line; the lines
/// of the list or group that it is in; what follows the value but is no field; a bracket too many; or the line up to a
/// bracket.
fn places(text: &str, at: usize) -> Vec<Range<usize>> {
    let (Some(before), Some(rest)) = (text.get(..at), text.get(at..)) else { return Vec::new() };
    let start = line_start(before);
    let own = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
    let own = own.trim_end_matches(BLANKS);
    let of_own = |len: usize| start..start.saturating_add(len);
    let mut places: Vec<Range<usize>> = lines(text, at).into_iter().collect();
    places.push(of_own(own.len()));
    let above = text.get(..start).unwrap_or_default().trim_end_matches(BLANKS);
    // The root, in which something is not closed, is not to blame.
    let root =
        if open(above).is_empty() && opened(own) > 0 { mem::take(&mut places) } else { Vec::new() };
    places.extend(lines(text, above.len()).map(|line| line.start..line.end.min(start)));
    places.extend(left_open(text));
    let bracket = |at: usize| at..at.saturating_add(1);
    places.extend(stray(text).take(MOST_STRAY).map(bracket));
    match open(before).pop() {
        Some((open, _)) => places.push(text.get(..open).map_or(0, line_start)..start),
        None if !rest.contains('=') => places.push(at..text.len()),
        None => {}
    }
    if rest.starts_with(CLOSING) || rest.starts_with(OPENING) {
        places.push(bracket(at));
    }
    if opened(own) < 0 {
        places.push(of_own(own.strip_suffix(CLOSING).map_or(0, str::len)));
    }
    places.extend(root);
    places.retain(|place| text.get(place.clone()).is_some_and(|it| blanks_end(it) > 0));
    places
}

const OPENING: [char; 3] = ['(', '[', '{'];
const CLOSING: [char; 3] = [')', ']', '}'];

/// How many brackets at starts of lines are tried: each takes another look at the whole text.
const MOST_STRAY: usize = 4;

/// The brackets that open a group at the start of a line, or behind another group, but do not close it in that line.
fn stray(text: &str) -> impl Iterator<Item = usize> {
    let mut start = 0_usize;
    text.split_inclusive('\n').filter_map(move |line| {
        let here = start;
        start = here.saturating_add(line.len());
        let mut last = None;
        brackets(line, |at, bracket| {
            if OPENING.contains(&bracket) {
                last = Some(at)
            }
        });
        let first =
            line.find(OPENING).filter(|at| line.get(..*at).is_some_and(|it| blanks_end(it) == 0));
        let behind = last.filter(|at| {
            line.get(..*at).is_some_and(|it| it.trim_end_matches(BLANKS).ends_with(CLOSING))
        });
        let at = first.or(behind).filter(|_| opened(line) > 0)?;
        Some(here.saturating_add(at))
    })
}

/// The line on which a group starts whose end seems to be missing; see [`left_open`].
pub(super) fn start_of_left_open(text: &str) -> Option<usize> {
    left_open(&without_comments(text)).map(|lines| lines.start)
}

/// The lines of the first group in another one whose end seems to be missing: they end at a line that is indented no
/// further than the first of them, but does not close it, and further than the group around it; or at one that is indented
/// less, and would close it.
fn left_open(text: &str) -> Option<Range<usize>> {
    // The indentation and the start of each line that opens groups, and how many of them are open.
    let (mut open, mut start): (Vec<(usize, usize, i64)>, _) = (Vec::new(), 0_usize);
    for line in text.split_inclusive('\n') {
        let (at, rest) = (start, line.trim_start_matches(BLANKS));
        start = at.saturating_add(line.len());
        if rest.is_empty() {
            continue;
        }
        let indent = line.len().saturating_sub(rest.len());
        let around = open.partition_point(|(outer, ..)| *outer < indent);
        let within = open.get(around).filter(|_| around > 0 && !rest.starts_with(CLOSING));
        let closed = open.last().filter(|it| rest.starts_with(CLOSING) && it.0 > indent);
        if let Some((_, first, _)) = within.or(closed) {
            return Some(*first..at);
        }
        let mut more = opened(line);
        while more < 0 {
            let Some((indent, at, count)) = open.pop() else { break };
            more = more.saturating_add(count);
            if more > 0 {
                open.push((indent, at, more));
            }
        }
        if opened(line) > 0 {
            open.push((indent, at, more));
        }
    }
    None
}

/// What closes a group that is left open, and the indentation that it is written over, so that other places stay where they
/// are.
fn closed_within(text: &str) -> Option<(Range<usize>, String)> {
    let lines = left_open(text)?;
    let (before, behind) = text.split_at_checked(lines.end)?;
    let within = open(before).into_iter().rev().take_while(|(at, _)| *at >= lines.start);
    let closing: String = within.map(|(_, bracket)| end_of(bracket)).collect();
    let place = lines.end..lines.end.checked_add(closing.len())?;
    let indent = behind.get(..closing.len())?;
    indent.trim_matches([' ', '\t']).is_empty().then_some((place, closing))
}

/// What separates the parts of a text. Other characters that look like blanks are parts of names.
const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

/// Where the blanks at the end of a text start.
fn blanks_end(text: &str) -> usize {
    text.trim_end_matches(BLANKS).len()
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

/// A text with all brackets closed at its end, or with braces if there is nothing in it.
fn closed(text: &str) -> String {
    let bare = without_comments(text);
    let ends = match blanks_end(bare.trim_start_matches('\u{feff}')) == 0 {
        true => String::from("{}"),
        false => open(&bare).into_iter().rev().map(|(_, bracket)| end_of(bracket)).collect(),
    };
    format!("{text}\n{ends}")
}

/// The bracket that closes what this one opens.
fn end_of(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// The comments of a text. One that is never closed is none.
fn comments(text: &str) -> Vec<Range<usize>> {
    let (mut comments, mut end) = (Vec::new(), 0_usize);
    let (mut quotes, mut is_closed) = (Quotes::default(), true);
    for (at, c) in text.char_indices() {
        if at < end {
            continue;
        }
        if c == '\n' {
            quotes = Quotes::default();
        } else if quotes.end_before(c) && c == '/' {
            let rest = text.get(at..).unwrap_or_default();
            let len = if rest.starts_with("//") {
                rest.find('\n').or(Some(rest.len()))
            } else {
                let inner = rest.strip_prefix("/*").filter(|_| is_closed);
                let len = inner.and_then(|inner| inner.find("*/")).map(|len| len.saturating_add(4));
                is_closed &= inner.is_none() || len.is_some();
                len
            };
            if let Some(len) = len {
                end = at.saturating_add(len);
                comments.push(at..end);
            }
        }
    }
    comments
}

/// A text with spaces in place of its comments.
pub(super) fn without_comments(text: &str) -> String {
    bare(text, &comments(text))
}

fn bare(text: &str, comments: &[Range<usize>]) -> String {
    let mut bare = String::from(text);
    for comment in comments {
        let spaces = text.get(comment.clone()).map(blank).unwrap_or_default();
        bare.replace_range(comment.clone(), &spaces);
    }
    bare
}

/// Passes on the brackets of a line without comments that are not in quotes. Returns whether all quotes are closed.
fn brackets(line: &str, mut found: impl FnMut(usize, char)) -> bool {
    let mut quotes = Quotes::default();
    for (at, c) in line.char_indices() {
        if quotes.end_before(c) && (OPENING.contains(&c) || CLOSING.contains(&c)) {
            found(at, c);
        }
    }
    quotes.open.is_none()
}

/// Quotes that were passed on the way through a line.
#[derive(Default)]
struct Quotes {
    /// The mark of the one that is open.
    open: Option<char>,
    is_escaped: bool,
}

impl Quotes {
    /// Passes a character. Returns whether it is outside of all quotes.
    fn end_before(&mut self, c: char) -> bool {
        let was_escaped = mem::take(&mut self.is_escaped);
        match self.open {
            None => {
                self.open = Some(c).filter(|c| ['"', '\'', '`'].contains(c));
                return self.open.is_none();
            }
            Some(_) if was_escaped => {}
            Some(_) if c == '\\' => self.is_escaped = true,
            Some(open) if c == open => self.open = None,
            Some(_) => {}
        }
        false
    }
}

/// Spaces in place of all bytes but the ends of lines, so that places stay where they are.
pub(super) fn blank(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}
