//! The objects of a table while they are loaded, by the type of pointer to them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::{Any, TypeId};

use super::copies::Copies;
use super::late::{Incomplete, Late, LateLink};
use super::load;
use super::objects::Link;
use super::pointer::{Build, ShareLoad};
use crate::{Error, InputArchive};

/// One table read as one type of pointer.
pub(super) struct Kind<'a, E> {
    pub(super) id: TypeId,
    pub(super) table: usize,
    pub(super) place: usize,
    /// A `Vec` of the pointers, in the order of their rows.
    pub(super) built: Box<dyn Any>,
    pub(super) len: usize,
    pub(super) is_busy: bool,
    /// For each row, whether a link leads to it.
    pub(super) linked: Vec<bool>,
    /// Objects that lack links. `late` has the late links of all of them, in the same order.
    pub(super) incomplete: Vec<Incomplete>,
    /// Objects to read once more when all others are complete.
    pub(super) unsettled: Vec<Incomplete>,
    pub(super) late: Vec<LateLink>,
    /// What a copy of each object takes. Empty if none is copied.
    pub(super) copies: Vec<Copies>,
    pub(super) calls: Calls<'a, E>,
}

/// The type-erased operations on the pointers of a kind.
pub(super) struct Calls<'a, E> {
    /// Makes an empty `Vec` of the pointers.
    pub(super) none: fn() -> Box<dyn Any>,
    pub(super) complete: Complete<'a, E>,
    /// Sets the late links in the cells of the object at an index.
    pub(super) put_late: fn(&dyn Any, usize, &mut Late<'_>),
    /// Empties the cells of all objects.
    pub(super) empty: fn(&dyn Any),
    /// Drops all objects.
    pub(super) free: fn(&mut dyn Any),
}

impl<E: From<Error>> Calls<'_, E> {
    pub(super) fn of<'a, P: Build<'a>>() -> Calls<'a, E> {
        Calls {
            none: || Box::new(Vec::<P>::new()),
            complete: load::complete::<P, E>,
            put_late: put_late::<P>,
            empty: empty::<P>,
            free: free::<P>,
        }
    }
}

/// Empties the cells of all objects of a kind.
fn empty<'a, P: Build<'a>>(built: &dyn Any) {
    for pointer in built.downcast_ref::<Vec<P>>().into_iter().flatten() {
        pointer.target().put_late(&mut Late::emptying());
    }
}

fn put_late<'a, P: Build<'a>>(built: &dyn Any, index: usize, late: &mut Late<'_>) {
    if let Some(pointer) = built.downcast_ref::<Vec<P>>().and_then(|built| built.get(index)) {
        pointer.target().put_late(late);
    }
}

/// Completes the objects in the table of a link; if allowed, some may keep waiting.
pub(super) type Complete<'a, E> =
    for<'r> fn(&mut (dyn InputArchive<'a, Error = E> + 'r), Link, bool) -> Result<(), E>;

/// `len` objects without a link so far; empty if memory is short.
pub(super) fn unlinked(len: usize) -> Vec<bool> {
    let mut linked = Vec::new();
    if linked.try_reserve_exact(len).is_ok() {
        linked.resize(len, false);
    }
    linked
}

/// Drops the objects, owners first. Each comes after those that it owns, and these are still held here, so no object is
/// dropped within another, however long a chain of them is.
fn free<'a, P: Build<'a>>(built: &mut dyn Any) {
    if let Some(built) = built.downcast_mut::<Vec<P>>() {
        while built.pop().is_some() {}
    }
}
