//! The text of a value with the comments of another text.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::lex;
use super::tape::{Kind, Tape};
use crate::{Error, Limits, Serialize};

/// The text of a value, with the comments of the text that it was read from.
///
/// Settings that a person edits stay annotated when a newer program saves them, with fields that came and without those
/// that are gone:
///
/// ```
/// use archive_core::text;
/// # use archive_derive::Archive;
///
/// #[derive(Archive)]
/// # #[archive(crate = archive_core)]
/// struct Settings {
///     volume: f32,
///     #[since(2, default = 1280)]
///     width: u32,
/// }
///
/// let source = "// mine\nSettings @1 {\n  // not too loud\n  volume = 0.5 // at night\n}\n";
/// let settings: Settings = text::from_str(source)?;
/// assert_eq!(
///     text::rewrite(source, &settings)?,
///     "// mine\nSettings @2 {\n  // not too loud\n  volume = 0.5  // at night\n  width = 1280\n}\n"
/// );
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// A comment stands above the value that it stood above, or behind the one that it stood behind in its line. One whose value is gone, or has
/// another name today,
/// stands at the end of what held that; none is lost. All else is as [`to_string`](super::to_string) has it; to exchange one value and
/// leave the rest as it stands, see [`edit`](super::edit).
///
/// # Errors
///
/// The text that the comments are in does not follow the grammar; and those of [`to_string`](super::to_string).
pub fn rewrite<T: Serialize + ?Sized>(source: &str, value: &T) -> Result<String, Error> {
    let written = super::to_string(value)?;
    let old = lex::tape(source, &Limits::new())?;
    let comments = find(&old);
    if comments.is_empty() {
        return Ok(written);
    }
    let new = lex::tape(&written, &Limits::new())?;
    let spots = Spots::find(&new);
    let mut placing = Placing { text: source, comments, next: 0, spots: &spots, found: Vec::new() };
    placing.in_document(&old);
    Ok(spots.with(&placing.found))
}

/// So many groups within each other are looked into.
const MOST_LEVELS: u32 = 512;

/// Where a comment stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stand {
    /// At the beginning of the text.
    Top,
    /// In a line above a value.
    Above,
    /// Behind a value, in its line.
    Behind,
    /// Behind the bracket that opens a group, in its line.
    Open,
    /// Behind all that a group holds.
    Last,
    /// At the end of the text.
    Bottom,
}

/// From where to where each comment of a text is: what stands between its parts and begins with a slash.
fn find(tape: &Tape<'_>) -> Vec<(usize, usize)> {
    let (mut list, mut at) = (Vec::new(), 0);
    let leaves = (0..).zip(&tape.tokens).filter(|(_, token)| !is_group(token.kind));
    let ends = leaves.map(|(index, token)| {
        let is_bare = matches!(token.kind, Kind::Name | Kind::Number | Kind::Link);
        (start_of(tape, index), place(token.end.saturating_add(u32::from(!is_bare))))
    });
    for (start, end) in ends.chain([(tape.text.len(), tape.text.len())]) {
        find_between(tape.text, at, start, &mut list);
        at = at.max(end);
    }
    list
}

fn find_between(text: &str, from: usize, to: usize, list: &mut Vec<(usize, usize)>) {
    let mut at = from;
    while let Some(found) = text.get(at..to).and_then(|between| between.find('/')) {
        let start = at.saturating_add(found);
        let comment = text.get(start..).unwrap_or_default();
        let len = match comment.strip_prefix("/*") {
            Some(inner) => inner.find("*/").map(|len| len.saturating_add(4)),
            None => comment.find('\n'),
        };
        at = start.saturating_add(len.unwrap_or(comment.len()).max(1));
        list.push((start, at));
    }
}

/// Finds the places of comments in the new text.
struct Placing<'a, 's, 'n> {
    text: &'a str,
    /// Those before `next` have a place.
    comments: Vec<(usize, usize)>,
    next: usize,
    spots: &'s Spots<'n>,
    found: Vec<Found<'a>>,
}

/// A comment and its place.
struct Found<'a> {
    spot: usize,
    stand: Stand,
    comment: &'a str,
}

/// What stands in the new text for a value: its spot, or that of what held it, if it is gone.
#[derive(Clone, Copy)]
struct Target {
    spot: usize,
    is_gone: bool,
}

impl<'a> Placing<'a, '_, '_> {
    fn in_document(&mut self, tape: &Tape<'a>) {
        let root = Target { spot: self.spots.root, is_gone: false };
        let mut above = Stand::Top;
        for (name, at) in document(tape) {
            let target = match name {
                ROOT => root,
                _ => self.spots.target(Target { spot: OUTSIDE, ..root }, name).unwrap_or(root),
            };
            self.all_before(start_of(tape, at), target, above);
            above = Stand::Above;
            self.in_value(tape, at, target, MOST_LEVELS);
            self.in_line(target, Stand::Behind, end_of(tape, at), self.text.len());
        }
        self.all_before(self.text.len(), root, Stand::Bottom);
    }

