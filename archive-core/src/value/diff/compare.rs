//! Walks through two values together and collects their differences.

use alloc::string::String;
use alloc::vec::Vec;

use super::Change;
use super::lists::{Alignment, Hashes, align, shifts};
use super::prints::{Prints, leaf};
use crate::value::elements::Elements;
use crate::value::graph::link_of;
use crate::value::path::{Names, push_field, push_key};
use crate::value::{Compound, Value};

/// The most elements that all changes together may shift if applied one by one.
pub(super) const MOST_SHIFTS: usize = 1 << 26;

/// A list of at most this many numbers may change number by number.
const FEW_NUMBERS: usize = 16;

/// The number of first fields that are compared to see how alike two structs are: ids and names usually come
/// first.
const MOST_FIELDS: usize = 16;

/// The state of a comparison.
pub(super) struct Comparison<'v, 'a> {
    from: Prints,
    to: Prints,
    /// The path of the current part.
    path: String,
    changes: Vec<Change>,
    /// How many elements further changes may shift.
    shifts: usize,
    /// The values whose parts are being compared, each within the one before. They are no calls within calls, as values
    /// may be nested deeply.
    open: Vec<Open<'v, 'a>>,
}

/// A value whose parts are being compared.
struct Open<'v, 'a> {
    both: Both<'v, 'a>,
    names: Names,
    /// The positions of the parts in both values.
    places: alloc::vec::IntoIter<(usize, usize)>,
    /// The indexes of the parts' prints.
    prints: Vec<usize>,
    others: Vec<usize>,
    /// The length of the value's path.
    path: usize,
    /// The changes of the value itself, which follow those of its parts.
    after: Vec<Change>,
}

/// A part of one of the values, and the index of its print.
#[derive(Clone, Copy)]
struct Part<'v, 'a> {
    value: &'v Value<'a>,
    at: usize,
}

impl<'v, 'a> Part<'v, 'a> {
    /// The part of a value at `place`; its parts' prints have these indexes.
    fn of(whole: &'v Value<'a>, prints: &[usize], place: usize) -> Option<Self> {
        Some(Self { value: whole.part(place)?, at: *prints.get(place)? })
    }
}

/// The parts of both values that are compared.
#[derive(Clone, Copy)]
struct Both<'v, 'a> {
    from: Part<'v, 'a>,
    to: Part<'v, 'a>,
}

type Entries<'v, 'a> = &'v [(Value<'a>, Value<'a>)];

impl<'v, 'a> Comparison<'v, 'a> {
    /// Computes the changes that turn one value into the other.
    pub(super) fn of(from: &'v Value<'a>, to: &'v Value<'a>) -> Vec<Change> {
        let (path, changes, open) = (String::new(), Vec::new(), Vec::new());
        let prints = (Prints::new(from), Prints::new(to));
        let shifts = MOST_SHIFTS;
        let mut comparison = Self { from: prints.0, to: prints.1, path, changes, shifts, open };
        let (from, to) = (Part { value: from, at: 0 }, Part { value: to, at: 0 });
        comparison.compare(Both { from, to });
        while comparison.step() {}
        comparison.changes
    }

    /// Compares the next part of the innermost open value, or closes it. Returns `false` at the end.
    fn step(&mut self) -> bool {
        let Some(open) = self.open.last_mut() else { return false };
        self.path.truncate(open.path);
        let Some((place, other)) = open.places.next() else {
            self.changes.append(&mut open.after);
            self.open.pop();
            return true;
        };
        let (from, to) = (open.both.from.value, open.both.to.value);
        let part = Part::of(from, &open.prints, place);
        if let Some((part, other)) = part.zip(Part::of(to, &open.others, other)) {
            from.push_step(place, open.names, &mut self.path);
            self.compare(Both { from: part, to: other });
        }
        true
    }

