//! Parts that are visited by code which does not know the archive.

use crate::size::other_size;
use crate::{Error, ErrorKind};

/// Where a part began that is visited by code which does not know the archive: so a part that does not take
/// the bytes which its type declares is found out, and what fails without a place gets one.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// How many bytes were left there, if values take what their types declare.
    pub(super) room: Option<usize>,
    /// Where in the archive it began.
    pub(super) offset: Option<u64>,
}

// As for `Scope`.
const _: () = assert!(size_of::<Result<Start, Error>>() <= 32);

impl Start {
    /// Whether the part took the bytes that its type declares, if so many are left.
    pub(super) fn has_taken(self, size: usize, left: Option<usize>) -> bool {
        match (self.room, left) {
            (Some(before), Some(after)) => before.wrapping_sub(after) == size,
            _ => true,
        }
    }
}

/// A part in which something failed.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub(super) start: Start,
    /// The bytes that it takes in rows, if all values of its type do.
    pub(super) size: Option<usize>,
}

impl Part {
    /// The error of the part, if some kinds of errors mean that the bytes did not suffice: where there were as
    /// many as its type declares, it is not what it declares.
    pub(crate) fn error(self, error: Error, cut: &[ErrorKind]) -> Error {
        let Start { room, offset } = self.start;
        let had_all = self.size.zip(room).is_some_and(|(size, room)| room >= size);
        let error = if had_all && cut.contains(&error.kind()) { other_size() } else { error };
        match offset {
            Some(offset) => error.at_offset(offset),
            None => error,
        }
    }
}
