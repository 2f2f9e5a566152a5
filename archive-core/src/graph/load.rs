//! Loads the objects that links lead to.

use alloc::format;
use core::mem;

use super::copies::Copies;
use super::found::{NONE, object_path, usize_of};
use super::late::LateLink;
use super::objects::{Found, Link};
use super::pointer::{Build, Pointer, Share, ShareLoad};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::traits::{OwnCode, uses_own_code};
use crate::{Deserialize, Error, ErrorKind, InputArchive};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::{columns, rows};

/// Returns the object of a link, building it if necessary.
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

/// Like [`load`], for a list element or option whose link may be late. If its object is not built yet, the
/// link is set when the holder is completed.
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

/// Like [`load`], for a map value. If the object is not built yet, the map's holder is read again until all
/// values are there.
pub(crate) fn load_or_leave_out<'a, P: Build<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    link: Link,
) -> Result<Option<P>, A::Error> {
    let may_wait = archive.objects().ok_or_else(no_objects)?.is_in_cell();
    let found = find_or_build(archive, link, may_wait)?;
    if found.is_none() {
        let objects = archive.objects().ok_or_else(no_objects)?;
        objects.set_incomplete(true);
        objects.rebuild();
    }
    Ok(found)
}

/// Finds or builds an object by the archive's own, inlined code.
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
struct OwnBuild<P> {
    link: Link,
    may_wait: bool,
    built: Option<Result<Option<P>, Error>>,
}

#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
impl<'a, P: Build<'a>> OwnCode<'a> for OwnBuild<P> {
    fn with_rows(&mut self, archive: &mut rows::Reader<'a, '_, '_>) {
        self.built = Some(find_or_build(archive, self.link, self.may_wait));
    }

    fn with_columns(&mut self, archive: &mut columns::Reader<'a, '_, '_, '_>) {
        self.built = Some(find_or_build(archive, self.link, self.may_wait));
    }
}

#[inline(never)]
fn note_late<'a, P: Build<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    link: Link,
    index: usize,
) -> Result<(), A::Error> {
    archive.objects().ok_or_else(no_objects)?.note_late::<P>(link, index);
    // For a while, the link is in two lists, each of which may have twice the capacity it needs.
    archive.claim(4, size_of::<LateLink>())
}

/// Returns the object of a link, building it if necessary; or reports that it has to wait for an object that
/// is being built.
#[inline(never)]
fn find_or_build<'a, P: Build<'a>, A: InputArchive<'a>>(
    archive: &mut A,
    link: Link,
    may_wait: bool,
) -> Result<Option<P>, A::Error> {
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    if uses_own_code() {
        let mut build = OwnBuild { link, may_wait, built: None };
        if archive.to_own_code(&mut build) {
            return build.built.unwrap_or_else(|| Err(no_objects())).map_err(A::Error::from);
        }
    }
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
                    complete::<P, A::Error>(archive, next, true)?;
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
    // Besides the object, this pays for its pointer in the table's list, and what is noted of it, which may have twice
    // the capacity they need.
    archive.claim(2, size_of::<P>().saturating_add(size_of::<Copies>()))?;
    begin_claims(archive)?;
    let parts = P::Target::load(archive)?;
    if let Some(copy) = end_claims(archive)? {
        archive.objects().ok_or_else(no_objects)?.note_copy::<P>(link, copy);
    }
    archive.end_object()?;
    Ok(P::build(parts))
}

/// Notes what the limits leave for an object, if it may be copied: only objects of older versions are.
fn begin_claims<'a, A: InputArchive<'a>>(archive: &mut A) -> Result<(), A::Error> {
    if archive.objects().is_some_and(|objects| objects.is_today) {
        return Ok(());
    }
    let left = archive.limits_left();
    archive.objects().ok_or_else(no_objects)?.begin_claims(left);
    Ok(())
}

/// Returns what a copy of the object takes, if it may be copied.
fn end_claims<'a, A: InputArchive<'a>>(archive: &mut A) -> Result<Option<Copies>, A::Error> {
    if archive.objects().is_some_and(|objects| objects.is_today) {
        return Ok(None);
    }
    let left = archive.limits_left();
    Ok(archive.objects().ok_or_else(no_objects)?.end_claims(left))
}

