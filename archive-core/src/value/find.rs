//! Finds parts of a value by a path pattern.

use alloc::string::String;
use alloc::vec::Vec;

use super::Value;
use super::graph::{Graph, link_of};
use super::path::{Step, Steps};

impl<'a> Value<'a> {
    /// Finds the parts whose paths match a pattern, and returns them with their paths, in the order of the tree.
    ///
    /// In a pattern, `*` matches any field, element or entry, and `**` any number of them, including none. An invalid
    /// pattern matches nothing.
    ///
    /// ```
    /// use archive::Value;
    /// use std::collections::BTreeMap;
    ///
    /// let bags = BTreeMap::from([("Ada", vec![3_u32, 0]), ("Bob", vec![0])]);
    /// let tree = Value::of(&bags)?;
    /// let empty = tree.find("[*][*]").into_iter().filter(|(_, count)| **count == Value::U32(0));
    /// let paths: Vec<String> = empty.map(|(path, _)| path).collect();
    /// assert_eq!(paths, [r#"["Ada"][1]"#, r#"["Bob"][0]"#]);
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// In a tree with shared objects, a pattern may also start at the value itself. It does not follow links: each
    /// object is found once, in the list of its type.
    ///
    /// The time is linear in the size of the tree times the number of steps in the pattern.
    #[must_use]
    pub fn find(&self, pattern: &str) -> Vec<(String, &Self)> {
        let Ok(steps) = Steps::new(pattern).collect::<Result<Vec<_>, _>>() else {
            return Vec::new();
        };
        let mut states = alloc::vec![false; steps.len().saturating_add(1)];
        set(&mut states, 0);
        close(&steps, &mut states);
        let is_graph = Graph::of(self).is_whole(self);
        let mut search = Search { is_graph, steps, states, path: String::new(), found: Vec::new() };
        search.visit(self);
        search.found
    }
}

/// A walk through a value that tracks all ways in which its path may match the pattern.
struct Search<'p, 'v, 'a> {
    /// Whether patterns may also start at the value itself, which is the first field of the outermost struct.
    is_graph: bool,
    steps: Vec<Step<'p>>,
    /// For each value on the way, the innermost last: for each number of steps, whether that many steps match
    /// its path.
    states: Vec<bool>,
    path: String,
    found: Vec<(String, &'v Value<'a>)>,
}

impl<'v, 'a> Search<'_, 'v, 'a> {
    /// Visits a value, whose states are the last ones.
    fn visit(&mut self, value: &'v Value<'a>) {
        if self.fits() {
            self.found.push((self.path.clone(), value));
        }
        let within = value.in_options();
        if link_of(within).is_some() {
            return;
        }
        let is_compact = matches!(within, Value::Numbers(_) | Value::Bytes(_));
        let names = within.names();
        let (len, states) = (self.path.len(), self.states.len());
        for place in 0..within.len() {
            let goes_on = self.advance(within, place);
            // Elements of compact sequences have no parts, so only push their step if they match.
            if goes_on && (!is_compact || self.fits()) {
                within.push_step(place, names, &mut self.path);
                if let Some(part) = within.part(place) {
                    self.visit(part);
                }
                self.path.truncate(len);
            }
            self.states.truncate(states);
        }
    }

    /// Whether the whole pattern matches the path of the innermost value.
    fn fits(&self) -> bool {
        self.states.last().copied().unwrap_or_default()
    }

    /// Adds the states of a part, and returns whether any is set.
    fn advance(&mut self, within: &Value<'_>, place: usize) -> bool {
        let end = self.states.len();
        let width = self.steps.len().saturating_add(1);
        self.states.resize(end.saturating_add(width), false);
        let Some((before, next)) = self.states.split_at_mut_checked(end) else { return false };
        let now = before.get(end.saturating_sub(width)..).unwrap_or_default();
        for (at, (step, is_here)) in self.steps.iter().zip(now).enumerate() {
            match step {
                _ if !is_here => {}
                Step::Deep => set(next, at),
                Step::Any => set(next, at.saturating_add(1)),
                step if within.is_at(place, step) => set(next, at.saturating_add(1)),
                _ => {}
            }
        }
        if self.is_graph && end == width && place == 0 && !self.steps.is_empty() {
            set(next, 0);
        }
        close(&self.steps, next);
        next.contains(&true)
    }
}

fn set(states: &mut [bool], at: usize) {
    if let Some(state) = states.get_mut(at) {
        *state = true;
    }
}

/// Marks steps after `**` as reached, since it also matches nothing.
fn close(steps: &[Step<'_>], states: &mut [bool]) {
    for (at, step) in steps.iter().enumerate() {
        if *step == Step::Deep && states.get(at) == Some(&true) {
            set(states, at.saturating_add(1));
        }
    }
}
