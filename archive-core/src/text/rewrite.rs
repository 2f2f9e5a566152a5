//! Writes a value as text with the comments of an older text: finds the comments ([`find`]), matches the values of both
//! texts, and inserts each comment next to its value in the new text.

mod elements;
pub(super) mod spots;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::lex;
use super::tape::{Kind, Tape, index};
use crate::schema::walk;
use crate::{Describe, Error, Limits, Serialize, Type};
use spots::{OUTSIDE, ROOT, Spots, bounds, document, end_of, group, is_group, parts, start_of};

/// Returns the text of a value with the comments of an older text.
///
/// Settings that a person edits stay annotated when a newer program saves them, with fields added and removed:
///
/// ```
/// use archive::{Archive, text};
///
/// #[derive(Archive)]
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
/// # Ok::<(), archive::Error>(())
/// ```
///
/// A comment stays above its value or behind it on the same line; the enclosing group is then spread over several
/// lines. Fields and entries of maps are matched by name and key, elements of lists by value, and structs in lists by
/// the fields that they all have; otherwise, elements are matched by position. A comment whose value was removed moves
/// to the end of its group, so no comment is lost. Everything else is written as by [`to_string`](super::to_string); to
/// replace one value and leave the rest unchanged, see [`edit`](super::edit).
///
/// # Errors
///
/// Fails if the older text does not follow the grammar, or like [`to_string`](super::to_string).
pub fn rewrite<T: Serialize + ?Sized>(source: &str, value: &T) -> Result<String, Error> {
    commented::<T>(source, &super::to_string(value)?)
}

/// Returns `text`, which is a `T`, with the comments of `source`.
///
/// # Errors
///
/// Fails if either text does not follow the grammar.
pub(super) fn commented<T: Describe + ?Sized>(source: &str, text: &str) -> Result<String, Error> {
    let old = lex::tape(source, &Limits::new())?;
    let comments = find(&old);
    if comments.is_empty() {
        return Ok(text.into());
    }
    let new = lex::tape(text, &Limits::new())?;
    let spots = Spots::find(&new, names_today(T::TYPE)?);
    let mut placing = Placing { text: source, comments, next: 0, spots: &spots, found: Vec::new() };
    placing.in_document(&old);
    let Some(text) = spots.spread(&placing.found) else { return Ok(spots.with(&placing.found)) };
    // The values and their spots are the same, on more lines.
    let new = lex::tape(&text, &Limits::new())?;
    Ok(Spots::find(&new, BTreeMap::new()).with(&placing.found))
}

/// Maps former names and aliases of fields, and of variants, which may be keys, to their names today.
fn names_today(ty: &'static Type) -> Result<BTreeMap<&'static str, &'static str>, Error> {
    let mut names = BTreeMap::new();
    for found in walk(ty, &mut |shape, _| Ok(shape.version))?.values() {
        for field in found.shape.all_fields().filter(|field| !field.removed) {
            let others = field.renamed.iter().map(|rename| rename.from);
            names.extend(others.chain(field.aliases.iter().copied()).map(|it| (it, field.name)));
        }
        for variant in found.shape.variants() {
            let others = variant.renamed.iter().map(|rename| rename.from);
            let others = others.chain(variant.aliases.iter().copied());
            names.extend(others.map(|it| (it, variant.name)));
        }
    }
    Ok(names)
}

/// The most nested groups that are searched for comments.
const MOST_LEVELS: usize = 512;

/// The position of a comment relative to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stand {
    /// At the start of the text.
    Top,
    /// On a line above a value.
    Above,
    /// After a value, on the same line.
    Behind,
    /// After the opening bracket of a group, on the same line.
    Open,
    /// At the end of a group.
    Last,
    /// At the end of the text.
    Bottom,
}

/// The start and end of each comment: text between tokens that begins with a slash.
fn find(tape: &Tape<'_>) -> Vec<(usize, usize)> {
    let (mut list, mut at) = (Vec::new(), 0);
    let leaves = (0..).zip(&tape.tokens).filter(|(_, token)| !is_group(token.kind));
    let ends = leaves.map(|(leaf, token)| {
        let is_bare = matches!(token.kind, Kind::Name | Kind::Number | Kind::Link);
        (start_of(tape, leaf), index(token.end.saturating_add(u32::from(!is_bare))))
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

/// Finds a place in the new text for each comment of the old one.
struct Placing<'a, 's, 'n> {
    text: &'a str,
    /// Those before `next` have been placed.
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

/// The value in the new text that a comment belongs to; if that was removed, the value that contained it.
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
            self.in_value(tape, at, target, 0);
            self.in_line(target, Stand::Behind, end_of(tape, at), self.text.len());
        }
        self.all_before(self.text.len(), root, Stand::Bottom);
    }

    /// Places the comments within a value, from the key before it on.
    fn in_value(&mut self, tape: &Tape<'a>, at: u32, target: Target, level: usize) {
        let Some(group) = group(tape, at).filter(|_| level < MOST_LEVELS) else { return };
        let (open, close) = bounds(tape, group);
        if self.before(close).is_none() {
            return;
        }
        self.all_before(open, target, Stand::Above);
        self.in_line(target, Stand::Open, open, close);
        let elements = match tape.token(group).kind {
            Kind::Bracket if !target.is_gone => self.spots.elements(target.spot, tape, group),
            _ => Vec::new(),
        };
        for (index, (name, start, value)) in parts(tape, group).enumerate() {
            let gone = Target { is_gone: true, ..target };
            let inner = match elements.get(index) {
                Some(found) => found.map(|spot| Target { spot, is_gone: false }),
                None => self.spots.target(target, &name),
            };
            let inner = inner.unwrap_or(gone);
            self.all_before(start, inner, Stand::Above);
            self.in_value(tape, value, inner, level.saturating_add(1));
            let end = end_of(tape, value);
            self.all_before(end, inner, Stand::Above);
            self.in_line(inner, Stand::Behind, end, close);
        }
        self.all_before(close, target, Stand::Last);
    }

    /// Places the comments on the same line after `from`, where only separators may come between.
    fn in_line(&mut self, target: Target, stand: Stand, mut from: usize, limit: usize) {
        while let Some((start, end)) = self.before(limit) {
            let between = self.text.get(from..start).unwrap_or("\n");
            let is_last = stand == Stand::Behind && self.ends_group(end);
            let is_near = between.chars().all(|c| matches!(c, ' ' | '\t' | ','));
            if !is_near || !(is_last || self.ends_line(end)) {
                return;
            }
            self.add(target, stand, (start, end));
            from = end;
        }
    }

    /// Whether only comments follow on the line.
    fn ends_line(&self, end: usize) -> bool {
        let rest = self.text.get(end..).unwrap_or_default();
        let rest = rest.trim_start_matches([' ', '\t', '\r', ',']);
        rest.is_empty() || rest.starts_with(['\n', '/'])
    }

    /// Whether the group ends after a comment, on the same line.
    fn ends_group(&self, end: usize) -> bool {
        let rest = self.text.get(end..).unwrap_or_default();
        rest.trim_start_matches([' ', '\t', ',']).starts_with(['}', ']', ')'])
    }

    fn all_before(&mut self, place: usize, target: Target, stand: Stand) {
        while let Some(comment) = self.before(place) {
            self.add(target, stand, comment);
        }
    }

    /// The next comment, if it starts before `place`.
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