    /// Compares two values except for their parts, which it opens.
    fn compare(&mut self, whole: Both<'v, 'a>) {
        let Both { from, to } = whole;
        if self.from.hash(from.at) == self.to.hash(to.at) && from.value == to.value {
            return;
        }
        // Paths do not mention options, so skip them while both are `Some`.
        let mut both = whole;
        while let (Value::Option(Some(a)), Value::Option(Some(b))) =
            (both.from.value, both.to.value)
        {
            both.from = Part { value: a, at: both.from.at.saturating_add(1) };
            both.to = Part { value: b, at: both.to.at.saturating_add(1) };
        }
        let is_told = match (both.from.value, both.to.value) {
            (link, _) if link_of(link).is_some() => false,
            (Value::Struct(a), Value::Struct(b)) | (Value::Variant(a), Value::Variant(b)) => {
                a.head.is_of_type(&b.head) && self.fields(a, b, both)
            }
            (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => {
                let all: Vec<_> = (0..a.len()).map(|place| (place, place)).collect();
                self.parts(both, Names::Own, all, Vec::new());
                true
            }
            (Value::Map(a), Value::Map(b)) => self.entries(a, b, both),
            (Value::Bytes(_), _) | (_, Value::Bytes(_)) => false,
            (a, b) => match (Elements::of(a), Elements::of(b)) {
                (Some(a), Some(b)) => self.elements(a, b, both),
                _ => false,
            },
        };
        if !is_told {
            let path = self.path.clone();
            let (from, to) = (owned(from.value), owned(to.value));
            self.changes.push(Change::Changed { path, from, to });
        }
    }

    /// Whether changes may shift as many elements, besides those of the changes before.
    fn may_shift(&mut self, count: usize) -> bool {
        let left = self.shifts.checked_sub(count);
        self.shifts = left.unwrap_or(self.shifts);
        left.is_some()
    }

    /// Opens two values, given the positions of the parts to be compared and the changes that follow theirs.
    fn parts(
        &mut self,
        both: Both<'v, 'a>,
        names: Names,
        places: Vec<(usize, usize)>,
        after: Vec<Change>,
    ) {
        let Both { from, to } = both;
        let prints = self.from.parts(from.at, from.value.len()).collect();
        let others = self.to.parts(to.at, to.value.len()).collect();
        let (places, path) = (places.into_iter(), self.path.len());
        self.open.push(Open { both, names, places, prints, others, path, after });
    }

    /// Compares the fields of two structs. Returns `false` if the common ones are in another order, or too
    /// many were added and removed.
    fn fields(&mut self, a: &Compound<'_>, b: &Compound<'_>, both: Both<'v, 'a>) -> bool {
        let (names, others) = (&a.head.names, &b.head.names);
        let Some(same) = Same::of(names.iter(), others.iter()) else { return false };
        // Each added or removed field rebuilds the struct.
        let count = same.removed.len().saturating_add(same.added.len());
        if !self.may_shift(count.saturating_mul(names.len().saturating_add(others.len()))) {
            return false;
        }
        let path = |name: Option<&String>| {
            let mut path = self.path.clone();
            push_field(name.map_or("", String::as_str), &mut path);
            path
        };
        let mut after = Vec::with_capacity(count);
        for place in same.removed.into_iter().rev() {
            if let Some(field) = a.fields.get(place) {
                after.push(removed(path(names.get(place)), place, None, field));
            }
        }
        for place in same.added {
            if let Some(field) = b.fields.get(place) {
                after.push(added(path(others.get(place)), place, None, field));
            }
        }
        self.parts(both, Names::Own, same.both, after);
        true
    }

    /// Compares the entries of two maps. Returns `false` if a key occurs twice, the common ones are in
    /// another order, or too many were added and removed.
    fn entries(&mut self, a: Entries<'_, '_>, b: Entries<'_, '_>, both: Both<'v, 'a>) -> bool {
        let Some(same) = Same::of(a.iter().map(|(key, _)| key), b.iter().map(|(key, _)| key))
        else {
            return false;
        };
        let gone: Vec<usize> = same.removed.iter().rev().copied().collect();
        if !self.may_shift(shifts(a.len(), &gone, &[], &same.added)) {
            return false;
        }
        let names = Names::of(a.iter().chain(b).map(|(key, _)| key));
        let mut after = Vec::new();
        for place in gone {
            if let Some((key, value)) = a.get(place) {
                after.push(removed(self.entry(key, place, names), place, Some(key), value));
            }
        }
        for place in same.added {
            if let Some((key, value)) = b.get(place) {
                after.push(added(self.entry(key, place, names), place, Some(key), value));
            }
        }
        self.parts(both, names, same.both, after);
        true
    }

    fn entry(&self, key: &Value<'_>, place: usize, names: Names) -> String {
        let mut path = self.path.clone();
        push_key(key, place, names, &mut path);
        path
    }

    /// Counts the fields of two structs that are equal according to their hashes.
    fn likeness(&self, both: Both<'_, '_>) -> usize {
        let Both { from, to } = both;
        let (a, b) = match (from.value, to.value) {
            (Value::Struct(a), Value::Struct(b)) | (Value::Variant(a), Value::Variant(b)) => (a, b),
            _ => return 0,
        };
        if !a.head.is_of_type(&b.head) {
            return 0;
        }
        let count = MOST_FIELDS.min(a.fields.len()).min(b.fields.len());
        let parts = self.from.parts(from.at, count).zip(self.to.parts(to.at, count));
        parts.filter(|(at, other)| self.from.hash(*at) == self.to.hash(*other)).count()
    }

    fn element(&self, place: usize) -> String {
        alloc::format!("{}[{place}]", self.path)
    }

    /// Compares the elements of two lists. Returns `false` if the lists should change as a whole.
    fn elements(&mut self, a: Elements<'v, 'a>, b: Elements<'v, 'a>, both: Both<'v, 'a>) -> bool {
        let (from, to) = (hashes(a, both.from, &self.from), hashes(b, both.to, &self.to));
        let prints: Vec<usize> = self.from.parts(both.from.at, a.len()).collect();
        let others: Vec<usize> = self.to.parts(both.to.at, b.len()).collect();
        let likeness = |at: usize, other: usize| match (a, b) {
            (Elements::Values(_), Elements::Values(_)) => {
                let from = Part::of(both.from.value, &prints, at);
                from.zip(Part::of(both.to.value, &others, other))
                    .map_or(0, |(from, to)| self.likeness(Both { from, to }))
            }
            _ => 0,
        };
        let is_equal = |at: usize, other: usize| a.get(at) == b.get(other);
        let alignment = align(Hashes { from: &from, to: &to }, is_equal, likeness);
        let Alignment { pairs, removed: gone, moves, added: new, shifts } = alignment;
        let are_numbers = matches!((a, b), (Elements::Numbers(_), Elements::Numbers(_)));
        let count = [pairs.len(), gone.len(), moves.len(), new.len()]
            .into_iter()
            .fold(0, usize::saturating_add);
        if are_numbers && count > FEW_NUMBERS.max(a.len() / 2) || !self.may_shift(shifts) {
            return false;
        }
        let mut after = Vec::new();
        for place in gone {
            if let Some(value) = a.get(place) {
                after.push(removed(self.element(place), place, None, &value));
            }
        }
        for (from, to) in moves {
            after.push(Change::Moved { path: self.path.clone(), from, to });
        }
        for place in new {
            if let Some(value) = b.get(place) {
                after.push(added(self.element(place), place, None, &value));
            }
        }
        if let (Elements::Values(_), Elements::Values(_)) = (a, b) {
            self.parts(both, Names::Own, pairs, after);
            return true;
        }
        for (at, other) in pairs {
            if let (Some(from), Some(to)) = (a.get(at), b.get(other)) {
                let path = self.element(at);
                let (from, to) = (owned(&from), owned(&to));
                self.changes.push(Change::Changed { path, from, to });
            }
        }
        self.changes.append(&mut after);
        true
    }
}

fn removed(path: String, place: usize, key: Option<&Value<'_>>, value: &Value<'_>) -> Change {
    let (key, value) = (key.map(owned), owned(value));
    Change::Removed { path, place, key, value }
}

fn added(path: String, place: usize, key: Option<&Value<'_>>, value: &Value<'_>) -> Change {
    let (key, value) = (key.map(owned), owned(value));
    Change::Added { path, place, key, value }
}

fn owned(value: &Value<'_>) -> Value<'static> {
    value.clone().into_owned()
}

fn hashes(elements: Elements<'_, '_>, part: Part<'_, '_>, prints: &Prints) -> Vec<u64> {
    match elements {
        Elements::Values(values) => {
            let all = prints.parts(part.at, values.len());
            all.into_iter().map(|at| prints.hash(at)).collect()
        }
        Elements::Numbers(_) | Elements::Bytes(_) => elements.iter().map(|it| leaf(&it)).collect(),
    }
}

/// The names of fields, or keys, that two values have in common.
struct Same {
    /// Positions in both values, in order.
    both: Vec<(usize, usize)>,
    removed: Vec<usize>,
    added: Vec<usize>,
}

impl Same {
    /// Matches names. Returns `None` if a name occurs twice, or the common ones are in another order.
    fn of<'n, N: Ord + 'n>(
        names: impl Iterator<Item = &'n N>,
        others: impl Iterator<Item = &'n N>,
    ) -> Option<Self> {
        let mut from = sorted(names)?.into_iter().peekable();
        let mut to = sorted(others)?.into_iter().peekable();
        let mut same = Self { both: Vec::new(), removed: Vec::new(), added: Vec::new() };
        loop {
            use core::cmp::Ordering::{Greater, Less};
            let order = match (from.peek(), to.peek()) {
                (Some((a, _)), Some((b, _))) => a.cmp(b),
                (Some(_), None) => Less,
                (None, Some(_)) => Greater,
                (None, None) => break,
            };
            let place = if order == Greater { None } else { from.next() };
            let target = if order == Less { None } else { to.next() };
            match (place, target) {
                (Some((_, place)), Some((_, target))) => same.both.push((place, target)),
                (place, target) => {
                    same.removed.extend(place.map(|(_, place)| place));
                    same.added.extend(target.map(|(_, target)| target));
                }
            }
        }
        same.both.sort_unstable();
        same.removed.sort_unstable();
        same.added.sort_unstable();
        same.both.is_sorted_by_key(|(_, target)| *target).then_some(same)
    }
}

/// Names with their positions, sorted by name, or `None` if a name occurs twice.
fn sorted<'n, N: Ord>(names: impl Iterator<Item = &'n N>) -> Option<Vec<(&'n N, usize)>> {
    let mut all: Vec<_> = names.zip(0..).collect();
    all.sort_by_key(|(name, _)| *name);
    all.is_sorted_by(|(a, _), (b, _)| a != b).then_some(all)
}
