//! Chooses which shared objects get numbers, and the order in which these are listed.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::Object;
use super::scan::{Found, Link};
use crate::graph::components;

/// An object that is visited in place.
struct Visit {
    object: usize,
    /// The index of the next link.
    next: usize,
    /// The levels of structs and pointers around it.
    base: u32,
}

struct Choice<'f> {
    found: &'f Found,
    /// The number of links to each object.
    counts: Vec<u32>,
    numbers: Vec<u32>,
    /// The objects that have numbers, by number.
    order: Vec<usize>,
    /// The links between numbered objects, as indices into `order`.
    edges: Vec<(usize, usize)>,
    /// Those of the links that lead to an object that is built before.
    firm: Vec<(usize, usize)>,
    /// The most levels of structs and pointers.
    depth: u32,
}

/// Numbers the objects that have several links or cannot be shown in place, in the order in which their links are
/// found. Returns the order in which they are listed.
pub(super) fn number(objects: &mut [Object<'_>], found: &Found, depth: u32) -> Vec<usize> {
    let mut counts = alloc::vec![0_u32; objects.len()];
    for link in &found.links {
        if let Some(count) = counts.get_mut(link.to) {
            *count = count.saturating_add(1);
        }
    }
    let numbers = alloc::vec![0; objects.len()];
    let (order, edges, firm) = (Vec::new(), Vec::new(), Vec::new());
    let mut choice = Choice { found, counts, numbers, order, edges, firm, depth };
    // The value itself comes after the objects.
    choice.visit(objects.len(), None);
    let mut next = 0;
    while let Some(object) = choice.order.get(next).copied() {
        choice.visit(object, Some(next));
        next = next.saturating_add(1);
    }
    for (object, number) in objects.iter_mut().zip(&choice.numbers) {
        object.number = *number;
    }
    choice.listed()
}

impl Choice<'_> {
    /// Visits a numbered object, and all objects that are shown in place within it.
    fn visit(&mut self, head: usize, unit: Option<usize>) {
        let start = |object: usize| self.found.objects.get(object).map_or(0, |it| it.links.start);
        let mut open = alloc::vec![Visit { object: head, next: start(head), base: 0 }];
        while let Some(visit) = open.last_mut() {
            let (object, base, at) = (visit.object, visit.base, visit.next);
            let end = self.found.objects.get(object).map_or(0, |it| it.links.end);
            let link = self.found.links.get(at).copied().filter(|_| at < end);
            let Some(link) = link else {
                open.pop();
                continue;
            };
            visit.next = at.saturating_add(1);
            let base = base.saturating_add(link.level).saturating_add(1);
            if self.number_of(link.to) == 0 && !self.stands_apart(link, base, &open) {
                let start = self.found.objects.get(link.to).map_or(0, |it| it.links.start);
                open.push(Visit { object: link.to, next: start, base });
                continue;
            }
            let to = self.place(link.to);
            if let Some(unit) = unit {
                self.edges.push((unit, to));
                if self.at(link.to) < self.at(object) {
                    self.firm.push((unit, to));
                }
            }
        }
    }

    fn number_of(&self, object: usize) -> u32 {
        self.numbers.get(object).copied().unwrap_or(0)
    }

    /// The index of an object in `order`. Adds it if it is not there.
    fn place(&mut self, object: usize) -> usize {
        if self.number_of(object) == 0 {
            self.order.push(object);
            let number = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
            if let Some(entry) = self.numbers.get_mut(object) {
                *entry = number;
            }
        }
        let number = usize::try_from(self.number_of(object)).unwrap_or(usize::MAX);
        number.saturating_sub(1)
    }

    fn stands_apart(&self, link: Link, base: u32, open: &[Visit]) -> bool {
        let count = |object: usize| self.counts.get(object).copied().unwrap_or(0);
        let Some(object) = self.found.objects.get(link.to) else { return true };
        let is_deep = base.saturating_add(object.levels) > self.depth;
        if count(link.to) > 1 || is_deep || object.is_like_link {
            return true;
        }
        // A reader takes a link as the outermost pointer that may be at this place.
        let mut held = object;
        while held.is_link {
            let to = self.found.links.get(held.links.start).map_or(usize::MAX, |link| link.to);
            match self.found.objects.get(to) {
                Some(next) if count(to) == 1 => held = next,
                _ => return true,
            }
        }
        // An object in place is built right before the one that contains it.
        open.iter().filter(|around| self.is_object(around.object)).any(|around| {
            match &self.found.circles {
                Some(circles) => circles.get(around.object) == Some(&true),
                None => self.at(around.object) < self.at(link.to),
            }
        })
    }

    /// The position of an object in the order in which objects are built.
    fn at(&self, object: usize) -> usize {
        self.found.places.get(object).copied().unwrap_or(usize::MAX)
    }

    /// Whether it is an object, and not the value itself.
    fn is_object(&self, object: usize) -> bool {
        object < self.counts.len()
    }

    /// The numbered objects in the order in which they are listed: by number, unless a cycle needs another order,
    /// since a reader builds the last object of a cycle first.
    fn listed(mut self) -> Vec<usize> {
        self.edges.sort_unstable();
        let circles = components(self.order.len(), &self.edges);
        let circle = |place: usize| circles.get(place);
        let is_sound = |(from, to): &(usize, usize)| circle(*from) != circle(*to) || from < to;
        let is_sound = match &self.found.circles {
            Some(circles) => !circles.contains(&true),
            None => self.firm.iter().all(is_sound),
        };
        if !is_sound {
            let places = &self.found.places;
            self.order.sort_by_key(|object| Reverse(places.get(*object).copied()));
        }
        self.order
    }
}
