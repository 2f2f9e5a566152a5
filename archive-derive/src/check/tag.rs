//! Rules on the tags of variants.

use crate::errors::Errors;
use crate::model::Variant;
use std::cmp::Ordering;
use std::collections::HashMap;

/// A tag belongs to one variant for ever; a tombstone keeps its own.
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
        // Blame the newer variant, since the older one has shipped; between equals, the stated tag, which is
        // easier to change than a rank.
        let since = |variant: &Variant| variant.lifespan.since.number;
        let (wrong, right) = match since(owner).cmp(&since(variant)) {
            Ordering::Less => (variant, owner),
            Ordering::Greater => (owner, variant),
            Ordering::Equal => match (owner.tag_stated, variant.tag_stated) {
                (Some(_), None) => (owner, variant),
                _ => (variant, owner),
            },
        };
        let (tag, name) = (variant.tag, &right.names.current);
        let message = match wrong.tag_stated {
            Some(_) => {
                format!("tag {tag} belongs to `{name}` and cannot be used again; {free} is free")
            }
            None => format!(
                "its default tag, {tag}, already belongs to `{name}`: write `#[archive(tag = {free})]`"
            ),
        };
        errors.at(wrong.tag_stated.unwrap_or(wrong.names.span), message);
    }
}
