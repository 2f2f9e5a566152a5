//! The rules that span more than one attribute: each is a `check_*` function that states its rule above.

mod combination;
mod default;
mod lifespan;
mod name;
mod oldest;
mod renamed;
mod returned;
mod shape;
mod tag;
mod tuple;
mod types;
mod unknown;
mod version;
mod was;
mod with;

#[cfg(test)]
mod tests;

use crate::attr::Item;
use crate::errors::Errors;
use crate::model::Model;

/// Checks the attributes as written.
pub(crate) fn item(item: &Item, errors: &Errors) {
    shape::check_union(item, errors);
    shape::check_no_variants(item, errors);
    if item.attrs.with.is_some() {
        return combination::check_with(item, errors);
    }
    combination::check_transparent(item, errors);
    combination::check_pod(item, errors);
    combination::check_view(item, errors);
    default::check_of_type(item, errors);
    unknown::check_variants(item, errors);
    version::check_above_version(item, errors);
    for (first, fields) in item.body.all_fields_since() {
        combination::check_skip(fields, errors);
        unknown::check_holders(fields, errors);
        combination::check_with_and_was(fields, errors);
        combination::check_flatten(fields, errors);
        lifespan::check_in_variant(fields, first, errors);
        default::check_missing(fields, errors);
        tuple::check_names(fields, errors);
        tuple::check_added_at_end(fields, first, errors);
        was::check_order(fields, errors);
        was::check_change(fields, errors);
        with::check_container(fields, errors);
    }
}

/// Checks the history that they describe.
pub(crate) fn model(model: &Model, errors: &Errors) {
    version::check_same_upgrade(model, errors);
    oldest::check_oldest(model, errors);
    renamed::check_type(model, errors);
    name::check_library(model, errors);
    let variants = model.body.variants();
    name::check_variants(variants, model.oldest, errors);
    renamed::check_variants(variants, errors);
    lifespan::check_variants(variants, errors);
    tag::check_reused(variants, errors);
    returned::check_removed_twice(variants, errors);
    for fields in model.body.all_fields() {
        name::check_fields(fields, model.oldest, errors);
        renamed::check_fields(fields, errors);
        lifespan::check_fields(fields, errors);
        lifespan::check_replaced(fields, errors);
        default::check_order(fields, errors);
        types::check_stored(fields, model.header.save_as.is_some(), errors);
    }
}
