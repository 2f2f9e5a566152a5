//! Slots: the spots of a plan with their unpacked data, as the reader uses them.

use crate::columns::plan::Act;

/// The data of a spot. Small, so that a slot fits in a cache line.
#[derive(Clone, Copy, Debug)]
pub(in crate::columns) struct Slot<'a, 's> {
    pub(in crate::columns) act: Act,
    /// The slot of the first part.
    pub(in crate::columns) first: usize,
    /// An entry for each row; see `Unpacked`.
    pub(in crate::columns) places: &'s [u8],
    pub(in crate::columns) data: Data<'a, 's>,
}

/// The data of all rows. `Text` and `Bytes` live as long as the input, the `Held` ones do not.
#[derive(Clone, Copy, Debug)]
pub(in crate::columns) enum Data<'a, 's> {
    None,
    /// Numbers as little-endian bytes.
    Numbers(&'s [u8]),
    Text(&'a str),
    HeldText(&'s str),
    Bytes(&'a [u8]),
    HeldBytes(&'s [u8]),
    /// The version of a struct or enum, or the tag of a variant.
    Type {
        version: u32,
        tag: u32,
    },
}

/// The part of a slot that is seldom needed.
#[derive(Clone, Copy, Debug)]
pub(in crate::columns) struct Origin {
    /// The number of structs, enums and pointers around it.
    pub(in crate::columns) depth: u32,
    /// The number of pointers that lead directly to it.
    pub(in crate::columns) pointers: u32,
    /// The offset of its column in the archive.
    pub(in crate::columns) offset: usize,
    /// The number of parts.
    pub(in crate::columns) parts: usize,
}