/// Completes the objects of a table that lack links, once all its objects are built. If allowed, objects
/// that link into tables still being built keep waiting. This is rare, so all archives share the code.
pub(super) fn complete<'a, P: Build<'a>, E: From<Error>>(
    archive: &mut (dyn InputArchive<'a, Error = E> + '_),
    link: Link,
    may_wait: bool,
) -> Result<(), E> {
    let objects = archive.objects().ok_or_else(no_objects)?;
    let at = objects.kind::<P>(link);
    let (incomplete, late) = objects.take_incomplete(at);
    let mut rest = &late[..];
    for mut object in incomplete {
        let count = if object.late == NONE { 0 } else { usize_of(object.late) };
        let (mut own, after) = rest.split_at_checked(count).unwrap_or_default();
        rest = after;
        let objects = archive.objects().ok_or_else(no_objects)?;
        // Set all late links or none: an object that stays incomplete would get some of them twice.
        if object.late != NONE && objects.leading(own) == own.len() {
            if objects.put_late(at, object, own) {
                if object.is_unchecked {
                    objects.keep_unsettled(at, object);
                }
                continue;
            }
            (object.late, own) = (NONE, &[]);
        }
        let link = Link { row: usize_of(object.row), ..link };
        match relink::<P, E>(archive, link, may_wait)? {
            Again::Complete => {}
            Again::Unchecked => {
                archive.objects().ok_or_else(no_objects)?.keep_unsettled(at, object);
            }
            _ if may_wait => {
                let objects = archive.objects().ok_or_else(no_objects)?;
                objects.keep_incomplete(at, object, own);
            }
            Again::Unsettled => {
                archive.objects().ok_or_else(no_objects)?.keep_unsettled(at, object);
            }
            Again::Lacking => {}
        }
    }
    Ok(())
}

/// The state of an object after it was read again.
enum Again {
    Complete,
    /// It has its links, but others may lack some, so it is not validated yet.
    Unchecked,
    /// It still lacks links, as objects may while others are being built.
    Lacking,
    /// The objects that it copies may still lack links.
    Unsettled,
}

/// Completes an object: builds a second copy, now that its targets are there, and moves the content of the
/// copy's cells into the original.
fn relink<'a, P: Build<'a>, E: From<Error>>(
    mut archive: &mut (dyn InputArchive<'a, Error = E> + '_),
    link: Link,
    may_wait: bool,
) -> Result<Again, E> {
    let objects = archive.objects().ok_or_else(no_objects)?;
    let around = objects.enter(may_wait);
    objects.building.is_again = true;
    archive.begin_object(link)?;
    begin_claims(&mut archive)?;
    let mut fresh = match P::Target::load(&mut archive) {
        Ok(fresh) => fresh,
        Err(error) => return Err(archive.locate_object(error, P::Target::SHARED, link.row)),
    };
    end_claims(&mut archive)?;
    archive.end_object()?;
    let objects = archive.objects().ok_or_else(no_objects)?;
    let own = mem::replace(&mut objects.building, around);
    objects.late.truncate(own.late);
    if own.is_incomplete {
        return Ok(if own.is_unsettled { Again::Unsettled } else { Again::Lacking });
    }
    match objects.find::<P>(link) {
        Ok(Found::Built(pointer)) if pointer.target().relink(&mut fresh) => {
            Ok(if own.is_unchecked { Again::Unchecked } else { Again::Complete })
        }
        Ok(_) => Err(archive.locate_object(not_in_cell().into(), P::Target::SHARED, link.row)),
        Err(error) => Err(error.into()),
    }
}

/// Completes all objects that lack links, once the value itself is built.
///
/// # Errors
///
/// Fails if the archive does, or if a late link is not in a cell.
pub(crate) fn finish<'a, E: From<Error>>(
    archive: &mut dyn InputArchive<'a, Error = E>,
) -> Result<(), E> {
    complete_all(archive)?;
    while archive.objects().is_some_and(|objects| objects.begin_last()) {
        complete_all(archive)?;
    }
    if let Some(objects) = archive.objects() {
        objects.is_done = true;
    }
    Ok(())
}

fn complete_all<'a, E: From<Error>>(
    archive: &mut dyn InputArchive<'a, Error = E>,
) -> Result<(), E> {
    while let Some((link, complete)) = archive.objects().and_then(|it| it.next_incomplete()) {
        complete(archive, link, false)?;
    }
    Ok(())
}

/// Relinks each value of a list.
pub(crate) fn relink_slice<'a, T: Deserialize<'a>>(values: &[T], fresh: &mut [T]) -> bool {
    values.len() == fresh.len()
        && values.iter().zip(fresh).all(|(value, fresh)| value.relink(fresh))
}

#[cold]
fn circle<P: Pointer>(row: usize) -> Error {
    let path = object_path(P::Target::SHARED, row);
    let detail = format!("this object owns `{path}`, which is only built after it");
    Error::new(ErrorKind::InvalidLink, detail)
}

#[cold]
fn not_in_cell() -> Error {
    let detail = "this object points back to one of its owners from outside any cell";
    Error::new(ErrorKind::InvalidLink, detail).with_help(
        "put the `Weak`, or the object, in a `RefCell`: loading can only set it there; if a type with hand-written \
        impls holds it, see `Deserialize::relink`",
    )
}

#[cold]
fn no_objects() -> Error {
    Error::new(ErrorKind::Shape, "the archive has links, but no objects")
}
