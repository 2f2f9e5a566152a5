//! The tags of an enum's variants.

use crate::attr::ItemVariant;

/// The tag of each variant, in declaration order.
///
/// Unless stated, a tag is the variant's rank by (since, declaration) among all variants, tombstones
/// included. So it never changes, wherever a later version inserts a variant.
pub(super) fn tags(variants: &[ItemVariant]) -> Vec<u32> {
    let mut by_age: Vec<(usize, &ItemVariant)> = variants.iter().enumerate().collect();
    // The sort is stable, so declaration order decides between equals.
    by_age.sort_by_key(|(_, variant)| variant.attrs.since.map_or(1, |since| since.number));
    let mut ranked: Vec<(usize, u32)> = (0_u32..)
        .zip(by_age)
        .map(|(rank, (place, variant))| (place, variant.attrs.tag.map_or(rank, |tag| tag.number)))
        .collect();
    ranked.sort_by_key(|(place, _)| *place);
    ranked.into_iter().map(|(_, tag)| tag).collect()
}
