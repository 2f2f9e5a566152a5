//! Finds the cycles in a graph of objects: its strongly connected components.

use alloc::vec::Vec;

/// Marks a missing number.
const NONE: usize = usize::MAX;

/// The component of each of `count` objects: two objects are in the same component if each can be reached
/// from the other. A component has a higher number than every component that it links to. `links` are pairs
/// of objects, sorted by the first of each pair.
///
/// Tarjan's algorithm with an explicit stack, so that chains may have any length.
pub(crate) fn components(count: usize, links: &[(usize, usize)]) -> Vec<usize> {
    let mut search = Search {
        links,
        starts: starts(count, links),
        met: alloc::vec![NONE; count],
        low: alloc::vec![NONE; count],
        found: alloc::vec![NONE; count],
        waiting: Vec::new(),
        calls: Vec::new(),
        clock: 0,
        components: 0,
    };
    for object in 0..count {
        if search.met.get(object) == Some(&NONE) {
            search.enter(object);
            search.run();
        }
    }
    search.found
}

/// Where each object's links start, with the end of the last one appended.
fn starts(count: usize, links: &[(usize, usize)]) -> Vec<usize> {
    let mut starts = Vec::with_capacity(count.saturating_add(1));
    let mut at = 0;
    for object in 0..=count {
        while links.get(at).is_some_and(|(from, _)| *from < object) {
            at = at.saturating_add(1);
        }
        starts.push(at);
    }
    starts
}

struct Search<'l> {
    links: &'l [(usize, usize)],
    starts: Vec<usize>,
    /// When each object was visited, and the earliest object that it leads back to.
    met: Vec<usize>,
    low: Vec<usize>,
    found: Vec<usize>,
    /// Visited objects without a component yet.
    waiting: Vec<usize>,
    /// The stack: objects whose links are being followed, with the index of the next link.
    calls: Vec<(usize, usize)>,
    clock: usize,
    components: usize,
}

impl Search<'_> {
    fn enter(&mut self, object: usize) {
        for list in [&mut self.met, &mut self.low] {
            if let Some(entry) = list.get_mut(object) {
                *entry = self.clock;
            }
        }
        self.clock = self.clock.saturating_add(1);
        self.waiting.push(object);
        let start = self.starts.get(object).copied().unwrap_or(NONE);
        self.calls.push((object, start));
    }

    fn run(&mut self) {
        while let Some((object, next)) = self.calls.last_mut() {
            let (object, at) = (*object, *next);
            let end = self.starts.get(object.saturating_add(1)).copied().unwrap_or(0);
            if at >= end {
                self.calls.pop();
                self.leave(object);
                continue;
            }
            *next = at.saturating_add(1);
            let Some((_, to)) = self.links.get(at).copied() else { continue };
            match (self.met.get(to), self.found.get(to)) {
                (Some(&NONE), _) => self.enter(to),
                (Some(met), Some(&NONE)) => {
                    let met = *met;
                    self.lower(object, met);
                }
                _ => {}
            }
        }
    }

    fn lower(&mut self, object: usize, low: usize) {
        if let Some(entry) = self.low.get_mut(object) {
            *entry = low.min(*entry);
        }
    }

    fn leave(&mut self, object: usize) {
        let low = self.low.get(object).copied().unwrap_or(NONE);
        if let Some((around, _)) = self.calls.last().copied() {
            self.lower(around, low);
        }
        if self.met.get(object) != Some(&low) {
            return;
        }
        while let Some(member) = self.waiting.pop() {
            if let Some(entry) = self.found.get_mut(member) {
                *entry = self.components;
            }
            if member == object {
                break;
            }
        }
        self.components = self.components.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn circles_are_components_behind_all_that_they_lead_to() {
        // 0 and 2 lead to each other and to 1, which leads to 3; 4 leads to itself.
        let links = [(0, 1), (0, 2), (1, 3), (2, 0), (4, 4)];
        assert_eq!(components(5, &links), [2, 1, 2, 0, 3]);
    }

    #[test]
    fn a_chain_takes_no_calls() {
        let links: alloc::vec::Vec<_> = (0..300_000).map(|at| (at, at + 1)).collect();
        let found = components(300_001, &links);
        assert_eq!((found[0], found[300_000]), (300_000, 0));
    }
}
