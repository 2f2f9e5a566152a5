//! The values of the new text (spots), and the placing of comments next to them.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::tape::{Kind, Tape, index};
use super::elements::{Fields, fields, signature};
use super::{Found, MOST_LEVELS, Stand, Target};

/// A value of the new text.
#[derive(Clone, Copy)]
struct Spot {
    /// The spot of the group around it, and the number of groups around it.
    outer: usize,
    level: usize,
    start: usize,
    end: usize,
    /// If it is a group, the start and end of its inside.
    group: Option<(usize, usize)>,
}

/// All values of the new text.
pub(super) struct Spots<'n> {
    text: &'n str,
    list: Vec<Spot>,
    /// Indexes of spots, by the spot around them and their name or position.
    inner: BTreeMap<(usize, Cow<'n, str>), usize>,
    /// Indexes of short list elements, by list and signature.
    pub(super) alike: BTreeMap<(usize, Cow<'n, str>), Vec<usize>>,
    /// The fields of structs in lists, by list and spot.
    pub(super) fields: BTreeMap<(usize, usize), Fields<'n>>,
    pub(super) root: usize,
    /// Maps former names of fields to today's names.
    pub(super) today: BTreeMap<&'static str, &'static str>,
}

/// The spot around the root, the versions and the objects.
pub(super) const OUTSIDE: usize = usize::MAX;

impl<'n> Spots<'n> {
    pub(super) fn find(tape: &Tape<'n>, today: BTreeMap<&'static str, &'static str>) -> Self {
        let (list, inner, alike, fields) = Default::default();
        let mut spots = Self { text: tape.text, list, inner, alike, fields, root: OUTSIDE, today };
        for (name, at) in document(tape) {
            let spot = spots.add(tape, start_of(tape, at), at, (OUTSIDE, 0));
            if name == ROOT {
                spots.root = spot;
            }
            spots.inner.insert((OUTSIDE, Cow::Borrowed(name)), spot);
        }
        spots
    }

    fn add(
        &mut self,
        tape: &Tape<'n>,
        start: usize,
        at: u32,
        (outer, level): (usize, usize),
    ) -> usize {
        let spot = self.list.len();
        let group = group(tape, at);
        let bounds = group.map(|group| bounds(tape, group));
        self.list.push(Spot { outer, level, start, end: end_of(tape, at), group: bounds });
        let Some(group) = group.filter(|_| level < MOST_LEVELS) else { return spot };
        let is_list = tape.token(group).kind == Kind::Bracket;
        for (name, start, value) in parts(tape, group) {
            let inner = self.add(tape, start, value, (spot, level.saturating_add(1)));
            if is_list {
                if let Some(what) = signature(tape, value) {
                    self.alike.entry((spot, what)).or_default().push(inner);
                }
                if let Some(fields) = fields(tape, value) {
                    self.fields.insert((spot, inner), fields);
                }
            }
            self.inner.insert((spot, name), inner);
        }
        spot
    }

    /// The spot of a part.
    pub(super) fn inner(&self, outer: usize, name: &str) -> Option<usize> {
        self.inner.get(&(outer, Cow::Borrowed(name))).copied()
    }

    /// The text with every group spread over lines that contains a comment, or `None` if all of them are
    /// already.
    pub(super) fn spread(&self, comments: &[Found<'_>]) -> Option<String> {
        let mut tall = BTreeSet::new();
        for Found { spot, stand, .. } in comments {
            let mut group = match stand {
                Stand::Top | Stand::Bottom => OUTSIDE,
                Stand::Open | Stand::Last => *spot,
                Stand::Above | Stand::Behind => self.list.get(*spot).map_or(OUTSIDE, |it| it.outer),
            };
            while let Some(it) = self.list.get(group).filter(|it| self.is_in_one_line(it)) {
                tall.insert(group);
                group = it.outer;
            }
        }
        let mut parts: BTreeMap<usize, Vec<&Spot>> = BTreeMap::new();
        for spot in self.list.iter().filter(|it| tall.contains(&it.outer)) {
            parts.entry(spot.outer).or_default().push(spot);
        }
        let mut breaks = Vec::new();
        for (group, parts) in &parts {
            let Some(Spot { group: Some((open, close)), level, .. }) = self.list.get(*group) else {
                continue;
            };
            let mut from = *open;
            for part in parts {
                breaks.push((from, part.start, level.saturating_add(1)));
                from = part.end;
            }
            breaks.push((from, *close, *level));
        }
        breaks.sort_unstable();
        let (mut out, mut from) = (String::new(), 0);
        for (start, end, level) in &breaks {
            out.push_str(self.text.get(from..*start).unwrap_or_default());
            out.push('\n');
            out.extend(core::iter::repeat_n("  ", *level));
            from = *end;
        }
        out.push_str(self.text.get(from..).unwrap_or_default());
        (!breaks.is_empty()).then_some(out)
    }

    fn is_in_one_line(&self, spot: &Spot) -> bool {
        let within = spot.group.and_then(|(open, close)| self.text.get(open..close));
        within.is_some_and(|within| !within.contains('\n'))
    }

    /// The target for a part of a value, if that still exists.
    pub(super) fn target(&self, outer: Target, name: &str) -> Option<Target> {
        let inner = |name| self.inner(outer.spot, name);
        let renamed = || self.today.get(name).and_then(|name| inner(name));
        let spot = inner(name).or_else(renamed).filter(|_| !outer.is_gone)?;
        Some(Target { spot, is_gone: false })
    }

    /// The text with the comments in place.
    pub(super) fn with(&self, comments: &[Found<'_>]) -> String {
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

    /// Where to insert a comment, and the comment with the blanks around it. `full` has the ends of lines
    /// that have a comment.
    fn added(
        &self,
        spot: usize,
        stand: Stand,
        comment: &str,
        full: &mut BTreeSet<usize>,
    ) -> (usize, String) {
        let nowhere = Spot { outer: OUTSIDE, level: 0, start: 0, end: 0, group: None };
        let spot = self.list.get(spot).copied().unwrap_or(nowhere);
        let behind = match (stand, spot.group) {
            (Stand::Top, _) => return (0, format!("{comment}\n")),
            (Stand::Bottom, _) => return (self.text.len(), format!("{comment}\n")),
            (Stand::Behind, _) => Some(self.line_end(spot.end)),
            (Stand::Open, Some((open, _))) => Some(self.line_end(open)),
            _ => None,
        };
        // Only one comment fits at the end of a line.
        if let Some(at) = behind.filter(|at| full.insert(*at)) {
            return (at, format!("  {comment}"));
        }
        // Put it on the line before the closing bracket, if that begins a line.
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

    /// The start of the line of a place, and its indentation.
    fn line(&self, at: usize) -> (usize, &'n str) {
        let before = self.text.get(..at).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end.saturating_add(1));
        let line = before.get(start..).unwrap_or_default();
        let blanks = line.len().saturating_sub(line.trim_start_matches(' ').len());
        (start, line.get(..blanks).unwrap_or_default())
    }
}

/// The name of the root in [`document`].
pub(super) const ROOT: &str = "";

/// The top level of a text: the versions, the root and the objects.
pub(in crate::text) fn document(tape: &Tape<'_>) -> impl Iterator<Item = (&'static str, u32)> {
    let root = Some((ROOT, tape.root));
    let versions = tape.versions.map(|at| ("@versions", at));
    versions.into_iter().chain(root).chain(tape.objects.map(|at| ("@objects", at)))
}

/// The group at a token, or the group of the name there.
pub(in crate::text) fn group(tape: &Tape<'_>, at: u32) -> Option<u32> {
    let token = tape.token(at);
    if is_group(token.kind) { Some(at) } else { tape.body(at, token) }
}

pub(super) fn is_group(kind: Kind) -> bool {
    matches!(kind, Kind::Brace | Kind::Paren | Kind::Bracket | Kind::Close)
}

/// The start and end of the inside of a group.
pub(super) fn bounds(tape: &Tape<'_>, group: u32) -> (usize, usize) {
    (start_of(tape, group).saturating_add(1), end_of(tape, group).saturating_sub(1))
}

/// The parts of a group: their names or positions, their starts, and the tokens of their values.
pub(super) fn parts<'t, 'a>(
    tape: &'t Tape<'a>,
    group: u32,
) -> impl Iterator<Item = (Cow<'a, str>, usize, u32)> + 't {
    tape.members(group).enumerate().map(move |(index, (key, value))| {
        let name = match tape.token(group).kind {
            Kind::Brace => name(tape, key),
            _ => Cow::Owned(format!("{index}")),
        };
        (name, start_of(tape, key), value)
    })
}

/// The name of a key.
fn name<'a>(tape: &Tape<'a>, key: u32) -> Cow<'a, str> {
    let token = tape.token(key);
    let is_name = token.kind.is_name() && tape.body(key, token).is_none();
    let content = tape.content(token).ok().filter(|_| is_name);
    content.unwrap_or_else(|| Cow::Borrowed(tape.source(key).unwrap_or_default()))
}

pub(in crate::text) fn start_of(tape: &Tape<'_>, at: u32) -> usize {
    index(tape.span(at).0)
}

pub(in crate::text) fn end_of(tape: &Tape<'_>, at: u32) -> usize {
    index(tape.span(at).1)
}
