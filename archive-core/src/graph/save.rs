//! Saves links to objects, and the tables of the objects.

use alloc::vec::Vec;

use arrayvec::ArrayVec;

use super::found::{Graph, usize_of};
use super::made::find_made;
use super::pointer::{Pointer, Share};
use crate::traits::BLOCK;
use crate::traits::Batches;
use crate::{Error, OutputArchive, Room, Serialize, Step};

/// Saves the object at an index of a kind, for an archive that cannot reach it otherwise.
pub(crate) fn object(
    archive: &mut dyn OutputArchive<Error = Error>,
    kind: usize,
    index: usize,
) -> Result<(), Error> {
    match archive.graph().and_then(|graph| graph.other(kind)) {
        Some((pointers, write)) => write(&*pointers, index, archive),
        None => Ok(()),
    }
}

/// Saves a link to an object. The first link into a table also saves the table.
#[inline(never)]
pub(crate) fn save<P: Pointer<Target: Serialize>, A: OutputArchive>(
    pointer: &P,
    archive: &mut A,
) -> Result<(), A::Error> {
    let Some(graph) = archive.graph() else {
        return Ok(());
    };
    if !graph.is_arranged() {
        return graph.meet(pointer).map_err(A::Error::from);
    }
    let (table, id) = match graph.find::<P>(pointer.address()) {
        Some(found) => found,
        None => find_made(pointer, archive)?,
    };
    archive.link(id)?;
    save_table::<P, A>(table, archive)
}

/// Saves links to many objects, then their table.
pub(crate) fn save_rows<'v, P: Pointer<Target: Serialize> + 'v, A: Batches>(
    mut pointers: impl Iterator<Item = &'v P>,
    archive: &mut A,
) -> Result<(), A::Error> {
    loop {
        let mut ids = ArrayVec::<u32, BLOCK>::new();
        let mut table = None;
        for pointer in pointers.by_ref().take(BLOCK) {
            let graph = archive.graph().ok_or_else(changed)?;
            let (found, id) = match graph.find::<P>(pointer.address()) {
                Some(found) => found,
                None => find_made(pointer, archive)?,
            };
            table = Some(found);
            let _ = ids.try_push(id);
        }
        let Some(table) = table else { return Ok(()) };
        archive.number_rows(Room::new().gather_slice(&ids, |id| id)?, |id| *id)?;
        save_table::<P, A>(table, archive)?;
    }
}

/// Saves many weak pointers, given by their addresses.
pub(crate) fn save_weak_rows<P: Pointer<Target: Serialize>, A: Batches>(
    mut addresses: impl Iterator<Item = usize>,
    archive: &mut A,
) -> Result<(), A::Error> {
    loop {
        let mut ids = ArrayVec::<Option<u32>, BLOCK>::new();
        let mut table = None;
        let graph = archive.graph().ok_or_else(changed)?;
        for address in addresses.by_ref().take(BLOCK) {
            let found = graph.find::<P>(address);
            table = found.map(|(table, _)| table).or(table);
            let _ = ids.try_push(found.map(|(_, id)| id));
        }
        if ids.is_empty() {
            return Ok(());
        }
        archive.option_rows(Room::new().gather_slice(&ids, |id| id)?)?;
        if let Some(table) = table {
            save_table::<P, A>(table, archive)?;
        }
    }
}

/// Whether pointers are saved as links.
pub(crate) fn saves_links<A: OutputArchive>(archive: &mut A) -> bool {
    archive.graph().is_some_and(|graph| graph.is_arranged())
}

/// Saves a table, unless it was saved before.
fn save_table<P: Pointer<Target: Serialize>, A: OutputArchive>(
    table: usize,
    archive: &mut A,
) -> Result<(), A::Error> {
    let Some(objects) = archive.graph().and_then(|graph| graph.unwritten::<P>(table)) else {
        return Ok(());
    };
    let all = objects.downcast_ref::<Vec<P>>().map_or(&[][..], Vec::as_slice);
    let (len, mixed) = match archive.graph() {
        Some(graph) => (graph.table_len(table), graph.kinds_of(table)),
        None => (0, None),
    };
    archive.begin_table(table, len)?;
    match mixed {
        None => P::Target::save_all(all, archive)?,
        Some(kinds) => save_mixed::<P, A>(all, &kinds, archive)?,
    }
    archive.end_table()
}

/// Saves a table whose objects have several types of pointers.
#[cold]
fn save_mixed<P: Pointer<Target: Serialize>, A: OutputArchive>(
    own: &[P],
    kinds: &[u32],
    archive: &mut A,
) -> Result<(), A::Error> {
    let this = archive.graph().and_then(Graph::kind::<P>);
    let mut own = own.iter();
    let mut next: Vec<usize> = Vec::new();
    for kind in kinds.iter().map(|kind| usize_of(*kind)) {
        if Some(kind) == this {
            let object = own.next().ok_or_else(changed)?;
            P::Target::save_all(core::slice::from_ref(object), archive)?;
            continue;
        }
        if next.len() <= kind {
            next.resize(kind.saturating_add(1), 0);
        }
        let Some(index) = next.get_mut(kind) else { continue };
        archive.object(kind, *index)?;
        *index = index.saturating_add(1);
    }
    Ok(())
}

/// Saves a weak pointer: a link, if something else holds the object.
#[inline(never)]
pub(crate) fn save_weak<P: Pointer<Target: Serialize>, A: OutputArchive>(
    address: usize,
    archive: &mut A,
) -> Result<(), A::Error> {
    let Some(graph) = archive.graph() else {
        return archive.option(false);
    };
    if !graph.is_arranged() {
        return graph.meet_weak::<P>(address).map_err(A::Error::from);
    }
    let Some((table, id)) = graph.find::<P>(address) else {
        return archive.option(false);
    };
    archive.option(true)?;
    archive.link(id)?;
    save_table::<P, A>(table, archive)
}

/// Records that the next part is directly in a list or map, so that inside a cell it may be set later.
#[inline(always)]
pub(crate) fn expect_direct<A: OutputArchive>(archive: &mut A) {
    if let Some(graph) = archive.graph() {
        graph.tracing.expects_direct = true;
    }
}

/// Saves a list of pointers; inside a cell, each of them may be set later.
pub(crate) fn save_slice<P: Pointer<Target: Serialize> + Serialize, A: OutputArchive>(
    values: &[P],
    archive: &mut A,
) -> Result<(), A::Error> {
    let is_tracing = archive.graph().is_some_and(|graph| !graph.is_arranged());
    if !is_tracing {
        return archive.slice(values);
    }
    save_each(values.iter(), archive)
}

/// The same for pointers that are not in one slice.
pub(crate) fn save_each<'v, P: Pointer<Target: Serialize> + Serialize, A: OutputArchive>(
    values: impl ExactSizeIterator<Item = &'v P>,
    archive: &mut A,
) -> Result<(), A::Error> {
    archive.begin_list(values.len())?;
    for (index, value) in values.enumerate() {
        expect_direct(archive);
        archive.part(Step::Element(index), value)?;
    }
    archive.end_list();
    Ok(())
}

#[cold]
pub(super) fn changed() -> Error {
    crate::rows::changed().with_help(
        "keep other threads from changing it, or save a clone; a `to_stored` or a converter that makes objects has to \
         make the same ones each time",
    )
}
