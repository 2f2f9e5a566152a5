//! Whether archives share one copy of a type's code.
//!
//! Code of a type that is compiled for each archive is fast and large. Where nobody waits for it, archives
//! meet it as trait objects: in builds for debugging, and where something fails or is seldom done.

use crate::{Deserialize, Error, InputArchive, OutputArchive, Serialize};

/// Whether all archives do, so that the quick ones have no use: builds for debugging, which are made more often
/// than their archives are waited for. Tests of this repository are such builds, too, and are to test what others
/// ship (`.cargo/config.toml`).
pub(crate) const SHARED_CODE: bool = cfg!(all(debug_assertions, not(archive_own_code)));

/// Saves a value by the code that all archives share.
#[inline(never)]
pub(crate) fn save_shared<T: Serialize + ?Sized>(
    value: &T,
    mut archive: &mut dyn OutputArchive<Error = Error>,
) -> Result<(), Error> {
    value.serialize(&mut archive)
}

/// Builds a value by the code that all archives share.
#[inline(never)]
pub(crate) fn load_shared<'a, T: Deserialize<'a>>(
    mut archive: &mut dyn InputArchive<'a, Error = Error>,
) -> Result<T, Error> {
    T::deserialize(&mut archive)
}

/// Saves a value by code of the archive's own, if archives have some.
#[inline(always)]
pub(crate) fn save<T: Serialize + ?Sized, A: OutputArchive<Error = Error>>(
    value: &T,
    archive: &mut A,
) -> Result<(), Error> {
    if SHARED_CODE { save_shared(value, archive) } else { value.serialize(archive) }
}

/// Builds a value by code of the archive's own, if archives have some.
#[inline(always)]
pub(crate) fn load<'a, T: Deserialize<'a>, A: InputArchive<'a, Error = Error>>(
    archive: &mut A,
) -> Result<T, Error> {
    if SHARED_CODE { load_shared(archive) } else { T::deserialize(archive) }
}
