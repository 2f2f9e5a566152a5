//! Rules on former names.

use crate::errors::Errors;
use crate::model::{EntryKind, Fields, Lifespan, Model, Names, Variant, Version};

pub(super) fn check_type(model: &Model, errors: &Errors) {
    let always = Lifespan { since: Version::first(model.names.span), until: None };
    check_names(&model.names, always, errors);
}

pub(super) fn check_variants(variants: &[Variant], errors: &Errors) {
    for variant in variants {
        check_names(&variant.names, variant.lifespan, errors);
    }
}

pub(super) fn check_fields(fields: &Fields, errors: &Errors) {
    let mut since = None;
    for entry in &fields.entries {
        let mut lifespan = entry.lifespan;
        match entry.kind {
            // These names belong to the whole field, which was added with its first type.
            EntryKind::Was { .. } => {
                since.get_or_insert(lifespan.since);
                continue;
            }
            EntryKind::Live { .. } => lifespan.since = since.take().unwrap_or(lifespan.since),
            EntryKind::Removed { .. } => {}
        }
        check_names(&entry.names, lifespan, errors);
    }
}

/// Former names are ordered from old to new, lie inside the lifespan, and each differs from the next.
fn check_names(names: &Names, lifespan: Lifespan, errors: &Errors) {
    let mut last = 0;
    for version in names.renamed.iter().map(|renamed| renamed.before) {
        if let Err(message) = check_version(&names.current, lifespan, version.number, last) {
            errors.at(version.span, message);
        }
        last = last.max(version.number);
    }
    let next = names
        .renamed
        .iter()
        .skip(1)
        .map(|renamed| renamed.from.value())
        .chain([names.current.clone()]);
    for (renamed, next) in names.renamed.iter().zip(next) {
        if renamed.from.value() == next {
            let before = renamed.before.number;
            errors.at(
                renamed.from.span(),
                format!("the name from version {before} on is also `{next}`"),
            );
        }
    }
}

/// Whether today's `name` can have been renamed in version `before`, after the rename in `last`.
fn check_version(name: &str, lifespan: Lifespan, before: u32, last: u32) -> Result<(), String> {
    let since = lifespan.since.number;
    if before <= last {
        return Err(format!(
            "write former names from old to new: {before} comes after {last} here"
        ));
    }
    if before <= since {
        return Err(format!(
            "`{name}` was added in version {since}, so it had no name before version {before}"
        ));
    }
    match lifespan.until {
        Some(until) if until.number <= before => {
            let until = until.number;
            Err(format!(
                "`{name}` was gone by version {until}, so it was not renamed in version {before}"
            ))
        }
        _ => Ok(()),
    }
}
