//! Makes sure that an object has all its links before it is copied.
//!
//! A field that was shared and no longer is gets a copy of the object when loaded. That object may still
//! lack late links. If no object is being built, it is completed first. Otherwise the object that copies it
//! is read once more after all others are complete. This goes one object at a time, as calls would nest as
//! deep as the links lead.
//!
//! The same goes for values that are validated: all objects that they lead to must have their links.

use super::late::{Building, Incomplete};
use super::load::finish;
use super::objects::Objects;
use crate::{Error, InputArchive, Step, Type};

/// Makes sure that the objects in a field's value have their links before it is converted.
///
/// # Errors
///
/// Fails like [`finish`].
#[inline(always)]
pub(crate) fn settle<'a, A: InputArchive<'a>>(
    archive: &mut A,
    field: Step<'_>,
) -> Result<(), A::Error> {
    match archive.objects() {
        Some(objects) if objects.lack_links() => settle_links(archive, field),
        _ => Ok(()),
    }
}

#[inline(never)]
fn settle_links<'a, E: From<Error>>(
    archive: &mut (dyn InputArchive<'a, Error = E> + '_),
    field: Step<'_>,
) -> Result<(), E> {
    let Step::Field(record, index) = field else { return Ok(()) };
    let Some(ty) = record.fields().get(index).map(|field| field.ty) else { return Ok(()) };
    let is_settled = |objects: &mut Objects<'a, E>| !objects.may_hold(ty) || objects.must_wait();
    if archive.objects().is_none_or(is_settled) { Ok(()) } else { finish(archive) }
}

/// Whether a value may be validated now. If not, its object will be read once more when all objects have their links.
///
/// # Errors
///
/// Fails like [`finish`].
#[inline(always)]
pub(crate) fn may_validate<'a, A: InputArchive<'a>>(archive: &mut A) -> Result<bool, A::Error> {
    match archive.objects() {
        Some(objects) if objects.are_lacking() => {
            if objects.must_check_later() {
                return Ok(false);
            }
            finish(archive).map(|()| true)
        }
        _ => Ok(true),
    }
}

impl<E: From<Error>> Objects<'_, E> {
    /// Whether the value being read, or an object that it may lead to, lacks links.
    #[inline]
    fn are_lacking(&self) -> bool {
        let Building { is_again, is_incomplete, .. } = self.building;
        !self.is_last && (is_again || is_incomplete || self.lack_links())
    }

    /// Whether an object is being read, which is marked to be validated later.
    fn must_check_later(&mut self) -> bool {
        let Building { is_object, is_again, .. } = self.building;
        self.building.is_unchecked = true;
        // When it is read again, it gets its links, and others may still lack some.
        self.building.is_incomplete |= is_object && !is_again;
        is_object || is_again
    }

    /// Whether any built object lacks links.
    #[inline]
    fn lack_links(&self) -> bool {
        self.kinds.iter().any(|kind| !kind.incomplete.is_empty())
    }

    /// Whether values of a type may hold objects.
    fn may_hold(&mut self, ty: &'static Type) -> bool {
        self.alone.levels(ty).is_none()
    }

    /// Whether an object is being read. If so, it is marked to be read once more at the end, unless this is
    /// the end.
    fn must_wait(&mut self) -> bool {
        let Building { is_object, is_again, .. } = self.building;
        if (is_object || is_again) && !self.is_last {
            self.building.is_incomplete = true;
            self.building.is_rebuilt = true;
            self.building.is_unsettled = true;
        }
        is_object || is_again
    }

    /// Keeps an object to be read once more at the end.
    pub(super) fn keep_unsettled(&mut self, at: usize, object: Incomplete) {
        if let Some(kind) = self.kinds.get_mut(at) {
            kind.unsettled.push(object.read_again());
        }
    }

    /// Starts a pass over the objects kept for the end; `false` if there are none left.
    pub(super) fn begin_last(&mut self) -> bool {
        self.is_last = false;
        for kind in self.kinds.iter_mut().filter(|kind| !kind.unsettled.is_empty()) {
            kind.incomplete.append(&mut kind.unsettled);
            self.is_last = true;
        }
        self.is_last
    }
}
