//! Columns that are put together to rows before values are built of them.
//!
//! What a table holds in a row, numbers, lengths and tags, is copied from its columns into memory
//! row by row, in blocks that stay in the nearest cache. A row has a size that the compiler knows
//! from the type ([`InRow`](crate::size::InRow)): so one check is made for it, and each part of it
//! is read from a place that is known. Texts, and tables within, stand beside the rows; as all
//! values are read in their order, the reader only keeps what is left of them.
//!
//! Types that had other versions are read by code of their own where the archive has older ones: parts of
//! theirs are read one behind the other, and options and enums tell by their sides what there is to read.
//!
//! Values of recursive types stand beside rows too, as bytes that the readers of rows are asked for.
//!
//! This is for types of this program that visit what they declare. In all else the values are read by the
//! readers that look each part up ([`reader`](super::reader)).

mod blocks;
mod build;
mod draft;
mod input;
mod place;
mod read;
mod recursive;
mod scatter;
mod side;
mod stage;
mod take;
mod together;
mod variants;

use super::block::Directory;
use super::plan::Plan;
use crate::context::Lent;
use crate::rows::Terms;
use crate::versions::Versions;
use crate::{Deserialize, Limits};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use build::Build;
pub(crate) use read::Reader;
use side::{Other, Side, Table};
use stage::Rooms;

/// Small types have so many parts.
const FEW: usize = 16;

/// What is read.
pub(super) struct Tables<'a, 'b, 'p> {
    pub(super) plan: &'p Plan,
    pub(super) directory: &'p Directory,
    pub(super) blocks: &'b [Option<Cow<'a, [u8]>>],
    /// Memory that may be reserved.
    pub(super) budget: usize,
    pub(super) limits: &'p Limits,
    /// The versions of the types, if not all are those of today.
    pub(super) versions: Option<&'p Versions>,
    pub(super) lent: Lent<'p>,
}

impl<'a> Tables<'a, '_, '_> {
    /// Reads the value; nothing if that is for another reader, or something is wrong.
    #[inline(always)]
    pub(super) fn read(&self, root: &mut dyn Root<'a>) -> Option<()> {
        self.read_root(0, self.budget, root).map(|_| ())
    }

    /// The same of what stands at a spot, of which there is one; and what is left of the memory that it may reserve.
    #[inline(always)]
    pub(super) fn read_at<T: Deserialize<'a>>(
        &self,
        spot: usize,
        budget: usize,
    ) -> Option<(T, usize)> {
        // Known to the compiler, so that it makes no code for such a type.
        if const { T::SIZE.in_row.is_none() } {
            return None;
        }
        let mut value = None;
        let left = self.read_root(spot, budget, &mut value)?;
        value.map(|value| (value, left))
    }

    /// What types have no code of their own for.
    #[inline(never)]
    fn read_root(&self, spot: usize, budget: usize, root: &mut dyn Root<'a>) -> Option<usize> {
        let mut build = Build { budget, ..self.build() };
        build.root(spot)?;
        let Build { sides, columns, budget, .. } = build;
        let sides: Vec<Side<'a, '_>> =
            sides.iter().map(|draft| draft.side(self.plan, &columns)).collect();
        let terms = Terms::new(budget, self.versions.unwrap_or(Versions::TODAY), self.lent);
        let Some(Side { other: Other::Table(table), .. }) = sides.first() else {
            return None;
        };
        root.read(&sides, table, &terms)?;
        sides.iter().all(Side::is_read).then(|| terms.budget())
    }

    fn build(&self) -> Build<'a, '_, '_> {
        Build {
            plan: self.plan,
            directory: self.directory,
            blocks: self.blocks,
            budget: self.budget,
            limits: self.limits,
            is_past: self.versions.is_some(),
            sides: Vec::with_capacity(FEW),
            columns: Vec::with_capacity(FEW),
            pending: Vec::with_capacity(FEW),
            one: Vec::new(),
            is_one: false,
            rooms: Rooms::default(),
            has_option: false,
        }
    }
}

/// What is read of the one row of a table.
pub(crate) trait Root<'a> {
    /// Reads it; nothing if something is wrong.
    fn read<'s>(
        &mut self,
        sides: &'s [Side<'a, 's>],
        table: &'s Table<'s>,
        terms: &'s Terms<'s>,
    ) -> Option<()>;
}

impl<'a, T: Deserialize<'a>> Root<'a> for Option<T> {
    fn read<'s>(
        &mut self,
        sides: &'s [Side<'a, 's>],
        table: &'s Table<'s>,
        terms: &'s Terms<'s>,
    ) -> Option<()> {
        *self = if const { T::SIZE.evolves } && terms.is_past::<T>() {
            let mut reader = Reader::<false>::new(sides, terms);
            reader.enter_rows(table, 1).ok()?;
            reader.value().ok()
        } else {
            if table.row != T::SIZE.in_row? {
                return None;
            }
            let mut reader = Reader::<true>::new(sides, terms);
            reader.enter_rows(table, 1).ok()?;
            reader.value().ok()
        };
        self.is_some().then_some(())
    }
}
