//! Rules on tuple fields, which are identified by position.

use crate::attr::{ItemFields, Style};
use crate::errors::Errors;

/// Only tuple fields, and all of them, are identified by position instead of by name.
pub(super) fn check_names(fields: &ItemFields, errors: &Errors) {
    let tuple = fields.style == Style::Tuple;
    for removed in fields.removed() {
        match &removed.ident {
            Some(ident) if tuple => {
                errors.at(ident.span(), "a tuple field has no name: write `removed(_: Type, ..)`")
            }
            None if !tuple => {
                errors.at(removed.span, "`_` is for a tuple field: write the name that it had")
            }
            _ => {}
        }
    }
    if !tuple {
        return;
    }
    let on_fields =
        fields.fields.iter().filter(|field| field.attrs.is_stored()).flat_map(|field| {
            let words = &field.attrs.record.words;
            words
                .iter()
                .filter(|word| *word == "renamed" || *word == "alias")
                .map(|word| (word.to_string(), word.span()))
        });
    let on_tombstones = fields.removed().flat_map(|removed| &removed.renamed);
    let on_tombstones = on_tombstones.map(|renamed| ("renamed".to_owned(), renamed.from.span()));
    for (word, span) in on_fields.chain(on_tombstones) {
        errors.at(
            span,
            format!("`{word}` needs a name, but a tuple field is identified by its position"),
        );
    }
}

/// A tuple field may only be added at the end: anywhere else it would move the fields after it. None is older
/// than the type or variant that it is in, which was added in version `first`.
pub(super) fn check_added_at_end(fields: &ItemFields, first: u32, errors: &Errors) {
    if fields.style != Style::Tuple {
        return;
    }
    let mut places = Vec::new();
    for field in &fields.fields {
        places.extend(field.attrs.removed.iter().map(|it| (it.since, Some(it.until.number))));
        if field.attrs.is_stored() {
            places.push((field.attrs.since, None));
        }
    }
    places.extend(fields.at_end.iter().map(|it| (it.since, Some(it.until.number))));
    let mut oldest_after = u32::MAX;
    for (place, (since, until)) in places.iter().enumerate().rev() {
        let number = since.map_or(first, |since| since.number.max(first));
        if let Some(since) = since.filter(|_| number > oldest_after) {
            let before = place.checked_sub(1).and_then(|before| places.get(before)?.1);
            let help = match (before == Some(number), until) {
                (true, Some(_)) => {
                    "; if it is the field before it with another type, write `was(Type, until = n)` here \
                     instead"
                }
                (true, None) => {
                    "; if it is the field before it with another type, write `#[archive(was(Type, until = \
                     n))]` here instead"
                }
                _ => "",
            };
            let message = format!(
                "a tuple field can only be added at the end, but this one was added in version {number}, and \
                 one from version {oldest_after} follows{help}"
            );
            errors.at(since.span, message);
        }
        oldest_after = oldest_after.min(number);
    }
}
