//! The objects of a value while it is loaded.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::any::{Any, TypeId};
use core::mem;

use super::found::{NONE, object_name, usize_of};
use super::late::{Built, Incomplete, Late, LateLink};
use super::pointer::{Build, Pointer, Share};
use crate::{Deserialize, Error, ErrorKind, InputArchive};

/// A link to an object of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The table that the object is in.
    pub table: usize,
    /// Its row there.
    pub row: usize,
    /// Where the archive keeps the table's rows, if it has places for them.
    pub place: usize,
}

/// The objects of an archive that were loaded so far.
///
/// An archive of objects keeps it, and gives it out by [`InputArchive::objects`].
pub struct Objects<'a, E> {
    /// How many rows each table has.
    lens: Vec<usize>,
    kinds: Vec<Kind<'a, E>>,
    /// The kind that was asked for last.
    last: usize,
    /// Whether the last error was that of a link to what is not built yet.
    is_missed: bool,
    /// The object that is being built, if there is one.
    building: Building,
    /// The late links of the objects that are being built.
    late: Vec<LateLink>,
    /// Whether types read their parts in the order in which they have them.
    is_today: bool,
    /// Whether an option or a list holds the pointer that comes next, so that it may be put there
    /// later.
    is_direct: bool,
}

/// An object that is being built.
#[derive(Clone, Copy, Default)]
struct Building {
    is_object: bool,
    /// How many of its cells hold what comes next.
    cells: u32,
    /// Whether it lacks a link to what is not built yet.
    is_incomplete: bool,
    /// Whether one of these is not among its late links, so that it must be read again.
    is_rebuilt: bool,
    /// How many places for links it has in cells, as far as it was read.
    places: u32,
    /// Where its late links start.
    late: usize,
}

/// A table as one kind of pointer.
struct Kind<'a, E> {
    id: TypeId,
    table: usize,
    place: usize,
    /// A `Vec` of the pointers, in the order of their rows.
    built: Box<dyn Any>,
    len: usize,
    is_busy: bool,
    /// Whether a link led to each row that was built.
    linked: Vec<bool>,
    /// Objects that lack links to those that came later, and one after the other their late links.
    incomplete: Vec<Incomplete>,
    late: Vec<LateLink>,
    complete: Complete<'a, E>,
}

/// Completes the objects of the table of a link.
type Complete<'a, E> =
    for<'r> fn(&mut (dyn InputArchive<'a, Error = E> + 'r), Link) -> Result<(), E>;

/// What is known of the object of a link.
enum Found<P> {
    Built(P),
    /// It comes behind others of its table.
    Next(Link),
    /// The table's next object is being built, and it is not before that.
    Busy,
}

