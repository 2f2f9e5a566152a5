//! The objects of an archive that are loaded so far.

use alloc::format;
use alloc::vec::Vec;
use core::any::TypeId;
use core::mem;

use super::cells::Cells;
use super::copies::Claims;
use super::found::{NONE, usize_of};
use super::kinds::{Calls, Complete, Kind, unlinked};
use super::late::{Building, Incomplete, Late, LateLink};
use super::pointer::Build;
use crate::alone::Alone;
use crate::limits::out_of_memory;
use crate::{Error, ErrorKind};

/// A link to an object of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The table that the object is in.
    pub table: usize,
    /// Its row there.
    pub row: usize,
    /// The archive's own index of the table's rows, if it has one.
    pub place: usize,
}

/// The objects of an archive that were loaded so far.
///
/// An archive with tables of objects keeps it, and returns it from
/// [`InputArchive::objects`](crate::InputArchive::objects).
pub struct Objects<'a, E> {
    /// How many rows each table has.
    lens: Vec<usize>,
    pub(super) kinds: Vec<Kind<'a, E>>,
    /// The kind looked up last.
    last: usize,
    /// Whether the last error was a link to an object that is not built yet.
    pub(super) is_missed: bool,
    /// The state of the object being built, if any.
    pub(super) building: Building,
    /// The late links of objects being built.
    pub(super) late: Vec<LateLink>,
    /// Whether types read their parts in today's declaration order.
    pub(super) is_today: bool,
    /// Whether the next pointer is directly in an option or a list, so that it may be set later.
    is_direct: bool,
    /// What was claimed for the objects being built, innermost last. Empty at today's versions.
    pub(super) claims: Vec<Claims>,
    /// The types that hold no objects.
    pub(super) alone: Alone,
    /// Whether this is the last pass, in which objects read again no longer wait.
    pub(super) is_last: bool,
    /// Whether any object was built without some links, so that there may be cycles.
    pub(super) were_late: bool,
    /// Whether the load succeeded.
    pub(super) is_done: bool,
}

/// The state of the object of a link.
pub(super) enum Found<P> {
    Built(P),
    /// It is the next object of its table, or comes after others that are not built yet.
    Next(Link),
    /// The table's next object is being built, and this one does not come before it.
    Busy,
}

impl<'a, E: From<Error>> Objects<'a, E> {
    /// No objects yet, of tables with these numbers of rows.
    #[must_use]
    pub fn new(lens: Vec<usize>) -> Self {
        Self {
            lens,
            kinds: Vec::new(),
            last: 0,
            is_missed: false,
            building: Building::default(),
            late: Vec::new(),
            is_today: false,
            is_direct: false,
            claims: Vec::new(),
            alone: Alone::default(),
            is_last: false,
            were_late: false,
            is_done: false,
        }
    }

    /// Sets whether all types have today's versions.
    #[must_use]
    pub(crate) fn of_today(mut self, is_today: bool) -> Self {
        self.is_today = is_today;
        self
    }

    /// Records that the next pointer is directly in an option or a list.
    pub(crate) fn expect_direct(&mut self) {
        self.is_direct = true;
    }

    /// Records that no pointer followed.
    pub(crate) fn end_direct(&mut self) {
        self.is_direct = false;
    }

    /// Enters a cell: its links may be set after all objects are built.
    pub(crate) fn enter_cell(&mut self) {
        self.building.cells.enter();
        self.is_direct = false;
    }

    /// The cells around the next part.
    pub(crate) fn cells(&mut self) -> &mut Cells {
        &mut self.building.cells
    }

    /// Passes a place where links may be late.
    #[inline(always)]
    pub(crate) fn pass(&mut self) {
        if self.building.cells.are_around() {
            self.building.places = self.building.places.saturating_add(1);
        }
    }

