//! Rows, for as long as nothing fails.
//!
//! These archives tell that something failed, but neither what nor where: the value is then
//! visited once more by the archives that do ([`Reader`](super::Reader), [`Writer`](super::Writer)).
//! So the code of a type has nothing in it that serves errors only, a result is a flag in a
//! register, and what an archive has left of its bytes stays in registers too. For the latter,
//! functions that are not inlined take and give what is left by value.

mod copy;
mod reader;
mod run;
mod writer;

pub(crate) use copy::copy;
pub(crate) use reader::{Terms, read, read_list};
pub(crate) use writer::QuickWriter;

use crate::{Describe, Error, Kind};

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

/// Whether a part of this type is visited by a function of its own: one that is large, or one
/// whose code holds on to the archive by reference.
#[inline(always)]
fn is_apart<T: Describe + ?Sized>() -> bool {
    T::SIZE.parts > MOST_PARTS
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