impl<'a, E: From<Error>> Objects<'a, E> {
    /// The objects of tables that have so many rows.
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
        }
    }

    /// The same, of types that have today's versions, if they do.
    #[must_use]
    pub(crate) fn of_today(self, is_today: bool) -> Self {
        Self { is_today, ..self }
    }

    /// The pointer that comes next is held by an option or a list.
    pub(crate) fn expect_direct(&mut self) {
        self.is_direct = true;
    }

    /// No pointer came next.
    pub(crate) fn end_direct(&mut self) {
        self.is_direct = false;
    }

    /// Enters a cell: links in it may be put there once all objects are built.
    pub(crate) fn enter_cell(&mut self) {
        self.building.cells = self.building.cells.saturating_add(1);
        self.is_direct = false;
    }

    pub(crate) fn leave_cell(&mut self) {
        self.building.cells = self.building.cells.saturating_sub(1);
    }

    /// Passes a place where links may be late.
    #[inline(always)]
    pub(crate) fn pass(&mut self) {
        if self.building.cells > 0 {
            self.building.places = self.building.places.saturating_add(1);
        }
    }

    /// Notes that the link of an element is late, in the place that was passed last.
    fn note_late<P: Build<'a>>(&mut self, link: Link, index: usize) {
        self.building.is_incomplete = true;
        let kind = u32::try_from(self.kind::<P>(link));
        let place = self.building.places.checked_sub(1).filter(|_| self.building.cells > 0);
        match (place, u32::try_from(index), kind, u32::try_from(link.row)) {
            (Some(place), Ok(index), Ok(kind), Ok(row)) if self.is_today => {
                self.late.push(LateLink { place, index, kind, row });
            }
            _ => self.building.is_rebuilt = true,
        }
    }

    /// Has the object that is being built read again once all others are there.
    pub(crate) fn rebuild(&mut self) {
        self.building.is_rebuilt = true;
    }

    /// Whether the link that comes next may wait until all objects are built. Then it has to, since
    /// what it leads to may own the object that is being built.
    fn may_wait(&mut self) -> bool {
        mem::replace(&mut self.is_direct, false) && self.is_in_cell()
    }

    /// Whether a cell of an object holds what comes next.
    fn is_in_cell(&self) -> bool {
        self.building.is_object && self.building.cells > 0
    }

    /// How many objects a table has.
    pub(crate) fn len(&self, table: usize) -> usize {
        self.lens.get(table).copied().unwrap_or(0)
    }

    /// The place of a table as one kind of pointer.
    fn kind<P: Build<'a>>(&mut self, link: Link) -> usize {
        let id = TypeId::of::<P>();
        let is_it = |kind: &Kind<'a, E>| kind.id == id && kind.table == link.table;
        if self.kinds.get(self.last).is_some_and(is_it) {
            return self.last;
        }
        self.last = self.kinds.iter().position(is_it).unwrap_or(self.kinds.len());
        if self.last == self.kinds.len() {
            self.kinds.push(Kind {
                id,
                table: link.table,
                place: link.place,
                built: Box::new(Vec::<P>::new()),
                len: 0,
                is_busy: false,
                linked: Vec::new(),
                incomplete: Vec::new(),
                late: Vec::new(),
                complete: complete_all::<P, E>,
            });
        }
        self.last
    }

    /// What is known of the object of a link.
    fn find<P: Build<'a>>(&mut self, link: Link) -> Result<Found<P>, Error> {
        let len = self.lens.get(link.table).copied().unwrap_or(0);
        if link.row >= len {
            return Err(leads_nowhere(link.row, len));
        }
        let kind = self.kind::<P>(link);
        let Some(kind) = self.kinds.get_mut(kind) else {
            return Ok(Found::Busy);
        };
        if let Some(linked) = kind.linked.get_mut(link.row) {
            *linked = true;
        }
        let built = kind.built.downcast_ref::<Vec<P>>().and_then(|built| built.get(link.row));
        Ok(match built {
            Some(pointer) => Found::Built(pointer.clone()),
            None if kind.is_busy => Found::Busy,
            None => Found::Next(Link { row: kind.len, ..link }),
        })
    }

    /// Begins an object, and gives the one around it.
    fn begin<P: Build<'a>>(&mut self, link: Link) -> Building {
        self.set_busy::<P>(link, true);
        self.enter(true)
    }

    /// Begins to read an object, and gives the one around it.
    fn enter(&mut self, is_object: bool) -> Building {
        let fresh = Building { is_object, late: self.late.len(), ..Building::default() };
        mem::replace(&mut self.building, fresh)
    }

    fn set_busy<P: Build<'a>>(&mut self, link: Link, is_busy: bool) {
        let kind = self.kind::<P>(link);
        if let Some(kind) = self.kinds.get_mut(kind) {
            kind.is_busy = is_busy;
        }
    }

    /// Keeps an object that was built, and goes on with the one around it. Gives whether its table
    /// has all of its objects now, and some of them lack links.
    fn end<P: Build<'a>>(&mut self, link: Link, pointer: P, around: Building) -> bool {
        let own = mem::replace(&mut self.building, around);
        let len = self.len(link.table);
        let kind = self.kind::<P>(link);
        let Some(kind) = self.kinds.get_mut(kind) else { return false };
        kind.is_busy = false;
        if let Some(built) = kind.built.downcast_mut::<Vec<P>>() {
            built.push(pointer);
            kind.linked.push(false);
            kind.len = built.len();
        }
        if own.is_incomplete {
            let late = self.late.get(own.late..).unwrap_or_default();
            let count = u32::try_from(late.len()).ok().filter(|_| !own.is_rebuilt);
            if count.is_some() {
                kind.late.extend_from_slice(late);
            }
            self.late.truncate(own.late);
            let (row, late) = (u32::try_from(link.row).unwrap_or(NONE), count.unwrap_or(NONE));
            kind.incomplete.push(Incomplete { row, places: own.places, late });
        }
        kind.len == len && !kind.incomplete.is_empty()
    }

    fn take_incomplete<P: Build<'a>>(&mut self, link: Link) -> (Vec<Incomplete>, Vec<LateLink>) {
        let kind = self.kind::<P>(link);
        let kind = self.kinds.get_mut(kind);
        kind.map(|kind| (mem::take(&mut kind.incomplete), mem::take(&mut kind.late)))
            .unwrap_or_default()
    }

    fn keep_incomplete<P: Build<'a>>(&mut self, link: Link, object: Incomplete, late: &[LateLink]) {
        let kind = self.kind::<P>(link);
        if let Some(kind) = self.kinds.get_mut(kind) {
            kind.incomplete.push(object);
            kind.late.extend_from_slice(late);
        }
    }

    /// Puts the links of an object that were late into its cells, if all that they lead to is there.
    fn put_late<P: Build<'a>>(
        &mut self,
        link: Link,
        object: Incomplete,
        late: &[LateLink],
    ) -> bool {
        for to in late {
            let Some(kind) = self.kinds.get_mut(usize_of(to.kind)) else { return false };
            match kind.linked.get_mut(usize_of(to.row)) {
                Some(linked) => *linked = true,
                None => return false,
            }
        }
        let kind = self.kind::<P>(link);
        let built = self.built(kind).and_then(|built| built.downcast_ref::<Vec<P>>());
        let Some(pointer) = built.and_then(|built| built.get(usize_of(object.row))) else {
            return false;
        };
        let mut late = Late::new(late, self);
        pointer.put_late(&mut late);
        late.is_done(object.places)
    }

    /// Whether the object that is being built lacks links to what comes later.
    pub(crate) fn is_incomplete(&self) -> bool {
        self.building.is_incomplete
    }

    /// Says whether the object that is being built lacks links, and gives what was known.
    pub(crate) fn set_incomplete(&mut self, is_incomplete: bool) -> bool {
        mem::replace(&mut self.building.is_incomplete, is_incomplete)
    }

    /// Whether the last error was that of a link to an object that is not built yet. The object in
    /// which it stands is completed later.
    pub(crate) fn was_missed(&mut self) -> bool {
        let was = mem::replace(&mut self.is_missed, false);
        self.building.is_incomplete |= was;
        self.building.is_rebuilt |= was;
        was
    }

    /// Refuses objects to which no link leads: no value has them, of those that are read as they were
    /// written.
    ///
    /// # Errors
    ///
    /// There are some.
    pub(crate) fn check_linked(&self) -> Result<(), Error> {
        for (table, len) in self.lens.iter().enumerate() {
            let kinds = || self.kinds.iter().filter(|kind| kind.table == table);
            let is_linked = |row: usize| kinds().any(|kind| kind.linked.get(row) == Some(&true));
            // Of a table that claims more than it has, nothing was built.
            let known = kinds().map(|kind| kind.len).max().unwrap_or(0);
            if known < *len || !(0..*len).all(is_linked) {
                let detail = "a table holds an object to which no link leads";
                return Err(Error::new(ErrorKind::InvalidLink, detail));
            }
        }
        Ok(())
    }

    /// A table with objects that lack links, and what completes them.
    fn next_incomplete(&mut self) -> Option<(Link, Complete<'a, E>)> {
        let kind = self.kinds.iter().find(|kind| !kind.incomplete.is_empty())?;
        Some((Link { table: kind.table, row: 0, place: kind.place }, kind.complete))
    }
}

