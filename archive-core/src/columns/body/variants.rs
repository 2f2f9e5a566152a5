//! Packs the variants of enums.

use alloc::vec::Vec;

use super::Body;
use crate::Error;
use crate::columns::plan::Spot;
use crate::columns::tree::Node;

/// Up to this many tags, or those of this many variants, are counted separately for each variant.
const FEW_TAGS: usize = 16;
const FEW_VARIANTS: usize = 8;

impl Body<'_> {
    /// Packs the columns of an enum's variants. Their rows are counted from the tags.
    pub(super) fn pack_variants(
        &mut self,
        node: usize,
        place: Node,
        is_wide: bool,
    ) -> Result<(), Error> {
        let plan = self.plan;
        let enumeration = plan.get(plan.spot_of.get(node).copied().unwrap_or(usize::MAX));
        let tags = Self::column(plan, self.columns, node)?.data.as_slice();
        if let ([tag], false) = (tags, is_wide) {
            let tag = u32::from(*tag);
            return self.pack_variant(enumeration, place, tag);
        }
        let (mut counts, mut sorted) = (Vec::new(), Vec::new());
        match is_wide {
            // A registry may have many classes, each with a wide tag: sorted tags are counted faster.
            true => {
                let tags: &[[u8; 4]] = bytemuck::try_cast_slice(tags).unwrap_or_default();
                sorted.extend(tags.iter().map(|tag| u32::from_le_bytes(*tag)));
                sorted.sort_unstable();
            }
            false if tags.len() > FEW_TAGS && enumeration.len > FEW_VARIANTS => {
                counts = histogram(tags);
            }
            false => {}
        }
        for at in 0..enumeration.len.min(place.len) {
            let tag = plan.get(enumeration.first.saturating_add(at)).tag;
            let tags = Self::column(plan, self.columns, node)?.data.as_slice();
            let count = match usize::try_from(tag) {
                Ok(tag) if !counts.is_empty() => counts.get(tag).copied().unwrap_or(0),
                _ if is_wide => {
                    let up_to = sorted.partition_point(|found| *found <= tag);
                    up_to.saturating_sub(sorted.partition_point(|found| *found < tag))
                }
                _ if tags.len() > FEW_TAGS => u8::try_from(tag).map_or(0, |tag| count(tags, tag)),
                _ => tags.iter().filter(|found| u32::from(**found) == tag).count(),
            };
            self.pack(place.first.saturating_add(at), count)?;
        }
        Ok(())
    }

    /// Packs the columns of an enum with a single row, which has this tag.
    fn pack_variant(&mut self, enumeration: &Spot, place: Node, tag: u32) -> Result<(), Error> {
        let plan = self.plan;
        let len = enumeration.len.min(place.len);
        let is_it = |at: &usize| plan.get(enumeration.first.saturating_add(*at)).tag == tag;
        // In most enums, tags count from 0.
        let likely = usize::try_from(tag).ok().filter(|at| *at < len && is_it(at));
        match likely.or_else(|| (0..len).find(is_it)) {
            Some(at) => self.pack_rows(place.first.saturating_add(at), 1),
            None => Ok(()),
        }
    }
}

/// How often each byte occurs.
#[inline(never)]
fn histogram(bytes: &[u8]) -> Vec<usize> {
    let mut counts = alloc::vec![0_usize; 256];
    for byte in bytes {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            *count = count.saturating_add(1);
        }
    }
    counts
}

/// How often a byte occurs.
fn count(bytes: &[u8], byte: u8) -> usize {
    // A `u8` can count 128 bytes; so the loop is vectorised in lanes of that width.
    let counts = bytes.chunks(128).map(|chunk| {
        let count = chunk.iter().fold(0_u8, |sum, found| sum.wrapping_add((*found == byte).into()));
        usize::from(count)
    });
    counts.sum()
}
