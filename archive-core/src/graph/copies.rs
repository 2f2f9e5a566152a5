//! Copies of shared objects, made for fields that share them no longer.
//!
//! A few bytes of links can lead to many copies, and copies can contain copies. So what an object takes is noted when it
//! is built, and charged for each copy of it.

use super::late::Building;
use super::objects::Objects;
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

impl Building {
    /// Begins an object.
    pub(super) fn begin_claims(&mut self, left: Left) {
        self.begun = Some(left);
    }

    /// Ends an object, and notes what a copy of it takes: what was claimed for it, without the objects built meanwhile.
    pub(super) fn end_claims(&mut self, left: Left) {
        let begun = self.begun.map_or(0, |begun| begun.memory);
        self.claimed = begun.saturating_sub(left.memory);
        self.copy.memory = self.claimed.saturating_sub(self.beside);
        self.copy.levels = self.copy.levels.max(1);
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
    let Some(objects) = archive.objects() else { return read(archive) };
    let around = core::mem::take(&mut objects.building.copies);
    let value = read(archive)?;
    match charge(archive, around) {
        Ok(()) => Ok(value),
        Err(error) => Err(archive.locate(error, field)),
    }
}

/// Charges the copies of all objects that links led to since, and restores those before.
#[inline(never)]
fn charge<'a, A: InputArchive<'a>>(archive: &mut A, around: Copies) -> Result<(), A::Error> {
    let left = archive.limits_left();
    let Some(objects) = archive.objects() else { return Ok(()) };
    let building = &mut objects.building;
    let Copies { memory, levels } = core::mem::replace(&mut building.copies, around);
    if levels > left.levels {
        return Err(too_deep(building.begun.map_or(left, |begun| begun).levels).into());
    }
    // A struct of nothing but such fields may not count its own level.
    let above = building.begun.map_or(0, |begun| begun.levels.saturating_sub(left.levels)).max(1);
    building.copy.levels = building.copy.levels.max(above.saturating_add(levels));
    archive.claim(memory, 1)
}

impl<E: From<Error>> Objects<'_, E> {
    /// Notes what a built object takes, if it may be copied: only values of older versions are.
    pub(super) fn note_copy(&mut self, at: usize, own: &Building) {
        self.building.beside = self.building.beside.saturating_add(own.claimed);
        if let Some(kind) = self.kinds.get_mut(at).filter(|_| !self.is_today) {
            kind.copies.push(own.copy);
        }
    }
}