impl<E> Built for Objects<'_, E> {
    fn built(&self, kind: usize) -> Option<&dyn Any> {
        self.kinds.get(kind).map(|kind| &*kind.built)
    }
}

/// Builds what a link leads to, unless that was done before.
#[inline(always)]
pub(crate) fn load<'a, P: Build<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    link: Link,
) -> Result<P, A::Error> {
    let may_wait = archive.objects().ok_or_else(no_objects)?.may_wait();
    match find_or_build(archive, link, may_wait)? {
        Some(pointer) => Ok(pointer),
        None => {
            if let Some(objects) = archive.objects() {
                objects.is_missed = true;
            }
            Err(circle::<P>(link.row).into())
        }
    }
}

/// The same, for an element of a place where links may be late, until the object around it is
/// completed.
#[inline(always)]
pub(crate) fn load_or_miss<'a, P: Build<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    link: Link,
    index: usize,
) -> Result<Option<P>, A::Error> {
    let may_wait = archive.objects().ok_or_else(no_objects)?.is_in_cell();
    let found = find_or_build(archive, link, may_wait)?;
    if found.is_none() {
        note_late::<P, A>(archive, link, index)?;
    }
    Ok(found)
}

#[inline(never)]
fn note_late<'a, P: Build<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    link: Link,
    index: usize,
) -> Result<(), A::Error> {
    archive.objects().ok_or_else(no_objects)?.note_late::<P>(link, index);
    // It is in two lists for a while, either of which may have grown to twice that.
    archive.claim(4, size_of::<LateLink>())
}

