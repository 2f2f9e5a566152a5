//! Rules on defaults.

use crate::attr::{Item, ItemBody, ItemFields};
use crate::errors::Errors;
use crate::model::{Fields, Mentioned};
use std::cmp::Ordering;
use std::collections::HashMap;
use syn::Member;

/// A field that older versions lack must say its value for them, even an `Option`: a `None` that is meant is
/// easy to write and hard to guess.
pub(super) fn check_missing(fields: &ItemFields, errors: &Errors) {
    for attrs in fields.fields.iter().map(|field| &field.attrs) {
        // If an attribute could not be read, it may have been the default.
        if !attrs.is_stored() || attrs.default.is_some() || attrs.record.broken {
            continue;
        }
        if let Some(since) = attrs.since.filter(|since| since.number > 1) {
            let number = since.number;
            let message = format!(
                "missing default for a field added in version {number}: write `#[since({number}, default = ..)]`"
            );
            errors.at(since.span, message);
        }
    }
}

/// The default of an enum is one of its variants, which has no fields for the others.
pub(super) fn check_of_type(item: &Item, errors: &Errors) {
    if let (Some(word), ItemBody::Enum(_)) = (item.attrs.record.word("default"), &item.body) {
        let message =
            "`default` on the type needs a struct: write it on the fields of the variants";
        errors.at(word.span(), message);
    }
}

/// A default is evaluated once the fields above it have values, so it may use only those.
pub(super) fn check_order(fields: &Fields, errors: &Errors) {
    let mut order = HashMap::new();
    for (place, field) in fields.fields.iter().enumerate() {
        if let Member::Named(ident) = &field.member {
            order.insert(ident.to_string(), place);
        }
    }
    for (place, field) in fields.fields.iter().enumerate() {
        let expr = field.default.as_ref().and_then(|default| default.expr.as_ref());
        let names = expr.map(Mentioned::by).unwrap_or_default();
        for name in names.surely() {
            let found = match order.get(&name.to_string()).map(|found| found.cmp(&place)) {
                None | Some(Ordering::Less) => continue,
                Some(Ordering::Equal) => "the field itself",
                Some(Ordering::Greater) => "below",
            };
            let message = format!("a default may use the fields above it, but `{name}` is {found}");
            errors.at(name.span(), message);
        }
    }
}
