//! Maps the tags of an archive to variants.

use alloc::vec::Vec;
use core::ops::Range;

use super::plan::{Plan, Spot};

/// Which part of an enum's spot each tag of the archive belongs to.
pub(super) struct Variants {
    tags: Vec<(u32, usize)>,
    short: [u8; 256],
}

impl Variants {
    pub(super) fn of(plan: &Plan, spot: &Spot) -> Self {
        let range: Range<usize> = 0..spot.len;
        let tag_of = |part: usize| plan.tags.get(spot.tags.saturating_add(part)).copied();
        let tags: Vec<(u32, usize)> =
            range.filter_map(|part| tag_of(part).map(|tag| (tag, part))).collect();
        let mut short = [u8::MAX; 256];
        for (tag, part) in &tags {
            let place = usize::try_from(*tag).ok().and_then(|tag| short.get_mut(tag));
            if let (Some(place), Ok(part)) = (place, u8::try_from(*part)) {
                *place = part;
            }
        }
        Self { tags, short }
    }

    /// The tag that is in `bytes`, and its part; or a part that does not exist, if the tag is unknown.
    #[inline(always)]
    pub(super) fn of_tag(&self, bytes: &[u8]) -> (u32, usize) {
        match bytes {
            [tag] => {
                let part = self.short.get(usize::from(*tag)).copied().unwrap_or(u8::MAX);
                let part =
                    if part == u8::MAX { self.slow(u32::from(*tag)) } else { usize::from(part) };
                (u32::from(*tag), part)
            }
            _ => {
                let tag = <[u8; 4]>::try_from(bytes).map_or(u32::MAX, u32::from_le_bytes);
                (tag, self.slow(tag))
            }
        }
    }

    #[inline(never)]
    fn slow(&self, tag: u32) -> usize {
        match self.tags.binary_search_by_key(&tag, |(tag, _)| *tag) {
            Ok(at) => self.tags.get(at).map_or(usize::MAX, |(_, part)| *part),
            Err(_) => usize::MAX,
        }
    }
}
