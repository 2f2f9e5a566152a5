//! Derived code does not clash with the names and lints of the surrounding program.
//!
//! The cases are compiled here, and also in `hygiene/`, once per edition with every lint enabled.

#[path = "../../hygiene/cases/mod.rs"]
mod cases;

#[test]
fn shadowed_names_are_not_mistaken() {
    cases::shadowed::round_trip();
}

#[test]
fn keywords_are_names() {
    cases::raw::round_trip();
}

#[test]
fn parameters_of_every_kind_are_kept() {
    cases::generics::round_trip();
}

#[test]
fn what_a_type_allows_of_itself_is_allowed() {
    cases::allowed::round_trip();
}

#[test]
fn types_of_macros_and_functions_are_types() {
    cases::generated::round_trip();
}
