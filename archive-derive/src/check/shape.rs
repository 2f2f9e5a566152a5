//! Rules on the kinds of types that can be derived.

use crate::attr::{Item, ItemBody};
use crate::errors::Errors;

/// Unions are refused: nothing says which field is valid.
pub(super) fn check_union(item: &Item, errors: &Errors) {
    if let ItemBody::Union(keyword) = item.body {
        errors.at(
            keyword,
            "a union does not say which of its fields it holds, so it cannot be archived: use an enum",
        );
    }
}

/// An enum needs a live variant, or no value of it could be loaded.
pub(super) fn check_no_variants(item: &Item, errors: &Errors) {
    if let ItemBody::Enum(variants) = &item.body {
        if variants.iter().all(|variant| variant.tombstone.is_some() || variant.attrs.unknown) {
            errors.at(
                item.ident.span(),
                "an enum without variants has no values and cannot be loaded",
            );
        }
    }
}
