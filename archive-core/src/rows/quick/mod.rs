//! Rows, for as long as nothing fails.
//!
//! These archives tell that something failed, but neither what nor where: the value is then
//! visited once more by the archives that do ([`Reader`](super::Reader), [`Writer`](super::Writer)).
//! So the code of a type has nothing in it that serves errors only, a result is a flag in a
//! register, and what an archive has left of its bytes stays in registers too. For the latter,
//! functions that are not inlined take and give what is left by value.

mod bools;
mod copy;
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

/// The most calls to an archive that a type is for its code to be inlined into another's.
const MOST_PARTS: u32 = 40;

/// Whether a type is large enough for its code to be a function of its own.
pub(crate) const fn is_large<T: Describe + ?Sized>() -> bool {
    T::SIZE.parts > MOST_PARTS
}

/// Whether a part of this type is visited by a function of its own: one that is large, or one
/// whose code holds on to the archive by reference.
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

/// What all readers of a load share.
pub(crate) struct Terms<'s> {
    /// Memory that may still be reserved, in bytes.
    pub(crate) budget: Cell<usize>,
    pub(crate) versions: &'s Versions,
    pub(crate) lent: Lent<'s>,
}

impl<'s> Terms<'s> {
    pub(crate) fn new(budget: usize, versions: &'s Versions, lent: Lent<'s>) -> Self {
        Self { budget: Cell::new(budget), versions, lent }
    }

    /// The memory that may still be reserved.
    pub(crate) fn budget(&self) -> usize {
        self.budget.get()
    }

    /// Takes memory off the budget.
    #[inline(always)]
    pub(crate) fn claim(&self, wanted: usize) -> Result<(), Failed> {
        self.budget.set(self.budget().checked_sub(wanted).ok_or(Failed)?);
        Ok(())
    }

    /// Whether values of a type are not as they are today.
    #[inline(always)]
    pub(crate) fn is_past<T: Describe + ?Sized>(&self) -> bool {
        T::SIZE.evolves && !self.versions.is_today()
    }
}

/// Reads the value that is all of the bytes.
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

/// Drops a value in a place of its own, so that the one that is returned has none: small values cost
/// more to move than to read.
#[cold]
#[inline(never)]
fn discard<T>(_: T) -> Failed {
    Failed
}

/// Reads a value off the front of some bytes, and gives what is left of them.
pub(crate) fn read_front<'a, T: Deserialize<'a>>(
    bytes: &'a [u8],
    depth: u32,
    terms: &Terms<'_>,
) -> Result<(T, &'a [u8]), Failed> {
    let mut reader = Today { rest: bytes, depth, terms };
    let value = T::deserialize(&mut reader)?;
    Ok((value, reader.rest))
}
