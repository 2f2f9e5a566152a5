//! Columns that are put together to rows before values are built of them.
//!
//! What a table holds in a row, numbers, lengths and tags, is copied from its columns into memory
//! row by row, in blocks that stay in the nearest cache. A row has a size that the compiler knows
//! from the type ([`InRow`](crate::size::InRow)): so one check is made for it, and each part of it
//! is read from a place that is known. Texts, and tables within, stand beside the rows; as all
//! values are read in their order, the reader only keeps what is left of them.
//!
//! This is for types of today that visit what they declare. In all else the values are read by the
//! readers that look each part up ([`reader`](super::reader)).

mod build;
mod draft;
mod input;
mod read;
mod side;
mod stage;
#[cfg(test)]
mod tests;

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::Cell;

use super::block::Directory;
use super::plan::Plan;
use crate::Deserialize;
use build::Build;
use read::Reader;
use side::Side;

/// Small types have so many parts.
const FEW: usize = 16;

/// What is read.
pub(super) struct Tables<'a, 'b, 'p> {
    pub(super) plan: &'p Plan,
    pub(super) directory: &'p Directory,
    pub(super) blocks: &'b [Option<Cow<'a, [u8]>>],
    /// Memory that may be reserved.
    pub(super) budget: usize,
    pub(super) depth: u32,
}

impl<'a> Tables<'a, '_, '_> {
    /// Reads the value; nothing if that is for another reader, or something is wrong.
    #[inline(never)]
    pub(super) fn read<T: Deserialize<'a>>(&self) -> Option<T> {
        let row = T::SIZE.in_row?;
        let mut build = self.build();
        build.root()?;
        let Build { sides, columns, budget, .. } = build;
        let sides: Vec<Side<'a, '_>> =
            sides.iter().map(|draft| draft.side(self.plan, &columns)).collect();
        let budget = Cell::new(budget);
        let Some(Side::Table(root)) = sides.first() else {
            return None;
        };
        if root.row != row {
            return None;
        }
        let mut reader = Reader::new(&sides, &budget);
        reader.enter_rows(root, 1).ok()?;
        let value = reader.value::<T>().ok()?;
        sides.iter().all(Side::is_read).then_some(value)
    }

    fn build(&self) -> Build<'a, '_, '_> {
        Build {
            plan: self.plan,
            directory: self.directory,
            blocks: self.blocks,
            budget: self.budget,
            depth: self.depth,
            sides: Vec::with_capacity(FEW),
            columns: Vec::with_capacity(FEW),
            pending: Vec::with_capacity(FEW),
            one: Vec::new(),
            is_one: false,
            room: Vec::new(),
            has_option: false,
        }
    }
}
