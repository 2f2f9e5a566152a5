//! The tables of the variants of enums.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::build::{Build, Pending};
use super::draft::Draft;
use crate::columns::pack::Packed;
use crate::columns::plan::Spot;

/// Up to this many tags are counted separately for each variant.
const FEW_TAGS: usize = 16;

/// How often each tag of an enum occurs.
enum Counts {
    /// All tags, and how many they are.
    Few([u8; FEW_TAGS], usize),
    /// By tag.
    Short(Box<[u32; 256]>),
    /// By the index of the variant.
    Wide(Vec<u32>),
}

impl Counts {
    /// How often a variant occurs.
    fn of(&self, index: usize, tag: u32) -> Option<u32> {
        match self {
            Self::Few(tags, len) => {
                let tags = tags.get(..*len)?.iter().filter(|found| u32::from(**found) == tag);
                u32::try_from(tags.count()).ok()
            }
            Self::Short(counts) => counts.get(usize::try_from(tag).ok()?).copied(),
            Self::Wide(counts) => counts.get(index).copied(),
        }
    }
}

/// How often each of the `known` tags occurs among `tags`, which take four bytes each.
fn wide_counts(tags: &[u8], known: &[u32]) -> Vec<u32> {
    let mut counts = vec![0_u32; known.len()];
    for tag in tags.chunks_exact(4).filter_map(<[u8]>::first_chunk) {
        let place = known.binary_search(&u32::from_le_bytes(*tag)).ok();
        if let Some(count) = place.and_then(|place| counts.get_mut(place)) {
            *count = count.saturating_add(1);
        }
    }
    counts
}

impl<'a, 'b, 'p: 'b> Build<'a, 'b, 'p> {
    /// Adds the tags of an enum to the row.
    pub(super) fn tags(
        &mut self,
        at: usize,
        spot: &Spot,
        rows: usize,
        byte: usize,
    ) -> Option<usize> {
        let width = if spot.is_wide { 4 } else { 1 };
        self.column(spot, width, (rows, 1), byte)?;
        let parts = spot.first..spot.first.checked_add(spot.len)?;
        let evolves = self.is_past && spot.evolves;
        if evolves || self.plan.spots.get(parts)?.iter().any(|variant| variant.len > 0) {
            self.pending.push(Pending::Enum { spot: at, rows });
        }
        byte.checked_add(width)
    }

    /// The tables of the variants of an enum. Unknown tags are only found when they are read.
    pub(super) fn variants(&mut self, spot: usize, rows: usize) -> Option<Draft<'a, 'b>> {
        let spot = self.plan.spots.get(spot)?;
        let tags = spot.tags..spot.tags.checked_add(spot.len)?;
        let known = self.plan.tags.get(tags.clone())?;
        let is_wide = spot.is_wide;
        let counts = self.counts(spot, rows, known)?;
        if let Counts::Few([tag, ..], 1) = counts {
            let first = self.only_variant(spot, known, u32::from(tag))?;
            return Some(Draft::Enum { first, tags, is_wide });
        }
        let first = self.sides.len();
        self.sides.extend(known.iter().map(|_| Draft::Nothing));
        for (((at, part), tag), index) in (first..).zip(spot.first..).zip(known).zip(0..) {
            match counts.of(index, *tag)? {
                // A side that nothing reads.
                0 => self.nothing(part..part.checked_add(1)?)?,
                rows => {
                    let rows = usize::try_from(rows).ok()?;
                    self.make(at, Pending::Table { first: part, len: 1, rows, is_list: false })?;
                }
            }
        }
        Some(Draft::Enum { first, tags, is_wide })
    }

    /// The table of the only value's variant. All others must be empty, and have no sides. Returns where the first side
    /// would be if they had.
    fn only_variant(&mut self, spot: &Spot, known: &[u32], tag: u32) -> Option<usize> {
        let index = known.iter().position(|known| *known == tag)?;
        let part = spot.first.checked_add(index)?;
        let nodes = &self.plan.tree.nodes;
        let (all, own) = (nodes.get(spot.node)?, nodes.get(self.plan.spots.get(part)?.node)?);
        // The first column is that of the tags.
        let before = all.column.checked_add(1)?..own.column;
        if !self.directory.is_empty(before) || !self.directory.is_empty(own.end..all.end) {
            return None;
        }
        let at = self.sides.len();
        self.sides.push(Draft::Nothing);
        self.make(at, Pending::Table { first: part, len: 1, rows: 1, is_list: false })?;
        Some(at.wrapping_sub(index))
    }

    fn counts(&mut self, spot: &Spot, rows: usize, known: &[u32]) -> Option<Counts> {
        let width = if spot.is_wide { 4 } else { 1 };
        let mut tags = Packed::read(self.stored(spot, 0)?, width, rows).ok()?;
        Some(if spot.is_wide {
            Counts::Wide(wide_counts(tags.next(rows, self.rooms.first()), known))
        } else if rows <= FEW_TAGS {
            let mut few = [0; FEW_TAGS];
            let found = tags.next(rows, self.rooms.first());
            few.get_mut(..found.len())?.copy_from_slice(found);
            Counts::Few(few, rows)
        } else {
            Counts::Short(Box::new(tags.histogram(rows)))
        })
    }
}
