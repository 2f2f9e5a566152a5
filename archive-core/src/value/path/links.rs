//! Follows paths through links to shared objects.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::step::{Step, Steps};
use crate::value::Value;
use crate::value::graph::Graph;

/// The start of a walk without links: the index of a field of the graph and, for a table, of an object in it.
type Start = (usize, Option<usize>);

impl<'v, 'a> Graph<'v, 'a> {
    /// The graph for a path whose first step may name a field of the graph and a part of the root value. The
    /// reading that leads further wins; on a tie, the graph's, as in paths that this library prints.
    pub(super) fn for_path<'s>(
        value: &'v Value<'a>,
        steps: impl Iterator<Item = &'s Step<'s>> + Clone,
    ) -> Self {
        let mut graph = Self::of(value);
        if graph.is_whole(value) {
            let (outside, _) = graph.reach(value, steps.clone());
            graph.is_inside = true;
            graph.is_inside = graph.reach(value, steps).0 > outside;
        }
        graph
    }

    /// How many steps of a path lead to a part, and the last of these parts.
    pub(super) fn reach<'s>(
        &self,
        mut value: &'v Value<'a>,
        steps: impl Iterator<Item = &'s Step<'s>>,
    ) -> (usize, &'v Value<'a>) {
        let mut count = 0_usize;
        for step in steps {
            let (within, _) = self.entered(value, step);
            let Some(part) = within.place(step, 0).and_then(|place| within.part(place)) else {
                break;
            };
            value = part;
            count = count.saturating_add(1);
        }
        (count, value)
    }

    /// The value in which to look for a step: behind options and links. If the whole graph has no such field,
    /// this is the root value. Also returns the start of a walk from there, if a link or the root value led there.
    fn entered(&self, value: &'v Value<'a>, step: &Step<'_>) -> (&'v Value<'a>, Option<Start>) {
        let is_outside = self.is_whole(value) && (self.is_inside || value.place(step, 0).is_none());
        let (within, link) = self.follow(if is_outside { self.root } else { value });
        let start = link.map(|(table, row)| (table, Some(row)));
        (within, start.or(is_outside.then_some((0, None))))
    }
}

/// Where a path begins in a tree that may have shared objects.
pub(crate) enum Begin<'p> {
    /// At the value itself, with this path from there.
    Value(&'p str),
    /// At the list of a type's objects.
    Objects,
}

impl<'a> Value<'a> {
    /// Where a path begins, as [`get`](Self::get) reads it.
    pub(crate) fn begin<'p>(&self, path: &'p str) -> Begin<'p> {
        let steps: Vec<Step<'_>> = Steps::new(path).map_while(Result::ok).collect();
        let graph = Graph::for_path(self, steps.iter());
        let mut rest = Steps::new(path);
        let first = rest.next().and_then(Result::ok).filter(|_| graph.is_whole(self));
        match first.and_then(|step| self.place(&step, 0)).filter(|_| !graph.is_inside) {
            // The first field is the value itself.
            Some(0) => Begin::Value(rest.rest().strip_prefix('.').unwrap_or(rest.rest())),
            Some(_) => Begin::Objects,
            None => Begin::Value(path),
        }
    }

    /// A path from the value itself with the entries of maps by their places and fields by their names, as texts have them, too.
    pub(crate) fn by_places(&self, path: &str) -> Option<String> {
        let graph = Graph::of(self);
        let (mut value, mut spelt) = (graph.root, String::new());
        for step in Steps::new(path) {
            let (within, _) = graph.follow(value);
            let place = within.place(&step.ok()?, 0)?;
            match within {
                Self::Map(_) => spelt.push_str(&format!("{{{place}}}")),
                _ => within.push_step(place, within.names(), &mut spelt),
            }
            value = within.part(place)?;
        }
        Some(spelt)
    }

    /// Whether a path leads to a shared object in the list of its type.
    pub(super) fn is_object(&self, path: &str) -> bool {
        matches!(self.begin(path), Begin::Objects) && Steps::new(path).count() == 2
    }

    /// The value after the last link on a path, and the number of steps to it.
    pub(super) fn last_link<'s>(
        &mut self,
        steps: impl Iterator<Item = &'s Step<'s>> + Clone,
    ) -> Option<(&mut Self, usize)> {
        let graph = Graph::for_path(self, steps.clone());
        let (mut start, mut value) = (None, &*self);
        for (done, step) in steps.enumerate() {
            let (within, begins) = graph.entered(value, step);
            start = begins.map(|start| (start, done)).or(start);
            match within.place(step, 0).and_then(|place| within.part(place)) {
                Some(part) => value = part,
                None => break,
            }
        }
        let Some(((field, row), done)) = start else { return Some((self, 0)) };
        let field = self.part_mut(field)?;
        match row {
            Some(row) => Some((field.part_mut(row)?, done)),
            None => Some((field, done)),
        }
    }
}
