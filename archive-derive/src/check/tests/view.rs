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
        "`pod` cannot be combined with `save_as`, which says how the type is stored",
        "`alias` belongs in the type in `save_as`, whose history this one has",
    }
    finds! { (#[archive(save_as = Save)] enum E<'a> { #[archive(tag = 3)] A(&'a u16), #[since(2)] B { #[since(3)] c: u8 } }) =>
        "`tag` belongs in the type in `save_as`, whose history this one has",
        "`since` belongs in the type in `save_as`, whose history this one has",
        "`since` belongs in the type in `save_as`, whose history this one has",
        "missing default for a field added in version 3: write `#[since(3, default = ..)]`",
    }
}
