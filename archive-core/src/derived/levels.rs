//! The depth that large recursive values are charged.
//!
//! A recursive value is built on the stack once per nesting level, plus some copies in debug builds. A type
//! of up to 512 bytes counts as one level, like every struct; a larger one counts as up to 32. So whatever
//! the default depth limit admits fits on a 2 MiB thread stack, for values of up to 16 KiB.

use crate::{InputArchive, OutputArchive};

/// The bytes of a value per level.
const LEVEL: usize = 512;

/// The maximum of extra levels, so that even a large type may be nested a little.
const MOST: usize = 31;

/// The levels of a type beyond the one that every struct is charged.
const fn levels<T>() -> usize {
    let more = size_of::<T>().saturating_sub(LEVEL).div_ceil(LEVEL);
    if more < MOST { more } else { MOST }
}

/// Enters the extra levels of a recursive type, to save it.
///
/// # Errors
///
/// Fails if it is nested too deeply.
#[inline(always)]
pub fn put_levels<T, A: OutputArchive>(archive: &mut A) -> Result<(), A::Error> {
    for _ in 0..const { levels::<T>() } {
        archive.begin_pointer()?;
    }
    Ok(())
}

/// Leaves the extra levels.
#[inline(always)]
pub fn put_levels_end<T, A: OutputArchive>(archive: &mut A) {
    for _ in 0..const { levels::<T>() } {
        archive.end_pointer();
    }
}

/// Enters the extra levels of a recursive type, to load it.
///
/// # Errors
///
/// Fails if it is nested too deeply.
#[inline(always)]
pub fn get_levels<'a, T, A: InputArchive<'a>>(archive: &mut A) -> Result<(), A::Error> {
    for _ in 0..const { levels::<T>() } {
        archive.begin_pointer()?;
    }
    Ok(())
}

/// Leaves the extra levels.
#[inline(always)]
pub fn get_levels_end<'a, T, A: InputArchive<'a>>(archive: &mut A) {
    for _ in 0..const { levels::<T>() } {
        archive.end_pointer();
    }
}
