//! The tree of places in a value; parts that are alike, such as the elements of a list, are one place.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::Tally;

/// A step from a place into one of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Label {
    Field(&'static str),
    Variant(&'static str),
    /// An element of a tuple.
    Place(usize),
    /// Every element of a list, or every value of a map.
    Element,
    Key,
    /// Every object of a table.
    Table(usize),
}

/// With fewer parts, each is looked at.
const MANY: usize = 16;

#[derive(Default)]
struct Place {
    parts: Vec<(Label, usize)>,
    /// The same by their labels, if there are many: an enum may have hundreds of variants.
    many: BTreeMap<Label, usize>,
    count: u64,
    /// The bytes that belong to none of its parts.
    bytes: u64,
}

/// All places; the first is the whole value.
pub(super) struct Places {
    all: Vec<Place>,
    /// The names of the tables of objects.
    tables: Vec<String>,
}

impl Places {
    pub(super) fn new(tables: &[String]) -> Self {
        Self { all: alloc::vec![Place::default()], tables: tables.to_vec() }
    }

    /// The place of a part, probably the `hint`-th one of its parent; it is added if it is new.
    pub(super) fn part(&mut self, parent: usize, label: Label, hint: usize) -> usize {
        let next = self.all.len();
        let Some(parent) = self.all.get_mut(parent) else {
            return next;
        };
        match parent.parts.get(hint) {
            Some((known, place)) if *known == label => return *place,
            _ => {}
        }
        let known = match parent.parts.len() {
            ..MANY => {
                parent.parts.iter().find(|(known, _)| *known == label).map(|(_, place)| place)
            }
            _ => parent.many.get(&label),
        };
        if let Some(place) = known {
            return *place;
        }
        parent.parts.push((label, next));
        parent.many.insert(label, next);
        self.all.push(Place::default());
        next
    }

    pub(super) fn add(&mut self, place: usize, count: u64, bytes: u64) {
        if let Some(place) = self.all.get_mut(place) {
            place.count = place.count.saturating_add(count);
            place.bytes = place.bytes.saturating_add(bytes);
        }
    }

    /// The total bytes, and the tallies of all places except the whole value, largest first.
    pub(super) fn tallies(&self) -> (u64, Vec<Tally>) {
        // Parts come after their parents.
        let mut totals: Vec<u64> = self.all.iter().map(|place| place.bytes).collect();
        for (at, place) in self.all.iter().enumerate().rev() {
            let parts = place.parts.iter().filter_map(|(_, part)| totals.get(*part));
            let sum = parts.fold(0, |sum: u64, bytes| sum.saturating_add(*bytes));
            if let Some(total) = totals.get_mut(at) {
                *total = total.saturating_add(sum);
            }
        }
        let mut tallies = Vec::new();
        let mut open = alloc::vec![(0_usize, String::new())];
        while let Some((at, path)) = open.pop() {
            let Some(place) = self.all.get(at) else {
                continue;
            };
            for (label, part) in place.parts.iter().rev() {
                open.push((*part, self.joined(&path, *label)));
            }
            let bytes = totals.get(at).copied().unwrap_or(0);
            if at > 0 {
                tallies.push(Tally { name: path, count: place.count, bytes });
            }
        }
        sort(&mut tallies);
        (totals.first().copied().unwrap_or(0), tallies)
    }

    fn joined(&self, path: &str, label: Label) -> String {
        match label {
            Label::Field(name) | Label::Variant(name) if path.is_empty() => name.into(),
            Label::Field(name) => format!("{path}.{name}"),
            Label::Variant(name) => format!("{path}::{name}"),
            Label::Place(index) => format!("{path}[{index}]"),
            Label::Element => format!("{path}[]"),
            Label::Key => format!("{path}[key]"),
            Label::Table(table) => format!("{}#", self.tables.get(table).map_or("", |name| name)),
        }
    }
}

/// Sorts by size, largest first; stable.
pub(super) fn sort(tallies: &mut [Tally]) {
    tallies.sort_by_key(|tally| Reverse(tally.bytes));
}
