//! Mistakes in the history of variants.

use crate::mistakes;
use syn::parse_quote;

#[test]
fn tuple_fields_are_no_older_than_their_variant() {
    finds! { (enum E { A, #[since(2)] V(#[archive(removed(_: u8, since = 2, until = 3))] u16) }) => }
    finds! { (enum E { A, #[since(2)] V(#[since(2, default = 1)] u8, u16) }) => }
    finds! { (enum E { #[since(2)] V(#[since(3, default = 1)] u8, u16), A(#[since(2, default = 1)] u8, u16) }) =>
        "a tuple field can only be added at the end, but this one was added in version 3, and one from \
         version 2 follows",
        "a tuple field can only be added at the end, but this one was added in version 2, and one from \
         version 1 follows",
    }
}
