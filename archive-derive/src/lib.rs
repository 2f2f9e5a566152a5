//! The `#[derive(Archive)]` of the `archive` crate.
//!
//! The derive is a pipeline in which each stage reads only the output of the one before it:
//!
//! 1. `attr` reads every attribute once, into an `attr::Item`.
//! 2. `check` reports the rules that the item breaks.
//! 3. `model` turns the item into the type's whole history, in wire order, and `check` checks that as well.
//! 4. `expand` writes the impls. It never sees an attribute and never fails.
//!
//! Mistakes are collected on the way and reported together. A failed derive still emits impls that
//! satisfy the compiler, so that one mistake is one error.

#![deny(missing_docs)]

mod attr;
mod check;
mod errors;
mod expand;
mod model;

use attr::Item;
use errors::Errors;
use model::Model;
use proc_macro2::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives `Archive` for a struct or an enum, whose attributes describe what changed from version to version.
#[proc_macro_derive(Archive, attributes(archive, since, default))]
pub fn derive_archive(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive(&input).into()
}

fn derive(input: &DeriveInput) -> TokenStream {
    let errors = Errors::new();
    let model = read(input, &errors);
    match errors.finish() {
        Ok(()) => expand::expand(&model),
        Err(mut output) => {
            output.extend(expand::fallback(&model.header));
            output
        }
    }
}

/// Runs every stage before `expand`. Expand the model only if no error was collected.
fn read(input: &DeriveInput, errors: &Errors) -> Model {
    let item = Item::read(input, errors);
    check::item(&item, errors);
    let model = Model::new(item);
    check::model(&model, errors);
    model
}

/// The message of every mistake in `input`, in the order reported.
#[cfg(test)]
fn mistakes(input: &DeriveInput) -> Vec<String> {
    let errors = Errors::new();
    read(input, &errors);
    errors.messages()
}
