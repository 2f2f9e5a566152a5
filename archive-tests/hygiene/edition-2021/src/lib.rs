//! Derives in a crate of edition 2021 that forbids and denies what it can.

#![deny(warnings, unused, nonstandard_style, future_incompatible, let_underscore, keyword_idents)]
#![deny(missing_docs, unused_qualifications, unreachable_pub, unused_results, unused_lifetimes)]
#![deny(single_use_lifetimes, trivial_casts, trivial_numeric_casts, explicit_outlives_requirements)]
#![deny(
    redundant_lifetimes,
    non_ascii_idents,
    unit_bindings,
    unused_import_braces,
    meta_variable_misuse
)]
#![deny(
    elided_lifetimes_in_paths,
    missing_debug_implementations,
    absolute_paths_not_starting_with_crate
)]
#![deny(rust_2018_idioms, rust_2021_compatibility, rust_2024_compatibility)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery)]
#![forbid(unsafe_code)]
// What is peculiar about the cases themselves; no lint is about derived code.
#![expect(
    clippy::derive_partial_eq_without_eq,
    clippy::items_after_statements,
    reason = "of the cases, not of what is generated"
)]
#![expect(
    clippy::missing_const_for_fn,
    clippy::missing_panics_doc,
    clippy::pub_underscore_fields,
    reason = "of the cases, not of what is generated"
)]
#![expect(
    clippy::type_repetition_in_bounds,
    clippy::unused_self,
    clippy::use_self,
    reason = "of the cases, not of what is generated"
)]

extern crate alloc;

#[path = "../../cases/mod.rs"]
pub mod cases;

#[cfg(test)]
mod tests {
    use crate::cases::{allowed, generated, generics, raw, shadowed};

    #[test]
    fn everything_comes_back() {
        allowed::round_trip();
        generated::round_trip();
        generics::round_trip();
        raw::round_trip();
        shadowed::round_trip();
    }
}
