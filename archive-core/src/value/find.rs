//! Finds parts of a value by a path pattern.

use alloc::string::String;
use alloc::vec::Vec;

use super::Value;
use super::graph::{Graph, link_of};
use super::path::{Names, Step, steps_of};
use crate::Error;

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
        let Ok(mut search) = Search::new(pattern, self) else { return Vec::new() };
        let mut found = Vec::new();
        search.visit(self, &mut found);
        found
    }

    /// Changes each part whose path matches a [pattern](Self::find), and returns how many there are.
    ///
    /// A part is changed after the parts inside it, otherwise in the order of the tree.
    ///
    /// ```
    /// use archive::Value;
    /// use std::collections::BTreeMap;
    ///
    /// let mut tree = Value::of(&BTreeMap::from([("Ada", vec![3_u32, 0]), ("Bob", vec![5])]))?;
    /// let count = tree.change("[*][*]", |path, coins| {
    ///     println!("{path}: {coins}");
    ///     *coins = Value::U32(100);
    ///     Ok(())
    /// })?;
    /// assert_eq!((count, tree.get(r#"["Bob"][0]"#)), (3, Some(&Value::U32(100))));
    /// # Ok::<(), archive::Error>(())
    /// ```
    ///
    /// The time is linear in the size of the tree times the number of steps in the pattern, where one [`set`](Self::set)
    /// for each path would search every map again.
    ///
    /// # Errors
    ///
    /// Fails if the pattern is invalid, or with the first error of `change`; what it changed before that stays changed.
    pub fn change(
        &mut self,
        pattern: &str,
        mut change: impl FnMut(&str, &mut Self) -> Result<(), Error>,
    ) -> Result<usize, Error> {
        Search::new(pattern, self)?.change(self, &mut change)
    }
}

/// What is done with each part that matches.
type Change<'c, 'a> = &'c mut dyn FnMut(&str, &mut Value<'a>) -> Result<(), Error>;

/// A walk through a value that tracks all ways in which its path may match the pattern.
struct Search<'p> {
    /// Whether patterns may also start at the value itself, which is the first field of the outermost struct.
    is_graph: bool,
    steps: Vec<Step<'p>>,
    /// For each value on the way, the innermost last: for each number of steps, whether that many steps match
    /// its path.
    states: Vec<bool>,
    path: String,
}

impl<'p> Search<'p> {
    fn new(pattern: &'p str, value: &Value<'_>) -> Result<Self, Error> {
        let steps = steps_of(pattern)?;
        let mut states = alloc::vec![false; steps.len().saturating_add(1)];
        set(&mut states, 0);
        close(&steps, &mut states);
        let is_graph = Graph::of(value).is_whole(value);
        Ok(Self { is_graph, steps, states, path: String::new() })
    }

    /// Visits a value, whose states are the last ones.
    fn visit<'v, 'a>(&mut self, value: &'v Value<'a>, found: &mut Vec<(String, &'v Value<'a>)>) {
        if self.fits() {
            found.push((self.path.clone(), value));
        }
        let within = value.in_options();
        let (names, before) = (within.names(), self.place());
        for place in 0..within.searched() {
            if self.enter(within, place, names) {
                if let Some(part) = within.part(place) {
                    self.visit(part, found);
                }
            }
            self.leave(before);
        }
    }

    /// Changes what matches in a value, whose states are the last ones, and then the value if it matches.
    fn change<'a>(
        &mut self,
        value: &mut Value<'a>,
        change: Change<'_, 'a>,
    ) -> Result<usize, Error> {
        let fits = self.fits();
        let mut count = usize::from(fits);
        let within = value.in_options_mut();
        let (names, before) = (within.names(), self.place());
        for place in 0..within.searched() {
            if self.enter(within, place, names) {
                let changed = if within.is_compact() {
                    let mut element = within.part(place).cloned().unwrap_or(Value::Unit);
                    let changed = self.change(&mut element, change);
                    within.replace_part(place, element);
                    changed
                } else {
                    within.part_mut(place).map_or(Ok(0), |part| self.change(part, change))
                };
                count = count.saturating_add(changed?);
            }
            self.leave(before);
        }
        if fits {
            change(&self.path, value)?;
        }
        Ok(count)
    }

    /// The lengths of the path and of the states.
    fn place(&self) -> (usize, usize) {
        (self.path.len(), self.states.len())
    }

    /// Adds the step and the states of a part, and returns whether something may match there.
    fn enter(&mut self, within: &Value<'_>, place: usize, names: Names) -> bool {
        // Elements of compact sequences have no parts.
        if !self.advance(within, place) || (within.is_compact() && !self.fits()) {
            return false;
        }
        within.push_step(place, names, &mut self.path);
        true
    }

    fn leave(&mut self, (path, states): (usize, usize)) {
        self.path.truncate(path);
        self.states.truncate(states);
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

impl Value<'_> {
    /// The number of parts in which a search goes on: it does not follow links.
    fn searched(&self) -> usize {
        if link_of(self).is_some() { 0 } else { self.len() }
    }

    fn is_compact(&self) -> bool {
        matches!(self, Self::Numbers(_) | Self::Bytes(_))
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