    /// Those of a value, from the key before it on.
    fn in_value(&mut self, tape: &Tape<'a>, at: u32, target: Target, levels: u32) {
        let (Some(group), Some(levels)) = (group(tape, at), levels.checked_sub(1)) else { return };
        let (open, close) = bounds(tape, group);
        self.all_before(open, target, Stand::Above);
        self.in_line(target, Stand::Open, open, close);
        for (name, start, value) in parts(tape, group) {
            let gone = Target { is_gone: true, ..target };
            let inner = self.spots.target(target, &name).unwrap_or(gone);
            self.all_before(start, inner, Stand::Above);
            self.in_value(tape, value, inner, levels);
            let end = end_of(tape, value);
            self.all_before(end, inner, Stand::Above);
            self.in_line(inner, Stand::Behind, end, close);
        }
        self.all_before(close, target, Stand::Last);
    }

    /// Those in the line of a place, behind which nothing else stands but what separates values.
    fn in_line(&mut self, target: Target, stand: Stand, mut from: usize, limit: usize) {
        while let Some((start, end)) = self.before(limit) {
            let between = self.text.get(from..start).unwrap_or("\n");
            if !between.chars().all(|c| matches!(c, ' ' | '\t' | ',')) || !self.ends_line(end) {
                return;
            }
            self.add(target, stand, (start, end));
            from = end;
        }
    }

    /// Whether nothing but comments follows in a line.
    fn ends_line(&self, end: usize) -> bool {
        let rest = self.text.get(end..).unwrap_or_default();
        let rest = rest.trim_start_matches([' ', '\t', '\r', ',']);
        rest.is_empty() || rest.starts_with(['\n', '/'])
    }

    fn all_before(&mut self, place: usize, target: Target, stand: Stand) {
        while let Some(comment) = self.before(place) {
            self.add(target, stand, comment);
        }
    }

    /// The next comment, if it stands before a place.
    fn before(&self, place: usize) -> Option<(usize, usize)> {
        self.comments.get(self.next).copied().filter(|(start, _)| *start < place)
    }

    fn add(&mut self, target: Target, stand: Stand, (start, end): (usize, usize)) {
        self.next = self.next.saturating_add(1);
        let stand = if target.is_gone { Stand::Last } else { stand };
        let comment = self.text.get(start..end).unwrap_or_default().trim_end();
        self.found.push(Found { spot: target.spot, stand, comment });
    }
}

/// Where a value stands in the new text.
#[derive(Clone, Copy)]
struct Spot {
    start: usize,
    end: usize,
    /// Where the group that it is begins and ends, within its brackets.
    group: Option<(usize, usize)>,
}

/// The values of the new text.
struct Spots<'n> {
    text: &'n str,
    list: Vec<Spot>,
    /// Their numbers, by those of what holds them and their names.
    inner: BTreeMap<(usize, Cow<'n, str>), usize>,
    root: usize,
}

/// What holds the root and what stands beside it.
const OUTSIDE: usize = usize::MAX;

impl<'n> Spots<'n> {
    fn find(tape: &Tape<'n>) -> Self {
        let mut spots =
            Self { text: tape.text, list: Vec::new(), inner: BTreeMap::new(), root: OUTSIDE };
        for (name, at) in document(tape) {
            let spot = spots.add(tape, start_of(tape, at), at, MOST_LEVELS);
            if name == ROOT {
                spots.root = spot;
            }
            spots.inner.insert((OUTSIDE, Cow::Borrowed(name)), spot);
        }
        spots
    }

    fn add(&mut self, tape: &Tape<'n>, start: usize, at: u32, levels: u32) -> usize {
        let spot = self.list.len();
        let group = group(tape, at);
        let bounds = group.map(|group| bounds(tape, group));
        self.list.push(Spot { start, end: end_of(tape, at), group: bounds });
        if let (Some(group), Some(levels)) = (group, levels.checked_sub(1)) {
            for (name, start, value) in parts(tape, group) {
                let inner = self.add(tape, start, value, levels);
                self.inner.insert((spot, name), inner);
            }
        }
        spot
    }

    /// What stands for a part of a value, if it is still there.
    fn target(&self, outer: Target, name: &str) -> Option<Target> {
        let key = (outer.spot, Cow::Borrowed(name));
        let spot = self.inner.get(&key).copied().filter(|_| !outer.is_gone)?;
        Some(Target { spot, is_gone: false })
    }

