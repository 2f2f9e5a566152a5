//! The parts of a text around a place, for a load that leaves some of them out.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::path::{Step, step};
use super::rewrite::spots::{document, end_of, group, start_of};
use super::tape::{Kind, Tape};
use crate::Error;

/// A part of a group, with its key if it has one.
pub(super) struct Part {
    /// The kind of the group: only parts in braces have keys.
    pub(super) kind: Kind,
    /// The tokens of the group, of the key, and behind the value.
    pub(super) group: u32,
    pub(super) key: u32,
    pub(super) behind: u32,
    /// Where the part is in the text, and where its group starts there.
    pub(super) place: Range<usize>,
    start: usize,
    /// Its number in the group.
    index: u32,
    /// Whether it is an object, whose key is its number.
    pub(super) is_object: bool,
}

/// The parts that contain a place, the innermost last, except for one that states versions.
pub(super) fn way_to(tape: &Tape<'_>, place: usize) -> Vec<Part> {
    let is_here = |start, end| (start_of(tape, start)..end_of(tape, end)).contains(&place);
    let mut way = Vec::new();
    let all = document(tape).filter(|(_, at)| Some(*at) != tape.versions);
    let mut inner = all.map(|(_, at)| at).find(|at| is_here(*at, *at));
    while let Some(group) = inner.and_then(|at| group(tape, at)) {
        let mut members = (0..).zip(tape.members(group));
        let here = members.find(|(_, (key, value))| is_here(*key, *value));
        let Some((index, (key, value))) = here else { break };
        inner = is_here(value, value).then_some(value);
        let (kind, behind) = (tape.token(group).kind, tape.token(value).next);
        let place = start_of(tape, key)..end_of(tape, value);
        let (start, is_object) = (start_of(tape, group), tape.objects == Some(group));
        way.push(Part { kind, group, key, behind, place, start, index, is_object });
    }
    way
}

/// The lists from which elements were left out: where each starts in the text, and the numbers of these elements there.
#[derive(Default)]
pub(super) struct Shortened(BTreeMap<usize, BTreeSet<u32>>);

impl Shortened {
    /// Whether a list from which an element was left out starts here.
    pub(super) fn is_list(&self, start: usize) -> bool {
        self.0.contains_key(&start)
    }

    /// How many elements the list of an element has lost.
    pub(super) fn lost(&self, element: &Part) -> usize {
        self.0.get(&element.start).map_or(0, BTreeSet::len)
    }

    /// Notes that an element of a list is left out.
    pub(super) fn leave_out(&mut self, element: &Part) {
        let number = self.number(element);
        self.0.entry(element.start).or_default().insert(number);
    }

    /// The number that an element has in the text.
    fn number(&self, element: &Part) -> u32 {
        let left_out = self.0.get(&element.start).into_iter().flatten();
        left_out.fold(element.index, |number, before| {
            if *before <= number { number.saturating_add(1) } else { number }
        })
    }

    /// The error with the numbers that elements have in the text, as far as its path names each part on the way to it.
    pub(super) fn renumbered(&self, error: Error, way: &[Part]) -> Error {
        if self.0.is_empty() {
            return error;
        }
        let (mut path, mut rest) = (String::new(), error.path());
        for part in way {
            let Some((step, after)) = step(rest.strip_prefix('.').unwrap_or(rest)) else { break };
            let is_element = part.kind == Kind::Bracket
                && matches!(step, Step::Brackets(index) if index.parse() == Ok(part.index));
            if is_element {
                path.push_str(&format!("[{}]", self.number(part)));
            } else {
                path.push_str(rest.strip_suffix(after).unwrap_or_default());
            }
            rest = after;
        }
        path.push_str(rest);
        error.with_path(path)
    }
}
