//! Whether archives share one copy of a type's code.
//!
//! Code of a type that is compiled for each archive is fast but large. Rare and failing paths therefore use
//! archives as trait objects, and so do all debug builds, where compile time matters more. The tests of this
//! repository are debug builds too, but should test the code that is shipped, so they set the flag
//! `archive_own_code` (`.cargo/config.toml`). With `ARCHIVE_SHARED_CODE=1` in the environment they test the
//! shared code.
//!
//! The feature `small-code` selects shared code in optimized builds, for smaller programs and faster builds.
//!
//! Unused code is removed by `cfg` rather than by a condition, as the compiler would still instantiate what
//! a dead branch calls.

use crate::{Deserialize, Error, InputArchive, OutputArchive, Serialize};
use crate::{columns, rows};

/// Whether archives use their own copies of types' code, where they have some.
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

/// Whether values are checked before they are saved in rows: in builds for debugging, if they are saved by shared code.
#[inline(always)]
pub(crate) fn checks_visits() -> bool {
    #[cfg(archive_own_code)]
    if uses_own_code() {
        return false;
    }
    cfg!(debug_assertions)
}

/// Saves a value by shared code.
#[inline(never)]
pub(crate) fn save_shared<T: Serialize + ?Sized, E: From<Error>>(
    value: &T,
    mut archive: &mut dyn OutputArchive<Error = E>,
) -> Result<(), E> {
    value.serialize(&mut archive)
}

/// Loads a value by shared code.
#[inline(never)]
pub(crate) fn load_shared<'a, T: Deserialize<'a>, E: From<Error>>(
    mut archive: &mut dyn InputArchive<'a, Error = E>,
) -> Result<T, E> {
    T::deserialize(&mut archive)
}

/// Switches from shared code back to the archive's own code, for frequent work such as the objects of a
/// graph.
pub trait OwnCode<'a> {
    /// Runs it with a reader of rows.
    fn with_rows(&mut self, archive: &mut rows::Reader<'a, '_, '_>);

    /// Runs it with a reader of columns.
    fn with_columns(&mut self, archive: &mut columns::Reader<'a, '_, '_, '_>);
}

/// Saves a value by the archive's own code, if archives have some.
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
