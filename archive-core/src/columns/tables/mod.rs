//! The fast reader of columns: copies the columns back into rows, and builds values from the rows.
//!
//! A *table* has the rows of one part of the type: all elements of its lists, all values of its options, or all values
//! of an enum's variant. Its rows consist of numbers, lengths and tags, which are copied from the columns block by
//! block, so that a block stays in the nearest cache. The compiler knows the size of a row from the type
//! ([`InRow`](crate::size::InRow)). So one check is enough for a row, and each part of it is at a known place. Texts,
//! bytes and inner tables are not in the rows but in [`Side`]s beside them. Since all values are read in order, a side
//! only keeps what is left to read of it.
//!
//! A load has two steps. [`Build`] goes through the plan and makes drafts of all sides. Then [`Reader`] visits the
//! value.
//!
//! Types that had other versions are compiled a second time, for archives with older ones. That code reads the parts
//! of a row one after another, and the sides tell it how options and enums are stored.
//!
//! Values of recursive types are sides as well: the bytes of their rows, which the readers of rows read.
//!
//! This works only for this program's own types, whose impls visit what they declare. For everything else there is the
//! reader that looks each part up ([`reader`](super::reader)).

mod blocks;
mod build;
mod draft;
mod input;
mod lists;
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

/// The initial capacity of a build's vectors, which is enough for small types. So much memory is cached by most
/// allocators: above 1 KiB, some take several times as long.
const FEW: usize = 12;

/// The archive and plan of a load.
pub(super) struct Tables<'a, 'b, 'p> {
    pub(super) plan: &'p Plan,
    pub(super) directory: &'p Directory,
    pub(super) blocks: &'b [Option<Cow<'a, [u8]>>],
    /// How much memory may be reserved.
    pub(super) budget: usize,
    pub(super) limits: &'p Limits,
    /// The versions of the types, unless all are current.
    pub(super) versions: Option<&'p Versions>,
    pub(super) lent: Lent<'p>,
}

impl<'a> Tables<'a, '_, '_> {
    /// Reads the root. `None` if this reader does not support it, or if anything fails.
    #[inline(always)]
    pub(super) fn read(&self, root: &mut dyn Root<'a>) -> Option<()> {
        self.read_root(0, self.budget, root).map(|_| ())
    }

    /// Reads the value of a spot that has one row. Also returns what is left of the memory budget.
    #[inline(always)]
    pub(super) fn read_at<T: Deserialize<'a>>(
        &self,
        spot: usize,
        budget: usize,
    ) -> Option<(T, usize)> {
        // In a constant, so that no code is compiled for such a type.
        if const { T::SIZE.in_row.is_none() } {
            return None;
        }
        let mut value = None;
        let left = self.read_root(spot, budget, &mut value)?;
        value.map(|value| (value, left))
    }

    /// The part of a read that does not depend on the type.
    #[inline(never)]
    fn read_root(&self, spot: usize, budget: usize, root: &mut dyn Root<'a>) -> Option<usize> {
        let mut build = Build { budget, ..self.build() };
        build.root(spot)?;
        let Build { sides, columns, ones, budget, .. } = build;
        let sides: Vec<Side<'a, '_>> =
            sides.iter().map(|draft| draft.side(self.plan, &columns, &ones)).collect();
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
            // Only tables of several rows have any; most messages have none.
            columns: Vec::new(),
            pending: Vec::with_capacity(FEW),
            ones: Vec::new(),
            start: 0,
            is_one: false,
            rooms: Rooms::default(),
            has_option: false,
        }
    }
}

/// Reads the only row of the root table.
pub(crate) trait Root<'a> {
    /// Returns `None` if anything fails.
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
