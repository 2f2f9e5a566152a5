//! Rules on the lifespans of fields and tombstones.

use crate::attr::ItemFields;
use crate::errors::Errors;
use crate::model::{EntryKind, Fields, Lifespan, Variant, Version};
use proc_macro2::Ident;

/// A field is no older than its variant, which was added in version `first`: where the variant is, the field is, too,
/// and its default would never be used for a version.
pub(super) fn check_in_variant(fields: &ItemFields, first: u32, errors: &Errors) {
    let live = fields.fields.iter().filter_map(|field| field.attrs.since);
    let gone = fields.removed().filter_map(|removed| removed.since);
    for since in live.chain(gone).filter(|since| since.number < first) {
        let number = since.number;
        errors.at(
            since.span,
            format!(
                "this field cannot be from version {number}, as its variant was added in version {first}: delete \
                 `since` if it came with the variant, or write the later version"
            ),
        );
    }
}

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

/// A replaced field must be a tombstone with `back`, removed by the version in which its replacement was
/// added.
pub(super) fn check_replaced(fields: &Fields, errors: &Errors) {
    let mut came = None;
    for entry in &fields.entries {
        // A field with earlier types was added with the first of them.
        let since = *came.get_or_insert(entry.lifespan.since.number);
        let EntryKind::Live { field } = entry.kind else {
            if matches!(entry.kind, EntryKind::Removed { .. }) {
                came = None;
            }
            continue;
        };
        came = None;
        let replaced = fields.fields.get(field).map_or(&[][..], |field| &field.replaces);
        replaced.iter().for_each(|name| check_gone(fields, name, since, errors));
    }
}

fn check_gone(fields: &Fields, name: &Ident, since: u32, errors: &Errors) {
    let is_gone = |until: Option<Version>| until.is_some_and(|until| until.number <= since);
    if !fields.replaced(name).any(|(_, entry)| is_gone(entry.lifespan.until)) {
        errors.at(
            name.span(),
            format!(
                "`replaces` needs a field that was removed in version {since}, when this one was added, with \
                 a function that gives its value: expected `removed({name}: Type, until = {since}, back = \
                 function)` here, where `function` takes a `&Self`"
            ),
        );
    }
}

/// A tombstone's lifespan contains at least one version.
fn check_not_empty(lifespan: Lifespan, errors: &Errors) {
    let since = lifespan.since.number;
    if let Some(until) = lifespan.until.filter(|until| until.number <= since) {
        let number = until.number;
        errors.at(
            until.span,
            format!("`until = {number}` is not above {since}, the version in which it was added"),
        );
    }
}