/// Builds what a link leads to, unless that was done before, or has to wait for what is being built.
#[inline(never)]
fn find_or_build<'a, P: Build<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    link: Link,
    may_wait: bool,
) -> Result<Option<P>, A::Error> {
    loop {
        let objects = archive.objects().ok_or_else(no_objects)?;
        let next = match objects.find::<P>(link) {
            Ok(Found::Built(pointer)) => return Ok(Some(pointer)),
            Ok(Found::Next(next)) if !may_wait => next,
            Ok(_) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let around = objects.begin::<P>(next);
        match build::<P, A>(archive, next) {
            Ok(pointer) => {
                let objects = archive.objects().ok_or_else(no_objects)?;
                if objects.end::<P>(next, pointer, around) {
                    complete::<P, A>(archive, next, true)?;
                }
            }
            Err(error) => {
                let objects = archive.objects().ok_or_else(no_objects)?;
                objects.set_busy::<P>(next, false);
                objects.is_missed = false;
                return Err(archive.locate_object(error, P::Target::SHARED, next.row));
            }
        }
    }
}

/// Builds the next object of a table.
fn build<'a, P: Build<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    link: Link,
) -> Result<P, A::Error> {
    archive.begin_object(link)?;
    // Beside the object, the list of its table holds a pointer, and may have grown to twice that.
    archive.claim(2, size_of::<P>())?;
    let parts = P::load(archive)?;
    archive.end_object()?;
    Ok(P::build(parts))
}

