//! Checks on the parts of a value that shared code visits through a trait object.

use crate::size::other_size;
use crate::{Error, ErrorKind};

/// The state before a part that shared code visits. With it, a part that does not take the bytes its type
/// declares is reported, and an error without an offset gets one.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The bytes left, if values take what their types declare.
    pub(super) room: Option<usize>,
    /// The part's offset in the archive.
    pub(super) offset: Option<u64>,
}

// Debug builds move anything larger by a call; see `Scope`.
const _: () = assert!(size_of::<Result<Start, Error>>() <= 32);

impl Start {
    /// Whether the part took exactly the bytes that its type declares, if the archive counts them.
    pub(super) fn has_taken(self, size: usize, left: Option<usize>) -> bool {
        match (self.room, left) {
            (Some(before), Some(after)) => before.wrapping_sub(after) == size,
            _ => true,
        }
    }
}

/// What is known about a part that failed.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub(super) start: Start,
    /// Its size in rows, if that is fixed.
    pub(super) size: Option<usize>,
}

impl Part {
    /// The error of the part. If its kind is in `cut`, the input ended too early; with as many bytes left as
    /// the type declares, the declaration is wrong, and the error says that instead.
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
