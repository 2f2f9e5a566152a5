//! Mistakes in views.

use crate::mistakes;
use syn::parse_quote;

#[test]
fn views_have_no_history_and_may_have_references() {
    finds! { (#[archive(save_as = Save)] struct S<'a> {
            a: &'a [u16], b: Vec<(&'a u8, &'static str)>, c: Cow<'static, str>, d: &'a mut u8, e: &'a (u8, fn()),
        }) =>
        "a view saves through shared references: write `&`",
        "a function pointer means nothing in another run: store an enum that names the function, or \
         `#[archive(skip)]` it",
    }
    finds! { (#[archive(save_as = Save, name = "Save", pod)] struct S<'a> { #[archive(alias = "b")] a: &'a u16 }) =>
        "`name` cannot be combined with `save_as`: the type named there says it",
        "`pod` cannot be combined with `save_as`, which says how the struct is stored",
        "`alias` belongs on the field of the type in `save_as`, whose history the struct has",
    }
    finds! { (#[archive(save_as = Save)] struct S<'a>(&'a u16);) => "`save_as` needs a struct with named fields", }
}
