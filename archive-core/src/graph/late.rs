//! Links that were late: what they lead to was not built yet.

use alloc::vec::Vec;
use core::any::Any;
use core::mem;

#[cfg(doc)]
use super::found::NONE;
use super::found::usize_of;
use super::objects::Objects;
use super::pointer::Pointer;
use crate::Error;

/// A link that was late.
#[derive(Clone, Copy)]
pub(super) struct LateLink {
    /// Which of the object's places it is in, in the order in which they are read.
    pub(super) place: u32,
    /// Which element it is, of a list.
    pub(super) index: u32,
    /// The kind of pointer, and the row of what it leads to.
    pub(super) kind: u32,
    pub(super) row: u32,
}

/// An object that is being built.
#[derive(Clone, Copy, Default)]
pub(super) struct Building {
    pub(super) is_object: bool,
    /// How many of its cells hold what comes next.
    pub(super) cells: u32,
    /// Whether it lacks a link to what is not built yet.
    pub(super) is_incomplete: bool,
    /// Whether one of these is not among its late links, so that it must be read again.
    pub(super) is_rebuilt: bool,
    /// How many places for links it has in cells, as far as it was read.
    pub(super) places: u32,
    /// Where its late links start.
    pub(super) late: usize,
    /// Whether it is read again, as it lacked some.
    pub(super) is_again: bool,
    /// Whether it copies an object that might lack links, so that it is to be read once more in the very end.
    pub(super) is_unsettled: bool,
}

/// An object that lacks links.
#[derive(Clone, Copy)]
pub(super) struct Incomplete {
    pub(super) row: u32,
    /// How many places it has, in cells, where links may be late.
    pub(super) places: u32,
    /// How many of its links are late; [`NONE`] if it is to be read again.
    pub(super) late: u32,
}

/// The objects that were built.
pub(super) trait Built {
    /// A `Vec` of the pointers of a kind.
    fn built(&self, kind: usize) -> Option<&dyn Any>;
}

impl<E: From<Error>> Built for Objects<'_, E> {
    fn built(&self, kind: usize) -> Option<&dyn Any> {
        self.built_of(kind)
    }
}

impl<E: From<Error>> Objects<'_, E> {
    /// Whether all that late links lead to was built.
    pub(super) fn has_all(&self, links: &[LateLink]) -> bool {
        links.iter().all(|link| usize_of(link.row) < self.count_of(usize_of(link.kind)))
    }
}

/// The links of an object that were late, while they are put into its cells; or none, while these are emptied, so that
/// objects in circles are freed.
///
/// Places are numbered in the order in which they are read. A type that visits others than it read
/// has another number of them in the end, and is read a second time.
pub struct Late<'r> {
    links: &'r [LateLink],
    /// What they lead to; none if cells are emptied.
    built: Option<&'r dyn Built>,
    /// How many places were passed.
    places: u32,
    is_sound: bool,
}

impl<'r> Late<'r> {
    pub(super) fn new(links: &'r [LateLink], built: &'r dyn Built) -> Self {
        Self { links, built: Some(built), places: 0, is_sound: true }
    }

    /// What empties cells.
    pub(super) const fn emptying() -> Self {
        Self { links: &[], built: None, places: 0, is_sound: true }
    }

    /// Whether what cells hold is to go. They are emptied of all that may be absent, as that may own links.
    pub fn empties(&self) -> bool {
        self.built.is_none()
    }

    /// Whether all links were put into the places of an object that has so many.
    pub(super) fn is_done(&self, places: u32) -> bool {
        self.is_sound && self.links.is_empty() && self.places == places
    }

    /// Passes a place, and gives the links that belong there.
    fn pass(&mut self) -> &'r [LateLink] {
        let place = self.places;
        self.places = place.saturating_add(1);
        let count = self.links.iter().take_while(|link| link.place == place).count();
        let (own, rest) = self.links.split_at_checked(count).unwrap_or_default();
        self.links = rest;
        own
    }

    fn find<P: Pointer>(&mut self, link: LateLink) -> Option<&'r P> {
        let built = self.built.and_then(|built| built.built(usize_of(link.kind)));
        let built = built.and_then(|built| built.downcast_ref::<Vec<P>>());
        let found = built.and_then(|built| built.get(usize_of(link.row)));
        self.is_sound &= found.is_some();
        found
    }

    /// Passes a place for one link, and gives what that leads to if it was late.
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

    /// Passes a list, and puts the links there that were late.
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
