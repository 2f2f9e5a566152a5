//! Rules on the lifespans of tombstones.

use crate::errors::Errors;
use crate::model::{EntryKind, Fields, Lifespan, Variant, Version};

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

/// What a field replaces went when it came, and tells older readers what it holds.
pub(super) fn check_replaced(fields: &Fields, errors: &Errors) {
    let live = fields.entries.iter().filter_map(|entry| match entry.kind {
        EntryKind::Live { field } => Some((entry.lifespan.since.number, fields.fields.get(field)?)),
        _ => None,
    });
    for (since, name) in
        live.flat_map(|(since, field)| field.replaces.iter().map(move |name| (since, name)))
    {
        let went = |until: Option<Version>| until.is_some_and(|until| until.number == since);
        if !fields.replaced(name).any(|(_, entry)| went(entry.lifespan.until)) {
            errors.at(
                name.span(),
                format!(
                    "`replaces` names fields that went in version {since} and tell what they hold now: expected \
                     `removed({name}: Type, until = {since}, back = function)` here, where `function` takes a `&Self`"
                ),
            );
        }
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
