//! The objects of a value while it is loaded.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::any::{Any, TypeId};
use core::mem;

use super::found::object_name;
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
    /// Rows that lack links to objects that came later.
    incomplete: Vec<usize>,
    relink: Relink<'a, E>,
}

/// Completes the object of a link.
type Relink<'a, E> = for<'r> fn(&mut (dyn InputArchive<'a, Error = E> + 'r), Link) -> Result<(), E>;

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
        let building = Building::default();
        Self { lens, kinds: Vec::new(), last: 0, is_missed: false, building, is_direct: false }
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
                relink: relink::<P, E>,
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
        let fresh = Building { is_object: true, ..Building::default() };
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
        let lacks = mem::replace(&mut self.building, around).is_incomplete;
        let len = self.len(link.table);
        let kind = self.kind::<P>(link);
        let Some(kind) = self.kinds.get_mut(kind) else { return false };
        kind.is_busy = false;
        if let Some(built) = kind.built.downcast_mut::<Vec<P>>() {
            built.push(pointer);
            kind.linked.push(false);
            kind.len = built.len();
        }
        if lacks {
            kind.incomplete.push(link.row);
        }
        kind.len == len && !kind.incomplete.is_empty()
    }

    fn take_incomplete<P: Build<'a>>(&mut self, link: Link) -> Vec<usize> {
        let kind = self.kind::<P>(link);
        self.kinds.get_mut(kind).map(|kind| mem::take(&mut kind.incomplete)).unwrap_or_default()
    }

    fn keep_incomplete<P: Build<'a>>(&mut self, link: Link) {
        let kind = self.kind::<P>(link);
        if let Some(kind) = self.kinds.get_mut(kind) {
            kind.incomplete.push(link.row);
        }
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

    /// An object that lacks links, and what completes it.
    fn next_incomplete(&mut self) -> Option<(Link, Relink<'a, E>)> {
        let mut kinds = self.kinds.iter_mut();
        kinds.find_map(|kind| {
            let row = kind.incomplete.pop()?;
            Some((Link { table: kind.table, row, place: kind.place }, kind.relink))
        })
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

/// The same, for a place where a link may be missing until the object around it is completed.
#[inline(always)]
pub(crate) fn load_or_miss<'a, P: Build<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    link: Link,
) -> Result<Option<P>, A::Error> {
    let may_wait = archive.objects().ok_or_else(no_objects)?.is_in_cell();
    let found = find_or_build(archive, link, may_wait)?;
    if let (None, Some(objects)) = (&found, archive.objects()) {
        objects.building.is_incomplete = true;
    }
    Ok(found)
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
                    complete::<P, A>(archive, next)?;
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
/// into tables which are being built wait for the end.
fn complete<'a, P: Build<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    link: Link,
) -> Result<(), A::Error> {
    let objects = archive.objects().ok_or_else(no_objects)?;
    for row in objects.take_incomplete::<P>(link) {
        let link = Link { row, ..link };
        if !relink_typed::<P, A>(archive, link, true)? {
            archive.objects().ok_or_else(no_objects)?.keep_incomplete::<P>(link);
        }
    }
    Ok(())
}

/// Completes an object: builds another one in its place, now that others are there, and moves what is
/// in cells of the one to the other. `false` if that lacks links, too, as it may while others are
/// being built.
fn relink_typed<'a, P: Build<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    link: Link,
    may_wait: bool,
) -> Result<bool, A::Error> {
    let objects = archive.objects().ok_or_else(no_objects)?;
    let fresh = Building { is_object: may_wait, ..Building::default() };
    let around = mem::replace(&mut objects.building, fresh);
    archive.begin_object(link)?;
    let mut fresh = match P::load(archive) {
        Ok(fresh) => fresh,
        Err(error) => return Err(archive.locate_object(error, P::Target::SHARED, link.row)),
    };
    archive.end_object()?;
    let objects = archive.objects().ok_or_else(no_objects)?;
    if mem::replace(&mut objects.building, around).is_incomplete {
        return Ok(false);
    }
    match objects.find::<P>(link) {
        Ok(Found::Built(pointer)) if pointer.relink(&mut fresh) => Ok(true),
        Ok(_) => Err(archive.locate_object(not_in_cell().into(), P::Target::SHARED, link.row)),
        Err(error) => Err(error.into()),
    }
}

/// Completes an object, by way of an archive whose type is not known.
fn relink<'a, P: Build<'a>, E: From<Error>>(
    mut archive: &mut (dyn InputArchive<'a, Error = E> + '_),
    link: Link,
) -> Result<(), E> {
    relink_typed::<P, _>(&mut archive, link, false).map(drop)
}

/// Completes all objects that lack links, once the value itself was built.
///
/// # Errors
///
/// Those of the archive; and links to what comes later that are in no cell.
pub(crate) fn finish<'a, E: From<Error>>(
    archive: &mut dyn InputArchive<'a, Error = E>,
) -> Result<(), E> {
    while let Some((link, relink)) = archive.objects().and_then(Objects::next_incomplete) {
        relink(archive, link)?;
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