    /// Records a late link of an element, in the place passed last.
    pub(super) fn note_late<P: Build<'a>>(&mut self, link: Link, index: usize) {
        self.building.is_incomplete = true;
        let kind = u32::try_from(self.kind::<P>(link));
        let place =
            self.building.places.checked_sub(1).filter(|_| self.building.cells.are_around());
        match (place, u32::try_from(index), kind, u32::try_from(link.row)) {
            (Some(place), Ok(index), Ok(kind), Ok(row)) if self.is_today => {
                self.late.push(LateLink { place, index, kind, row });
            }
            _ => self.building.is_rebuilt = true,
        }
    }

    /// Marks the object being built to be read again once all others are built.
    pub(crate) fn rebuild(&mut self) {
        self.building.is_rebuilt = true;
    }

    /// Whether the next link may wait until all objects are built. If it may, it must, since its target may
    /// own the object being built.
    pub(super) fn may_wait(&mut self) -> bool {
        mem::replace(&mut self.is_direct, false) && self.is_in_cell()
    }

    /// Whether the next part is in a cell of an object.
    pub(super) fn is_in_cell(&self) -> bool {
        self.building.is_object && self.building.cells.are_around()
    }

    /// The number of objects in a table.
    pub(crate) fn len(&self, table: usize) -> usize {
        self.lens.get(table).copied().unwrap_or(0)
    }

    /// The index of the kind for a table and pointer type.
    #[inline(always)]
    pub(super) fn kind<P: Build<'a>>(&mut self, link: Link) -> usize {
        let id = TypeId::of::<P>();
        match self.kinds.get(self.last) {
            Some(kind) if kind.id == id && kind.table == link.table => self.last,
            _ => self.other_kind(id, link, Calls::<E>::of::<P>()),
        }
    }

    #[inline(never)]
    fn other_kind(&mut self, id: TypeId, link: Link, calls: Calls<'a, E>) -> usize {
        let is_it = |kind: &Kind<'a, E>| kind.id == id && kind.table == link.table;
        self.last = self.kinds.iter().position(is_it).unwrap_or(self.kinds.len());
        if self.last == self.kinds.len() {
            self.kinds.push(Kind {
                id,
                table: link.table,
                place: link.place,
                built: (calls.none)(),
                len: 0,
                is_busy: false,
                linked: unlinked(self.len(link.table)),
                incomplete: Vec::new(),
                unsettled: Vec::new(),
                late: Vec::new(),
                copies: Vec::new(),
                calls,
            });
        }
        self.last
    }

    /// Looks up the object of a link.
    #[inline(always)]
    pub(super) fn find<P: Build<'a>>(&mut self, link: Link) -> Result<Found<P>, Error> {
        let (at, len) = (self.kind::<P>(link), self.len(link.table));
        let Some(kind) = self.kinds.get_mut(at) else { return Ok(Found::Busy) };
        let Some(linked) = kind.linked.get_mut(link.row) else {
            return Err(if link.row < len {
                out_of_memory(len, 1)
            } else {
                leads_nowhere(link.row, len)
            });
        };
        *linked = true;
        let built = kind.built.downcast_ref::<Vec<P>>().and_then(|built| built.get(link.row));
        Ok(match built {
            Some(pointer) => {
                let pointer = pointer.clone();
                self.note_link(at, link.row);
                Found::Built(pointer)
            }
            None if kind.is_busy => Found::Busy,
            None => Found::Next(Link { row: kind.len, ..link }),
        })
    }

    /// Begins an object, and returns the state of the one around it.
    pub(super) fn begin<P: Build<'a>>(&mut self, link: Link) -> Building {
        self.set_busy::<P>(link, true);
        self.enter(true)
    }

    /// Begins to read an object, and returns the state of the one around it.
    pub(super) fn enter(&mut self, is_object: bool) -> Building {
        let fresh = Building { is_object, late: self.late.len(), ..Building::default() };
        mem::replace(&mut self.building, fresh)
    }

    pub(super) fn set_busy<P: Build<'a>>(&mut self, link: Link, is_busy: bool) {
        let kind = self.kind::<P>(link);
        if let Some(kind) = self.kinds.get_mut(kind) {
            kind.is_busy = is_busy;
        }
    }

    /// Stores a built object, and returns to the one around it. Returns whether its table is now full and
    /// has objects that lack links.
    pub(super) fn end<P: Build<'a>>(&mut self, link: Link, pointer: P, around: Building) -> bool {
        let own = mem::replace(&mut self.building, around);
        let at = self.kind::<P>(link);
        let Some(kind) = self.kinds.get_mut(at) else { return false };
        kind.is_busy = false;
        if let Some(built) = kind.built.downcast_mut::<Vec<P>>() {
            built.push(pointer);
            kind.len = built.len();
        }
        if own.is_incomplete || !kind.incomplete.is_empty() {
            self.note_end(at, link, own)
        } else {
            false
        }
    }

    /// Records what a built object lacks. Returns whether its table is now full and has objects that lack
    /// links.
    fn note_end(&mut self, at: usize, link: Link, own: Building) -> bool {
        let len = self.len(link.table);
        while self.put_last(at) {}
        let Some(kind) = self.kinds.get_mut(at) else { return false };
        if own.is_incomplete {
            self.were_late = true;
            let late = self.late.get(own.late..).unwrap_or_default();
            let count = u32::try_from(late.len()).ok().filter(|_| !own.is_rebuilt);
            if count.is_some() {
                kind.late.extend_from_slice(late);
            }
            self.late.truncate(own.late);
            let (row, late) = (u32::try_from(link.row).unwrap_or(NONE), count.unwrap_or(NONE));
            let Building { places, is_unchecked, .. } = own;
            kind.incomplete.push(Incomplete { row, places, late, met: 0, is_unchecked });
        }
        kind.len == len && !kind.incomplete.is_empty()
    }

    /// Completes the latest incomplete object of a kind, if the targets of its late links are built. Most
    /// late links lead to objects built soon after, while both are still in the cache.
    fn put_last(&mut self, at: usize) -> bool {
        let Some(kind) = self.kinds.get(at) else { return false };
        let Some(object) = kind.incomplete.last().copied().filter(|it| it.late != NONE) else {
            return false;
        };
        let from = kind.late.len().saturating_sub(usize_of(object.late));
        let late = kind.late.get(from..).unwrap_or_default();
        // Each link is looked at once: an object may have as many as objects are built before the last of them.
        let rest = late.get(usize_of(object.met)..).unwrap_or_default();
        let met = self.leading(rest);
        if met < rest.len() {
            let last = self.kinds.get_mut(at).and_then(|kind| kind.incomplete.last_mut());
            if let (Some(last), Ok(met)) = (last, u32::try_from(met)) {
                last.met = last.met.saturating_add(met);
            }
            return false;
        }
        let is_done = self.put_late(at, object, late);
        let Some(kind) = self.kinds.get_mut(at) else { return false };
        kind.late.truncate(from);
        match kind.incomplete.last_mut() {
            Some(last) if !is_done => last.late = NONE,
            _ => {
                let unchecked = kind.incomplete.pop().filter(|object| object.is_unchecked);
                kind.unsettled.extend(unchecked.map(Incomplete::read_again));
            }
        }
        is_done
    }

    /// The number of built objects of a kind.
    pub(super) fn count_of(&self, kind: usize) -> usize {
        self.kinds.get(kind).map_or(0, |kind| kind.len)
    }

    pub(super) fn take_incomplete(&mut self, at: usize) -> (Vec<Incomplete>, Vec<LateLink>) {
        let kind = self.kinds.get_mut(at);
        kind.map(|kind| (mem::take(&mut kind.incomplete), mem::take(&mut kind.late)))
            .unwrap_or_default()
    }

    pub(super) fn keep_incomplete(&mut self, at: usize, object: Incomplete, late: &[LateLink]) {
        if let Some(kind) = self.kinds.get_mut(at) {
            kind.incomplete.push(object);
            kind.late.extend_from_slice(late);
        }
    }

    /// Sets an object's late links, if all their targets are built.
    pub(super) fn put_late(&self, at: usize, object: Incomplete, late: &[LateLink]) -> bool {
        let Some(kind) = self.kinds.get(at) else { return false };
        let row = usize_of(object.row);
        if row >= kind.len {
            return false;
        }
        let built = |kind: usize| self.kinds.get(kind).map(|kind| &*kind.built);
        let mut late = Late::new(late, &built);
        (kind.calls.put_late)(&*kind.built, row, &mut late);
        late.is_done(object.places)
    }

    /// Whether the object being built lacks late links.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.building.is_incomplete
    }

    /// Sets whether the object being built lacks links, and returns the previous answer.
    pub(crate) fn set_incomplete(&mut self, is_incomplete: bool) -> bool {
        mem::replace(&mut self.building.is_incomplete, is_incomplete)
    }

    /// Whether the last error was a link to an object that is not built yet. Its holder is completed later.
    /// Resets the answer.
    pub(crate) fn was_missed(&mut self) -> bool {
        let was = mem::replace(&mut self.is_missed, false);
        self.building.is_incomplete |= was;
        self.building.is_rebuilt |= was;
        was
    }

    /// Refuses objects to which no link leads, which no saved value has. Only tables read as they were
    /// written are checked.
    ///
    /// # Errors
    ///
    /// Fails if there are such objects.
    pub(crate) fn check_linked(&mut self) -> Result<(), Error> {
        self.is_done = false;
        for (table, len) in self.lens.iter().enumerate() {
            let kinds = || self.kinds.iter().filter(|kind| kind.table == table);
            let is_linked = |row: usize| kinds().any(|kind| kind.linked.get(row) == Some(&true));
            // If a table claims more objects than it can have, none were built.
            let known = kinds().map(|kind| kind.len).max().unwrap_or(0);
            if known < *len || !(0..*len).all(is_linked) {
                let detail = "a table holds an object that no link leads to";
                return Err(Error::new(ErrorKind::InvalidLink, detail));
            }
        }
        self.is_done = true;
        Ok(())
    }

    /// A table with objects that lack links, and the function that completes them.
    pub(super) fn next_incomplete(&mut self) -> Option<(Link, Complete<'a, E>)> {
        let kind = self.kinds.iter().find(|kind| !kind.incomplete.is_empty())?;
        Some((Link { table: kind.table, row: 0, place: kind.place }, kind.calls.complete))
    }
}

#[cold]
fn leads_nowhere(row: usize, len: usize) -> Error {
    let detail = format!("a link leads to object {row}, counted from 0, but there are only {len}");
    Error::new(ErrorKind::InvalidLink, detail)
}

impl<E> core::fmt::Debug for Objects<'_, E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Objects").field("lens", &self.lens).finish_non_exhaustive()
    }
}
