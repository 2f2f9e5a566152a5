//! The levels that a large value takes when it is nested.
//!
//! A value that holds itself is built on the stack as often as it is nested, with some copies where nothing is optimized.
//! One of up to 512 bytes is a level, as all structs are; a larger one is more of them, but no more than 32, so that what the
//! default depth admits does not take more stack than a thread has: 2 MiB are enough for values of up to 16 KiB.

use crate::{InputArchive, OutputArchive};

/// As many bytes of a value are a level.
const LEVEL: usize = 512;

/// The most levels of a type beyond that of its struct: some of it may be nested, however large it is.
const MOST: usize = 31;

/// The levels of a type beyond that of its struct.
const fn levels<T>() -> usize {
    let more = size_of::<T>().saturating_sub(LEVEL).div_ceil(LEVEL);
    if more < MOST { more } else { MOST }
}

/// Enters the levels of a type that holds itself, to save it.
///
/// # Errors
///
/// It is nested too deep.
#[inline(always)]
pub fn put_levels<T, A: OutputArchive>(archive: &mut A) -> Result<(), A::Error> {
    for _ in 0..const { levels::<T>() } {
        archive.begin_pointer()?;
    }
    Ok(())
}

/// Leaves them.
#[inline(always)]
pub fn put_levels_end<T, A: OutputArchive>(archive: &mut A) {
    for _ in 0..const { levels::<T>() } {
        archive.end_pointer();
    }
}

/// Enters the levels of a type that holds itself, to load it.
///
/// # Errors
///
/// It is nested too deep.
#[inline(always)]
pub fn get_levels<'a, T, A: InputArchive<'a>>(archive: &mut A) -> Result<(), A::Error> {
    for _ in 0..const { levels::<T>() } {
        archive.begin_pointer()?;
    }
    Ok(())
}

/// Leaves them.
#[inline(always)]
pub fn get_levels_end<'a, T, A: InputArchive<'a>>(archive: &mut A) {
    for _ in 0..const { levels::<T>() } {
        archive.end_pointer();
    }
}
