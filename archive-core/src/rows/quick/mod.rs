//! The fast reader and writer of rows, which do not report errors.
//!
//! If something fails, they only say so: [`Failed`]. Then the value is visited again by the archives that report what
//! failed and where ([`Reader`](super::Reader), [`Writer`](super::Writer)). So the code compiled for a type has
//! nothing in it that serves only errors, a result is a flag in a register, and an archive's remaining bytes stay in
//! registers. For the latter, functions that are not inlined take and return the remaining bytes by value.

mod bools;
mod copy;
mod cursor;
mod lists;
mod reader;
mod run;
mod writer;

pub(crate) use bools::extend_bools;
pub(crate) use copy::{copy, copy_any, copy_pieces};
pub(crate) use reader::QuickReader;
pub(crate) use run::{write_front, write_one};
pub(crate) use writer::QuickWriter;

use core::cell::Cell;

use reader::Today;

use crate::context::Lent;
use crate::versions::Versions;
use crate::{Describe, Deserialize, Error, InputArchive, Kind};

/// Something failed.
#[derive(Clone, Copy, Debug)]
pub struct Failed;

impl From<Error> for Failed {
    #[cold]
    fn from(_: Error) -> Self {
        Self
    }
}

/// A type that makes more calls than this to an archive is not inlined into other types.
const MOST_PARTS: u32 = 40;

/// Whether the code of a type is large enough to be a function that is not inlined.
pub(crate) const fn is_large<T: Describe + ?Sized>() -> bool {
    T::SIZE.parts > MOST_PARTS
}

/// Whether a part of this type is visited by a function that is not inlined: if it is large, or if its code keeps a
/// reference to the archive.
const fn is_apart<T: Describe + ?Sized>() -> bool {
    is_large::<T>()
        || matches!(
            T::TYPE.kind,
            Kind::Boxed(_)
                | Kind::Shared(_)
                | Kind::Heap(_)
                | Kind::Set(_)
                | Kind::HashSet(_)
                | Kind::HashMap(..)
        )
}

/// The state that all readers of a load share.
pub(crate) struct Terms<'s> {
    /// How much memory may still be reserved, in bytes.
    pub(crate) budget: Cell<usize>,
    pub(crate) versions: &'s Versions,
    pub(crate) lent: Lent<'s>,
}

impl<'s> Terms<'s> {
    pub(crate) fn new(budget: usize, versions: &'s Versions, lent: Lent<'s>) -> Self {
        Self { budget: Cell::new(budget), versions, lent }
    }

    /// How much memory may still be reserved.
    pub(crate) fn budget(&self) -> usize {
        self.budget.get()
    }

    /// Takes memory off the budget.
    #[inline(always)]
    pub(crate) fn claim(&self, wanted: usize) -> Result<(), Failed> {
        self.budget.set(self.budget().checked_sub(wanted).ok_or(Failed)?);
        Ok(())
    }

    /// Whether values of a type may have another form than they have today.
    #[inline(always)]
    pub(crate) fn is_past<T: Describe + ?Sized>(&self) -> bool {
        T::SIZE.evolves && !self.versions.is_today()
    }
}

/// Reads a value that takes all of the bytes.
#[inline(always)]
pub(crate) fn read<'a, T: Deserialize<'a>>(
    bytes: &'a [u8],
    depth: u32,
    terms: &Terms<'_>,
) -> Result<T, Failed> {
    let mut reader = Today { rest: bytes, depth, terms };
    match reader.held() {
        Ok(value) if reader.rest.is_empty() => Ok(value),
        Ok(value) => Err(discard(value)),
        Err(failed) => Err(failed),
    }
}

/// Drops a value in a separate function, so that the value returned need not be moved: moving small values costs more
/// than reading them.
#[cold]
#[inline(never)]
fn discard<T>(_: T) -> Failed {
    Failed
}

/// Reads a value off the front of some bytes. Also returns the remaining bytes.
pub(crate) fn read_front<'a, T: Deserialize<'a>>(
    bytes: &'a [u8],
    depth: u32,
    terms: &Terms<'_>,
) -> Result<(T, &'a [u8]), Failed> {
    let mut reader = Today { rest: bytes, depth, terms };
    let value = T::deserialize(&mut reader)?;
    Ok((value, reader.rest))
}
