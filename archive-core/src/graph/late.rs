//! Late links: links whose targets are built after their holders.

use alloc::vec::Vec;
use core::any::Any;
use core::mem;

use super::cells::Cells;
use super::found::{NONE, usize_of};
use super::objects::Objects;
use super::pointer::Pointer;
use crate::Error;

/// A late link of an object.
#[derive(Clone, Copy)]
pub(super) struct LateLink {
    /// The place it belongs to; an object's places are numbered in reading order.
    pub(super) place: u32,
    /// Its index, if the place is a list.
    pub(super) index: u32,
    /// The target's kind and row.
    pub(super) kind: u32,
    pub(super) row: u32,
}

/// The state of the object that is being built.
#[derive(Clone, Copy, Default)]
pub(super) struct Building {
    pub(super) is_object: bool,
    /// The cells around the next part.
    pub(super) cells: Cells,
    /// Whether it lacks a link to an object that is not built yet.
    pub(super) is_incomplete: bool,
    /// Whether a missing link cannot be recorded as late, so that the object must be read again.
    pub(super) is_rebuilt: bool,
    /// How many places for links, inside cells, were read so far.
    pub(super) places: u32,
    /// Where its late links start.
    pub(super) late: usize,
    /// Whether this is a second read, because links were missing in the first.
    pub(super) is_again: bool,
    /// Whether it copies an object that may lack links, so that it must be read once more at the very end.
    pub(super) is_unsettled: bool,
    /// Whether a part of it is only validated when all objects have their links.
    pub(super) is_unchecked: bool,
}

/// An object that was built without some of its links.
#[derive(Clone, Copy)]
pub(super) struct Incomplete {
    pub(super) row: u32,
    /// How many places for links it has inside cells.
    pub(super) places: u32,
    /// The number of its late links; [`NONE`] if it must be read again.
    pub(super) late: u32,
    /// How many of these, from the first on, lead to objects that are built by now.
    pub(super) met: u32,
    /// Whether it is read once more, to be validated, when all objects have their links.
    pub(super) is_unchecked: bool,
}

impl Incomplete {
    /// The same object, without the late links that it has by now.
    pub(super) fn read_again(self) -> Self {
        Self { late: NONE, ..self }
    }
}

/// A `Vec` of the pointers of a kind, as far as they are built.
pub(super) type Built<'r> = dyn Fn(usize) -> Option<&'r dyn Any> + 'r;

impl<E: From<Error>> Objects<'_, E> {
    /// How many of these links, from the first on, have targets that are built.
    pub(super) fn leading(&self, links: &[LateLink]) -> usize {
        let is_built = |link: &&LateLink| usize_of(link.row) < self.count_of(usize_of(link.kind));
        links.iter().take_while(is_built).count()
    }
}

/// The late links of an object while they are set in its cells. Without links, it empties the cells instead,
/// so that objects in cycles are freed.
///
/// Places are numbered in reading order. A type that visits other places than it read ends at a different
/// number, and is then read a second time.
pub struct Late<'r> {
    links: &'r [LateLink],
    /// The targets; `None` to empty cells.
    built: Option<&'r Built<'r>>,
    /// How many places were passed so far.
    places: u32,
    is_sound: bool,
}

impl<'r> Late<'r> {
    pub(super) fn new(links: &'r [LateLink], built: &'r Built<'r>) -> Self {
        Self { links, built: Some(built), places: 0, is_sound: true }
    }

    /// A `Late` that empties cells.
    pub(super) const fn emptying() -> Self {
        Self { links: &[], built: None, places: 0, is_sound: true }
    }

    /// Whether cells are to be emptied. Everything optional in them is removed, since it may own links.
    pub fn empties(&self) -> bool {
        self.built.is_none()
    }

    /// Whether all links were set and exactly `places` places were passed.
    pub(super) fn is_done(&self, places: u32) -> bool {
        self.is_sound && self.links.is_empty() && self.places == places
    }

    /// Passes a place, and returns its late links.
    fn pass(&mut self) -> &'r [LateLink] {
        let place = self.places;
        self.places = place.saturating_add(1);
        let count = self.links.iter().take_while(|link| link.place == place).count();
        let (own, rest) = self.links.split_at_checked(count).unwrap_or_default();
        self.links = rest;
        own
    }

    fn find<P: Pointer>(&mut self, link: LateLink) -> Option<&'r P> {
        let built = self.built.and_then(|built| built(usize_of(link.kind)));
        let built = built.and_then(|built| built.downcast_ref::<Vec<P>>());
        let found = built.and_then(|built| built.get(usize_of(link.row)));
        self.is_sound &= found.is_some();
        found
    }

    /// Passes a place for one link, and returns the target if the link was late.
    pub(crate) fn one<P: Pointer>(&mut self) -> Option<&'r P> {
        match self.pass() {
            [] => None,
            [link] => self.find(*link),
            _ => {
                self.is_sound = false;
                None
            }
        }
    }

    /// Passes a list, and inserts its late links.
    pub(crate) fn list<P: Pointer>(&mut self, values: &mut Vec<P>) {
        let links = self.pass();
        if links.is_empty() {
            return;
        }
        let len = values.len().saturating_add(links.len());
        let mut all = Vec::new();
        if all.try_reserve_exact(len).is_err() {
            self.is_sound = false;
            return;
        }
        let mut before = mem::take(values).into_iter();
        for link in links {
            let missing = usize_of(link.index).saturating_sub(all.len());
            all.extend(before.by_ref().take(missing));
            all.extend(self.find::<P>(*link).cloned());
        }
        all.extend(before);
        *values = all;
    }
}

impl core::fmt::Debug for Late<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Late").field("places", &self.places).finish_non_exhaustive()
    }
}
