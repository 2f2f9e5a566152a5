//! What a person sees who makes a mistake: every message, on the token that is wrong.
//!
//! `<rule>/<case>.rs` breaks one rule, and its `.stderr` is all that the compiler then says. After
//! a message changed, `TRYBUILD=overwrite cargo test --test ui` writes them anew, to be read.

#[test]
fn every_mistake_is_one_message() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("*/*.rs");
}
