//! What is kept of a table's objects while they are built.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::{Any, TypeId};

use super::late::{Incomplete, Late, LateLink};
use super::load;
use super::objects::Link;
use super::pointer::Build;
use crate::{Error, InputArchive};

/// A table as one kind of pointer.
pub(super) struct Kind<'a, E> {
    pub(super) id: TypeId,
    pub(super) table: usize,
    pub(super) place: usize,
    /// A `Vec` of the pointers, in the order of their rows.
    pub(super) built: Box<dyn Any>,
    pub(super) len: usize,
    pub(super) is_busy: bool,
    /// Whether a link led to each row.
    pub(super) linked: Vec<bool>,
    /// Objects that lack links to those that came later, and one after the other their late links.
    pub(super) incomplete: Vec<Incomplete>,
    /// Those that are to be read once more when all others are complete.
    pub(super) unsettled: Vec<Incomplete>,
    pub(super) late: Vec<LateLink>,
    pub(super) calls: Calls<'a, E>,
}

/// What is done with the pointers of a kind.
pub(super) struct Calls<'a, E> {
    /// No pointers.
    pub(super) none: fn() -> Box<dyn Any>,
    pub(super) complete: Complete<'a, E>,
    /// Puts the late links of the one at an index into its cells.
    pub(super) put_late: fn(&dyn Any, usize, &mut Late<'_>),
    /// Empties the cells of all.
    pub(super) empty: fn(&dyn Any),
}

impl<E: From<Error>> Calls<'_, E> {
    pub(super) fn of<'a, P: Build<'a>>() -> Calls<'a, E> {
        Calls {
            none: || Box::new(Vec::<P>::new()),
            complete: load::complete::<P, E>,
            put_late: put_late::<P>,
            empty: empty::<P>,
        }
    }
}

/// Empties the cells of all objects of a kind.
fn empty<'a, P: Build<'a>>(built: &dyn Any) {
    for pointer in built.downcast_ref::<Vec<P>>().into_iter().flatten() {
        pointer.put_late(&mut Late::emptying());
    }
}

fn put_late<'a, P: Build<'a>>(built: &dyn Any, index: usize, late: &mut Late<'_>) {
    if let Some(pointer) = built.downcast_ref::<Vec<P>>().and_then(|built| built.get(index)) {
        pointer.put_late(late);
    }
}

/// Completes the objects of the table of a link; some may wait, if that is allowed.
pub(super) type Complete<'a, E> =
    for<'r> fn(&mut (dyn InputArchive<'a, Error = E> + 'r), Link, bool) -> Result<(), E>;

/// As many objects to which no link was found yet; none if there is no memory for it.
pub(super) fn unlinked(len: usize) -> Vec<bool> {
    let mut linked = Vec::new();
    if linked.try_reserve_exact(len).is_ok() {
        linked.resize(len, false);
    }
    linked
}
