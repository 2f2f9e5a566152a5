//! Paths through links to shared objects.

use super::step::Step;
use crate::value::Value;
use crate::value::graph::Graph;

/// The most links that lead from one to the next without a step.
const MOST: u8 = 16;

/// Where a walk begins that meets no link: the place of a field of the graph, and of an object of it.
type Start = (usize, Option<usize>);

impl<'v, 'a> Graph<'v, 'a> {
    /// What a step leads on from: a value behind options and links. A step that is none of the graph's own
    /// fields is one of the value itself.
    pub(in crate::value) fn enter(&self, value: &'v Value<'a>, step: &Step<'_>) -> &'v Value<'a> {
        self.entered(value, step).0
    }

    fn entered(&self, value: &'v Value<'a>, step: &Step<'_>) -> (&'v Value<'a>, Option<Start>) {
        let (mut value, mut start) = (value.in_options(), None);
        if self.is_whole(value) && value.place(step, 0).is_none() {
            (value, start) = (self.root.in_options(), Some((0, None)));
        }
        for _ in 0..MOST {
            let Some((table, row)) = self.link(value) else { break };
            let Some(object) = self.objects(table).and_then(|objects| objects.part(row)) else {
                break;
            };
            (value, start) = (object.in_options(), Some((table, Some(row))));
        }
        (value, start)
    }
}

impl<'a> Value<'a> {
    /// The value from which the walk along a path meets no link, and how many steps lead there.
    pub(super) fn behind_links<'s>(
        &mut self,
        steps: impl Iterator<Item = &'s Step<'s>>,
    ) -> Option<(&mut Self, usize)> {
        let graph = Graph::of(self);
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
