//! Copies of shared objects, made for fields that share them no longer.
//!
//! A few bytes of links can lead to many copies, and copies can contain copies. So what an object takes is noted when it
//! is built, and charged for each copy of it.

use super::objects::{Link, Objects};
use super::pointer::Build;
use crate::limits::too_deep;
use crate::{Error, InputArchive, Step};

/// What the limits of an archive leave at some place.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// How much memory may still be claimed, in bytes.
    pub memory: usize,
    /// How many more levels of structs, enums and pointers are allowed.
    pub levels: u32,
}

impl Left {
    /// For an archive without limits.
    pub(crate) const UNKNOWN: Self = Self { memory: usize::MAX, levels: u32::MAX };
}

/// What copies of objects take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Copies {
    /// The memory of all of them, in bytes.
    memory: usize,
    /// The levels of the deepest, as far as it consists of copies itself.
    levels: u32,
}

impl Copies {
    pub(super) fn add(&mut self, copy: Self) {
        self.memory = self.memory.saturating_add(copy.memory);
        self.levels = self.levels.max(copy.levels);
    }
}

/// What was claimed since an object was begun.
#[derive(Debug)]
pub(super) struct Claims {
    begun: Left,
    /// How much memory was claimed for other objects meanwhile.
    beside: usize,
    /// The levels of the deepest copy in it.
    levels: u32,
    /// The objects that links led to, in a field that is read to be copied.
    linked: Copies,
}

impl Claims {
    fn since(begun: Left) -> Self {
        Self { begun, beside: 0, levels: 0, linked: Copies::default() }
    }
}

impl<'a, E: From<Error>> Objects<'a, E> {
    /// Begins an object.
    pub(super) fn begin_claims(&mut self, left: Left) {
        self.claims.push(Claims::since(left));
    }

    /// Ends an object, and returns what a copy of it takes: what was claimed for it, without the objects built meanwhile.
    pub(super) fn end_claims(&mut self, left: Left) -> Option<Copies> {
        let Claims { begun, beside, levels, .. } = self.claims.pop()?;
        let claimed = begun.memory.saturating_sub(left.memory);
        if let Some(around) = self.claims.last_mut() {
            around.beside = around.beside.saturating_add(claimed);
        }
        Some(Copies { memory: claimed.saturating_sub(beside), levels: levels.max(1) })
    }

    /// Keeps what a copy of the object takes that is built next.
    pub(super) fn note_copy<P: Build<'a>>(&mut self, link: Link, copy: Copies) {
        let at = self.kind::<P>(link);
        if let Some(kind) = self.kinds.get_mut(at) {
            kind.copies.push(copy);
        }
    }

    /// Records that a link led to an object.
    #[inline(always)]
    pub(super) fn note_link(&mut self, kind: usize, row: usize) {
        let copy = self.kinds.get(kind).and_then(|kind| kind.copies.get(row));
        if let (Some(copy), Some(claims)) = (copy, self.claims.last_mut()) {
            claims.linked.add(*copy);
        }
    }
}

/// Reads a field whose objects are then copied, and charges the copies.
///
/// # Errors
///
/// Fails if the field does, or if the limits do not allow the copies.
pub(crate) fn with_copies<'a, T, A: InputArchive<'a>>(
    archive: &mut A,
    field: Step<'_>,
    read: impl FnOnce(&mut A) -> Result<T, A::Error>,
) -> Result<T, A::Error> {
    let left = archive.limits_left();
    let Some(objects) = archive.objects().filter(|objects| !objects.is_today) else {
        return read(archive);
    };
    if objects.claims.is_empty() {
        objects.claims.push(Claims::since(left));
    }
    let around = objects.claims.last_mut().map(|claims| core::mem::take(&mut claims.linked));
    let value = read(archive)?;
    match charge(archive, around.unwrap_or_default()) {
        Ok(()) => Ok(value),
        Err(error) => Err(archive.locate(error, field)),
    }
}

/// Charges the copies of all objects that links led to since, and restores those before.
#[inline(never)]
fn charge<'a, A: InputArchive<'a>>(archive: &mut A, around: Copies) -> Result<(), A::Error> {
    let left = archive.limits_left();
    let claims = archive.objects().and_then(|objects| objects.claims.last_mut());
    let Some(claims) = claims else { return Ok(()) };
    let Copies { memory, levels } = core::mem::replace(&mut claims.linked, around);
    let begun = claims.begun.levels;
    if levels > left.levels {
        return Err(too_deep(begun).into());
    }
    // A struct of nothing but such fields may not count its own level.
    let above = begun.saturating_sub(left.levels).max(1);
    claims.levels = claims.levels.max(above.saturating_add(levels));
    archive.claim(memory, 1)
}
