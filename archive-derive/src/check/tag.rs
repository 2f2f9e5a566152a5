//! Rules on the tags of variants.

use crate::errors::Errors;
use crate::model::Variant;
use std::collections::HashMap;

/// A tag stands for one variant, for ever; a tombstone keeps its own.
pub(super) fn check_reused(variants: &[Variant], errors: &Errors) {
    let free = variants
        .iter()
        .map(|variant| variant.tag)
        .max()
        .map_or(0, |highest| highest.saturating_add(1));
    let mut owners: HashMap<u32, &Variant> = HashMap::new();
    for variant in variants {
        let Some(owner) = owners.insert(variant.tag, variant) else {
            continue;
        };
        // A tag that is stated is more easily changed than a rank.
        let (wrong, right) = match (owner.tag_stated, variant.tag_stated) {
            (Some(_), None) => (owner, variant),
            _ => (variant, owner),
        };
        let name = &right.names.current;
        let message = format!(
            "tag {} is that of `{name}` and is never used again; {free} is free",
            variant.tag
        );
        errors.at(wrong.tag_stated.unwrap_or(wrong.names.span), message);
    }
}
