//! Copies of objects are made of such as have their links.
//!
//! What was shared, and is no more, is copied while it is loaded. The object that is copied may lack links to what is built
//! after it. Where nothing is being built, it is completed first. An object that copies another is read once more, when all
//! others are complete; one by one, as calls would be nested as deep as links lead.

use super::late::{Building, Incomplete};
use super::load::finish;
use super::objects::Objects;
use crate::{Error, InputArchive, Step, Type};

/// Sees to it that the objects in the value of a field have their links before it is converted.
///
/// # Errors
///
/// As [`finish`].
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

impl<E: From<Error>> Objects<'_, E> {
    /// Whether objects that were built lack links.
    #[inline]
    fn lack_links(&self) -> bool {
        self.kinds.iter().any(|kind| !kind.incomplete.is_empty())
    }

    /// Whether values of a type may hold objects.
    fn may_hold(&mut self, ty: &'static Type) -> bool {
        self.alone.levels(ty).is_none()
    }

    /// Whether an object is being read, which then is read once more in the end, unless this is the end.
    fn must_wait(&mut self) -> bool {
        let Building { is_object, is_again, .. } = self.building;
        if (is_object || is_again) && !self.is_last {
            self.building.is_incomplete = true;
            self.building.is_rebuilt = true;
            self.building.is_unsettled = true;
        }
        is_object || is_again
    }

    /// Keeps an object that is to be read once more in the end.
    pub(super) fn keep_unsettled(&mut self, at: usize, object: Incomplete) {
        if let Some(kind) = self.kinds.get_mut(at) {
            kind.unsettled.push(object);
        }
    }

    /// Has those read that were kept for the end; `false` if there are none, so that this is over.
    pub(super) fn begin_last(&mut self) -> bool {
        self.is_last = false;
        for kind in self.kinds.iter_mut().filter(|kind| !kind.unsettled.is_empty()) {
            kind.incomplete.append(&mut kind.unsettled);
            self.is_last = true;
        }
        self.is_last
    }
}
