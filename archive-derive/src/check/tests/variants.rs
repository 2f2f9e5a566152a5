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

#[test]
fn variants_removed_twice() {
    let other = |name: &str, history: &str| {
        format!(
            "`{name}` has another tag from version 2 on, as if it were another variant: if only its fields \
             changed, write one `removed({name}{history}, until = 3, into = ..)`; if it was another variant, \
             give this one its `tag = n`"
        )
    };
    let p = other("P", "(#[archive(was(Former, until = 2))] Type)");
    let q = other("Q", " { #[since(2, default = ..)] name: Type }");
    let r = other("R", ", removed(_: Type, until = 2)");
    finds! { (enum E { A,
            #[archive(removed(P(f32), until = 2, into = f), removed(P(f64), since = 2, until = 3, into = g))]
            #[archive(removed(Q, until = 2), removed(Q { heat: u8 }, since = 2, until = 3))]
            #[archive(removed(R(u8), until = 2), removed(R, since = 2, until = 3))]
            #[since(3)] B }) => p.as_str(), q.as_str(), r.as_str(),
    }
    // Another variant: it says so, or it has other fields, or the name was free for a while.
    finds! { (enum E { A,
            #[archive(removed(P(f32), until = 2, into = f), removed(P(f64), since = 2, until = 3, tag = 20, into = g))]
            #[archive(removed(Q(u8), until = 2), removed(Q { heat: u8 }, since = 2, until = 3))]
            #[archive(removed(R, until = 2), removed(R, since = 3, until = 4))]
            #[archive(removed(S(u8), until = 2))]
            B, #[since(2)] S(u16) }) =>
    }
}

#[test]
fn a_removed_variant_has_no_way_back() {
    finds! { (#[archive(removed(Gone(u8), until = 2, into = f, back = g))] enum E { A }) =>
        "`back` belongs on a removed field: a value of a variant that replaced a removed one cannot be written for \
         the versions before"
    }
}

#[test]
fn fields_are_no_older_than_their_variant() {
    finds! { (enum E { A { #[since(2, default = 1)] a: u8 }, #[since(3)] B { #[since(3, default = 1)] b: u8, c: u8 } }) => }
    finds! { (#[archive(removed(Gone { #[since(1)] a: u8 }, since = 2, until = 4))]
        enum E { A, #[since(3)] #[archive(removed(y: u8, since = 2, until = 4))] B { #[since(2, default = 1)] x: u8 } }) =>
        "this field cannot be from version 2, as its variant was added in version 3: delete `since` if it came with \
         the variant, or write the later version",
        "this field cannot be from version 2, as its variant was added in version 3: delete `since` if it came with \
         the variant, or write the later version",
        "this field cannot be from version 1, as its variant was added in version 2: delete `since` if it came with \
         the variant, or write the later version",
    }
}
