//! Whether archives share one copy of a type's code.
//!
//! Code of a type that is compiled for each archive is fast and large. Where nobody waits for it, archives
//! meet it as trait objects: where something fails or is seldom done, and always in builds for debugging, which
//! are made more often than their archives are waited for. Tests of this repository are such builds, too, but are
//! to test what is shipped: that is the flag `archive_own_code` (`.cargo/config.toml`). With `ARCHIVE_SHARED_CODE=1`
//! in their environment they test what others have while they debug.
//!
//! The feature `small-code` has optimized builds do the same, for programs that would rather be small and soon compiled.
//!
//! What a build has no use for is left out by `cfg`: of code that is never run, but there, the compiler still finds
//! out what it would call.

use crate::{Deserialize, Error, InputArchive, OutputArchive, Serialize};
use crate::{columns, rows};

/// Whether archives are to use code of their own, where they have some.
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
#[inline(always)]
pub(crate) fn uses_own_code() -> bool {
    #[cfg(all(debug_assertions, feature = "std"))]
    {
        static SHARED: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
        !SHARED.get_or_init(|| std::env::var_os("ARCHIVE_SHARED_CODE").is_some())
    }
    #[cfg(not(all(debug_assertions, feature = "std")))]
    true
}

/// Saves a value by the code that all archives share.
#[inline(never)]
pub(crate) fn save_shared<T: Serialize + ?Sized, E: From<Error>>(
    value: &T,
    mut archive: &mut dyn OutputArchive<Error = E>,
) -> Result<(), E> {
    value.serialize(&mut archive)
}

/// Builds a value by the code that all archives share.
#[inline(never)]
pub(crate) fn load_shared<'a, T: Deserialize<'a>, E: From<Error>>(
    mut archive: &mut dyn InputArchive<'a, Error = E>,
) -> Result<T, E> {
    T::deserialize(&mut archive)
}

/// What is done by code of the archive's own again, where code that is shared has led to something that is
/// often done: to the objects of a graph.
pub trait OwnCode<'a> {
    /// Does it with a reader of rows.
    fn with_rows(&mut self, archive: &mut rows::Reader<'a, '_, '_>);

    /// Does it with a reader of columns.
    fn with_columns(&mut self, archive: &mut columns::Reader<'a, '_, '_, '_>);
}

/// Saves a value by code of the archive's own, if archives have some.
#[inline(always)]
pub(crate) fn save<T: Serialize + ?Sized, A: OutputArchive<Error = Error>>(
    value: &T,
    archive: &mut A,
) -> Result<(), Error> {
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    if uses_own_code() {
        return value.serialize(archive);
    }
    save_shared(value, archive)
}
