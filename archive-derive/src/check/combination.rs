//! Rules on attributes that exclude each other.

use crate::attr::{Item, ItemBody, ItemField, ItemFields, With};
use crate::errors::Errors;
use syn::Ident;

const NOT_WITH_SKIP: [&str; 8] =
    ["since", "was", "renamed", "alias", "with", "max_len", "by_value", "flatten"];
const NOT_WITH_FLATTEN: [&str; 5] = ["was", "alias", "with", "max_len", "by_value"];
const NOT_WITH_TRANSPARENT: [&str; 8] =
    ["version", "oldest", "name", "renamed", "upgrade", "removed", "default", "meta"];
const NOT_WITH_WITH: [&str; 11] = [
    "version",
    "oldest",
    "name",
    "renamed",
    "upgrade",
    "removed",
    "default",
    "meta",
    "transparent",
    "pod",
    "save_as",
];
const NOT_IN_TRANSPARENT: [&str; 7] =
    ["since", "was", "renamed", "alias", "removed", "unknown", "flatten"];
const NOT_IN_POD: [&str; 8] =
    ["skip", "since", "was", "removed", "with", "max_len", "by_value", "unknown"];
const NOT_WITH_SAVE_AS: [&str; 10] = [
    "default",
    "version",
    "oldest",
    "name",
    "renamed",
    "upgrade",
    "after_load",
    "validate",
    "removed",
    "meta",
];
const NOT_IN_VIEW: [&str; 10] =
    ["since", "was", "renamed", "alias", "default", "removed", "unknown", "flatten", "tag", "meta"];

/// A skipped field is never stored, so no attribute may say how.
pub(super) fn check_skip(fields: &ItemFields, errors: &Errors) {
    // `check_unknown` reports the same words on a holder.
    let is_skipped = |field: &&ItemField| field.attrs.skip && !field.attrs.unknown;
    for field in fields.fields.iter().filter(is_skipped) {
        let why = "has no effect on a skipped field, which is never stored";
        refuse(&NOT_WITH_SKIP, &field.attrs.record.words, why, errors);
    }
}

/// A flattened field takes no attribute that changes how it is stored, and belongs among named fields.
pub(super) fn check_flatten(fields: &ItemFields, errors: &Errors) {
    for field in fields.fields.iter().filter(|field| field.attrs.flatten && !field.attrs.skip) {
        if let (None, Some(word)) = (&field.ident, field.attrs.record.word("flatten")) {
            let message = "`flatten` needs a field with a name, but a tuple field is identified by its position";
            errors.at(word.span(), message);
        }
        let why = "cannot be combined with `flatten`: the struct's own fields take its place";
        refuse(&NOT_WITH_FLATTEN, &field.attrs.record.words, why, errors);
    }
}

/// A field with `with` or `by_value` has one stored type, today's, so it takes no `was`.
pub(super) fn check_with_and_was(fields: &ItemFields, errors: &Errors) {
    for field in fields.fields.iter().filter(|field| !field.attrs.was.is_empty()) {
        let why = "cannot be combined with `was`: declare the former form with `removed(name: Former, until = n, \
            into = path)`, and give the field `#[since(n, default = ..)]`; or give it a type of its own, such as \
            `#[archive(transparent)] struct Own(#[archive(with = module)] Foreign);`";
        refuse(&["with"], &field.attrs.record.words, why, errors);
        let why = "cannot be combined with `was`: declare the former type with `removed(name: Former, until \
            = n, into = path)`, and give the field `#[since(n, default = ..)]`";
        refuse(&["by_value"], &field.attrs.record.words, why, errors);
    }
}

