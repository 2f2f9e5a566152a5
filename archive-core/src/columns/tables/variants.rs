//! The tables of the variants of enums.

use alloc::vec;
use alloc::vec::Vec;

use super::build::{Build, Pending};
use super::draft::Draft;
use crate::columns::pack::Packed;
use crate::columns::plan::Spot;

/// Up to this many tags are counted separately for each variant.
const FEW_TAGS: usize = 16;

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
        let width = if spot.is_wide { 4 } else { 1 };
        let mut found = Packed::read(self.stored(spot, 0)?.0, width, rows).ok()?;
        let wide = spot.is_wide.then(|| wide_counts(found.next(rows, self.rooms.first()), known));
        let counts = (!spot.is_wide && rows > FEW_TAGS).then(|| found.histogram(rows));
        let first = self.sides.len();
        self.sides.extend(known.iter().map(|_| Draft::Nothing));
        for (((at, part), tag), index) in (first..).zip(spot.first..).zip(known).zip(0..) {
            let rows = match (&wide, &counts) {
                (Some(counts), _) => *counts.get(index)?,
                (None, Some(counts)) => *counts.get(usize::try_from(*tag).ok()?)?,
                (None, None) => found.count(rows, *tag, self.rooms.first()),
            };
            let rows = usize::try_from(rows).ok()?;
            self.make(at, Pending::Table { first: part, len: 1, rows, is_list: false })?;
        }
        Some(Draft::Enum { first, tags, is_wide: spot.is_wide })
    }
}
