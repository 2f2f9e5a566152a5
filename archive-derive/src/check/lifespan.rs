//! Rules on the lifespans of tombstones.

use crate::errors::Errors;
use crate::model::{EntryKind, Fields, Lifespan, Variant};

pub(super) fn check_variants(variants: &[Variant], errors: &Errors) {
    for variant in variants {
        check_not_empty(variant.lifespan, errors);
    }
}

pub(super) fn check_fields(fields: &Fields, errors: &Errors) {
    let removed =
        fields.entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Removed { .. }));
    for entry in removed {
        check_not_empty(entry.lifespan, errors);
    }
}

/// What is gone was there in one version at least.
fn check_not_empty(lifespan: Lifespan, errors: &Errors) {
    let since = lifespan.since.number;
    if let Some(until) = lifespan.until.filter(|until| until.number <= since) {
        let number = until.number;
        errors.at(
            until.span,
            format!("`until = {number}` is not above the version it came with, {since}"),
        );
    }
}
