//! What the parts of a program's type are read from, as a reader looks at it.

use crate::columns::plan::Act;

/// What a spot of a plan is read from: as much as fits a line of the processor's cache.
#[derive(Clone, Copy, Debug)]
pub(in crate::columns) struct Slot<'a, 's> {
    pub(in crate::columns) act: Act,
    /// The slot of its first part.
    pub(in crate::columns) first: usize,
    /// Where each row has its parts; see `Unpacked`.
    pub(in crate::columns) places: &'s [u8],
    pub(in crate::columns) data: Data<'a, 's>,
}

/// What is there for all rows: texts and bytes that live as long as the input, or do not.
#[derive(Clone, Copy, Debug)]
pub(in crate::columns) enum Data<'a, 's> {
    None,
    /// Numbers as little-endian bytes.
    Numbers(&'s [u8]),
    Text(&'a str),
    HeldText(&'s str),
    Bytes(&'a [u8]),
    HeldBytes(&'s [u8]),
    /// The version of a struct or enum, and the tag of a variant.
    Type {
        version: u32,
        tag: u32,
    },
}

/// What is seldom needed of a slot.
#[derive(Clone, Copy, Debug)]
pub(in crate::columns) struct Origin {
    /// How many structs, enums and pointers hold it.
    pub(in crate::columns) depth: u32,
    /// How many pointers of its own lead to it.
    pub(in crate::columns) pointers: u32,
    /// Where its column starts in the archive.
    pub(in crate::columns) offset: usize,
    /// How many parts it has.
    pub(in crate::columns) parts: usize,
}