/// Completes the objects of a table that lack links, once it has all of its own; those that lack links
/// into tables which are being built wait for the end, if they may.
fn complete<'a, P: Build<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    link: Link,
    may_wait: bool,
) -> Result<(), A::Error> {
    let objects = archive.objects().ok_or_else(no_objects)?;
    let (incomplete, late) = objects.take_incomplete::<P>(link);
    let mut rest = &late[..];
    for object in incomplete {
        let is_noted = object.late != NONE;
        let count = if is_noted { usize_of(object.late) } else { 0 };
        let (own, after) = rest.split_at_checked(count).unwrap_or_default();
        rest = after;
        let objects = archive.objects().ok_or_else(no_objects)?;
        if is_noted && objects.put_late::<P>(link, object, own) {
            continue;
        }
        let link = Link { row: usize_of(object.row), ..link };
        if !relink::<P, A>(archive, link, may_wait)? && may_wait {
            let objects = archive.objects().ok_or_else(no_objects)?;
            objects.keep_incomplete::<P>(link, object, own);
        }
    }
    Ok(())
}

/// Completes an object: builds another one in its place, now that others are there, and moves what is
/// in cells of the one to the other. `false` if that lacks links, too, as it may while others are
/// being built.
fn relink<'a, P: Build<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    link: Link,
    may_wait: bool,
) -> Result<bool, A::Error> {
    let objects = archive.objects().ok_or_else(no_objects)?;
    let around = objects.enter(may_wait);
    archive.begin_object(link)?;
    let mut fresh = match P::load(archive) {
        Ok(fresh) => fresh,
        Err(error) => return Err(archive.locate_object(error, P::Target::SHARED, link.row)),
    };
    archive.end_object()?;
    let objects = archive.objects().ok_or_else(no_objects)?;
    let own = mem::replace(&mut objects.building, around);
    objects.late.truncate(own.late);
    if own.is_incomplete {
        return Ok(false);
    }
    match objects.find::<P>(link) {
        Ok(Found::Built(pointer)) if pointer.relink(&mut fresh) => Ok(true),
        Ok(_) => Err(archive.locate_object(not_in_cell().into(), P::Target::SHARED, link.row)),
        Err(error) => Err(error.into()),
    }
}

/// Completes the objects of a table, by way of an archive whose type is not known.
fn complete_all<'a, P: Build<'a>, E: From<Error>>(
    mut archive: &mut (dyn InputArchive<'a, Error = E> + '_),
    link: Link,
) -> Result<(), E> {
    complete::<P, _>(&mut archive, link, false)
}

/// Completes all objects that lack links, once the value itself was built.
///
/// # Errors
///
/// Those of the archive; and links to what comes later that are in no cell.
pub(crate) fn finish<'a, E: From<Error>>(
    archive: &mut dyn InputArchive<'a, Error = E>,
) -> Result<(), E> {
    while let Some((link, complete)) = archive.objects().and_then(|it| it.next_incomplete()) {
        complete(archive, link)?;
    }
    Ok(())
}

/// Takes links over for each value of a list.
pub(crate) fn relink_slice<'a, T: Deserialize<'a>>(values: &[T], fresh: &mut [T]) -> bool {
    values.len() == fresh.len()
        && values.iter().zip(fresh).all(|(value, fresh)| value.relink(fresh))
}

#[cold]
fn leads_nowhere(row: usize, len: usize) -> Error {
    let detail = format!("a link leads to object {row} of {len}");
    Error::new(ErrorKind::InvalidLink, detail)
}

#[cold]
fn circle<P: Pointer>(row: usize) -> Error {
    let name = object_name(P::Target::SHARED, row);
    let detail = format!("this object owns `{name}`, which is built only after it");
    Error::new(ErrorKind::InvalidLink, detail)
}

#[cold]
fn not_in_cell() -> Error {
    let detail = "this object points back to one of its owners, outside of any cell";
    Error::new(ErrorKind::InvalidLink, detail).with_help(
        "put the `Weak` in a `RefCell`, or the object: only there can it be set on loading",
    )
}

#[cold]
fn no_objects() -> Error {
    Error::new(ErrorKind::Shape, "the archive gives links, but no objects")
}

impl<E> core::fmt::Debug for Objects<'_, E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Objects").field("lens", &self.lens).finish_non_exhaustive()
    }
}