/// A transparent type is a struct with exactly one stored field. Only the field's type has a history.
pub(super) fn check_transparent(item: &Item, errors: &Errors) {
    let Some(word) = item.attrs.record.word("transparent") else {
        return;
    };
    let expected = "`transparent` needs a struct with one stored field";
    let ItemBody::Struct(fields) = &item.body else {
        if let ItemBody::Enum(_) = item.body {
            errors.at(word.span(), format!("{expected}, found an enum"));
        }
        return;
    };
    let stored = fields.fields.iter().filter(|field| field.attrs.is_stored()).count();
    if stored != 1 {
        errors.at(word.span(), format!("{expected}, found {stored}"));
    }
    let why = "cannot be combined with `transparent`: the type is stored as its field and has no history of \
        its own";
    refuse(&NOT_WITH_TRANSPARENT, &item.attrs.record.words, why, errors);
    let no_pod = "cannot be combined with `transparent`: `pod` stores the type as a block of its memory, \
        `transparent` as its field; leave out one of them";
    refuse(&["pod"], &item.attrs.record.words, no_pod, errors);
    for field in &fields.fields {
        refuse(&NOT_IN_TRANSPARENT, &field.attrs.record.words, why, errors);
        // A skipped field has a default when the type is loaded.
        if field.attrs.is_stored() {
            let why =
                "has no effect here: the type is stored as this field, without a field of its own";
            refuse(&["default", "meta"], &field.attrs.record.words, why, errors);
        }
    }
}

/// A type that other code stores has no history of its own, and nothing to say of its fields.
pub(super) fn check_with(item: &Item, errors: &Errors) {
    if let Some(With::Each(container, _) | With::Entries(container, ..)) = &item.attrs.with {
        errors.on(container, "`with` on the type takes a module: `with = module`");
    }
    let why =
        "cannot be combined with `with` on the type: only the module's `Stored` has a history";
    refuse(&NOT_WITH_WITH, &item.attrs.record.words, why, errors);
    let why = "has no effect here: `with` on the type stores the whole value";
    let variants = item.body.variants().iter().flat_map(|variant| &variant.attrs.record.words);
    let fields = item.body.all_fields().into_iter().flat_map(|fields| &fields.fields);
    for word in variants.chain(fields.flat_map(|field| &field.attrs.record.words)) {
        errors.at(word.span(), format!("`{word}` {why}"));
    }
}

/// A `pod` type is a struct stored as its memory, so every field is in every version.
pub(super) fn check_pod(item: &Item, errors: &Errors) {
    let Some(word) = item.attrs.record.word("pod") else {
        return;
    };
    let why =
        "cannot be combined with `pod`: every field is stored as it is in memory, in every version";
    match &item.body {
        ItemBody::Struct(fields) => {
            if let Some(removed) = item.attrs.record.word("removed") {
                errors.at(removed.span(), format!("`removed` {why}"));
            }
            for field in &fields.fields {
                refuse(&NOT_IN_POD, &field.attrs.record.words, why, errors);
            }
        }
        ItemBody::Enum(_) => errors.at(word.span(), "`pod` needs a struct, found an enum"),
        ItemBody::Union(_) => {}
    }
}

/// Only the type that a view is saved as has a history.
pub(super) fn check_view(item: &Item, errors: &Errors) {
    if item.attrs.record.word("save_as").is_none() {
        return;
    }
    let why = "cannot be combined with `save_as`: the type named there says it";
    refuse(&NOT_WITH_SAVE_AS, &item.attrs.record.words, why, errors);
    let why = "cannot be combined with `save_as`, which says how the type is stored";
    refuse(&["transparent", "pod"], &item.attrs.record.words, why, errors);
    let why = "belongs in the type in `save_as`, whose history this one has";
    for variant in item.body.variants() {
        refuse(&NOT_IN_VIEW, &variant.attrs.record.words, why, errors);
    }
    for field in item.body.all_fields().iter().flat_map(|fields| &fields.fields) {
        refuse(&NOT_IN_VIEW, &field.attrs.record.words, why, errors);
    }
}

/// Reports those of `words` that are among `refused`.
pub(super) fn refuse(refused: &[&str], words: &[Ident], why: &str, errors: &Errors) {
    for word in words.iter().filter(|word| refused.iter().any(|not| word == not)) {
        errors.at(word.span(), format!("`{word}` {why}"));
    }
}