    /// The text with comments in their places.
    fn with(&self, comments: &[Found<'_>]) -> String {
        let (mut added, mut full) = (Vec::new(), BTreeSet::new());
        for Found { spot, stand, comment } in comments {
            added.push(self.added(*spot, *stand, comment, &mut full));
        }
        added.sort_by_key(|(at, _)| *at);
        let (mut out, mut from) = (String::new(), 0);
        for (at, comment) in &added {
            out.push_str(self.text.get(from..*at).unwrap_or_default());
            out.push_str(comment);
            from = *at;
        }
        out.push_str(self.text.get(from..).unwrap_or_default());
        out
    }

    /// Where a comment is put, and with what around it; behind which lines there is one.
    fn added(
        &self,
        spot: usize,
        stand: Stand,
        comment: &str,
        full: &mut BTreeSet<usize>,
    ) -> (usize, String) {
        let nowhere = Spot { start: 0, end: 0, group: None };
        let spot = self.list.get(spot).copied().unwrap_or(nowhere);
        let behind = match (stand, spot.group) {
            (Stand::Top, _) => return (0, format!("{comment}\n")),
            (Stand::Bottom, _) => return (self.text.len(), format!("{comment}\n")),
            (Stand::Behind, _) => Some(self.line_end(spot.end)),
            (Stand::Open, Some((open, _))) => Some(self.line_end(open)),
            _ => None,
        };
        // Nothing stands behind a comment in its line.
        if let Some(at) = behind.filter(|at| full.insert(*at)) {
            return (at, format!("  {comment}"));
        }
        // A group in one line has no room for one.
        if let (Stand::Last, Some((_, close))) = (stand, spot.group) {
            let (at, indent) = self.line(close);
            if at.saturating_add(indent.len()) == close {
                return (at, format!("{indent}  {comment}\n"));
            }
        }
        let (at, indent) = self.line(spot.start);
        (at, format!("{indent}{comment}\n"))
    }

    fn line_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        rest.find('\n').map_or(self.text.len(), |len| at.saturating_add(len))
    }

    /// Where the line of a place starts, and the blanks that it starts with.
    fn line(&self, at: usize) -> (usize, &'n str) {
        let before = self.text.get(..at).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end.saturating_add(1));
        let line = before.get(start..).unwrap_or_default();
        let blanks = line.len().saturating_sub(line.trim_start_matches(' ').len());
        (start, line.get(..blanks).unwrap_or_default())
    }
}

/// The name of the root among what a text holds.
const ROOT: &str = "";

/// What a text holds: the versions, the root and the objects.
fn document(tape: &Tape<'_>) -> impl Iterator<Item = (&'static str, u32)> {
    let root = Some((ROOT, tape.root));
    let versions = tape.versions.map(|at| ("@versions", at));
    versions.into_iter().chain(root).chain(tape.objects.map(|at| ("@objects", at)))
}

/// The group that the value at a token is, or that belongs to its name.
fn group(tape: &Tape<'_>, at: u32) -> Option<u32> {
    let token = tape.token(at);
    if is_group(token.kind) { Some(at) } else { tape.body(at, token) }
}

fn is_group(kind: Kind) -> bool {
    matches!(kind, Kind::Brace | Kind::Paren | Kind::Bracket | Kind::Close)
}

/// From where to where a group goes, within its brackets.
fn bounds(tape: &Tape<'_>, group: u32) -> (usize, usize) {
    (start_of(tape, group).saturating_add(1), end_of(tape, group).saturating_sub(1))
}

/// The parts of a group: their names or places, where they start, and the tokens of their values.
fn parts<'t, 'a>(
    tape: &'t Tape<'a>,
    group: u32,
) -> impl Iterator<Item = (Cow<'a, str>, usize, u32)> + 't {
    let token = tape.token(group);
    let mut next = group.saturating_add(1);
    (0..token.end).map(move |index| {
        let at = next;
        let (name, value) = match token.kind {
            Kind::Brace => (name(tape, at), tape.token(at).next),
            _ => (Cow::Owned(format!("{index}")), at),
        };
        next = tape.token(value).next;
        (name, start_of(tape, at), value)
    })
}

/// What a key is called.
fn name<'a>(tape: &Tape<'a>, key: u32) -> Cow<'a, str> {
    let token = tape.token(key);
    let is_name = token.kind.is_name() && tape.body(key, token).is_none();
    tape.content(token).ok().filter(|_| is_name).unwrap_or_else(|| {
        let raw = tape.text.get(start_of(tape, key)..end_of(tape, key));
        Cow::Borrowed(raw.unwrap_or_default())
    })
}

fn start_of(tape: &Tape<'_>, at: u32) -> usize {
    place(tape.span(at).0)
}

fn end_of(tape: &Tape<'_>, at: u32) -> usize {
    place(tape.span(at).1)
}

fn place(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}
