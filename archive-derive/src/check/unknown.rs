//! Rules on `unknown` fields and variants.

use super::combination::refuse;
use crate::attr::{Item, ItemFields, ItemVariant, Style};
use crate::errors::Errors;

const NOT_ON_HOLDER: [&str; 10] =
    ["since", "default", "was", "renamed", "alias", "skip", "with", "max_len", "meta", "flatten"];
const NOT_ON_VARIANT: [&str; 5] = ["since", "tag", "renamed", "alias", "meta"];

/// The tag of the variant that catches unknown ones.
const CATCH: u32 = u32::MAX;

/// A struct or variant has at most one holder for unknown fields, and the holder itself is not stored.
pub(super) fn check_holders(fields: &ItemFields, errors: &Errors) {
    let holders: Vec<_> = fields.fields.iter().filter(|field| field.attrs.unknown).collect();
    for second in holders.iter().skip(1) {
        if let Some(word) = second.attrs.record.word("unknown") {
            let message = "only one field can hold unknown fields, and one above already does";
            errors.at(word.span(), message);
        }
    }
    for field in holders {
        let why = "has no effect on a field that holds unknown fields: it is in no version";
        refuse(&NOT_ON_HOLDER, &field.attrs.record.words, why, errors);
    }
}

/// At most one variant catches unknown ones. It has nothing but the holder and belongs to no version.
pub(super) fn check_variants(item: &Item, errors: &Errors) {
    let variants = item.body.variants();
    let catching: Vec<_> = variants.iter().filter(|variant| variant.attrs.unknown).collect();
    for second in catching.iter().skip(1) {
        if let Some(word) = second.attrs.record.word("unknown") {
            let message = "only one variant can hold unknown variants, and one above already does";
            errors.at(word.span(), message);
        }
    }
    for variant in &catching {
        check_form(variant, errors);
    }
    if catching.is_empty() {
        return;
    }
    for tag in variants.iter().filter_map(|variant| variant.attrs.tag) {
        if tag.number == CATCH {
            errors.at(tag.span, "this tag is reserved for unknown variants: choose another");
        }
    }
}

fn check_form(variant: &ItemVariant, errors: &Errors) {
    let why = "has no effect on a variant that holds unknown variants: it is in no version";
    refuse(&NOT_ON_VARIANT, &variant.attrs.record.words, why, errors);
    let expected =
        format!("write a variant that holds unknown variants as `{}(Unknown)`", variant.ident);
    if variant.fields.style != Style::Tuple || variant.fields.fields.len() != 1 {
        errors.at(variant.ident.span(), expected);
        return;
    }
    for word in variant.fields.fields.iter().flat_map(|field| &field.attrs.record.words) {
        errors.at(word.span(), format!("{expected}, without attributes on its field"));
    }
    for removed in variant.fields.removed() {
        errors.at(removed.span, format!("{expected}, without removed fields"));
    }
}
