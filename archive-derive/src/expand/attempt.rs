//! What `?` does, without the conversion of errors that are of the right type already.
//!
//! It is less for the compiler to think about, and there is one for every field.

use proc_macro2::TokenStream;
use quote::quote;

/// The value that `call` gives.
pub(super) fn attempt(call: &TokenStream) -> TokenStream {
    quote! {
        match #call {
            __p::Ok(__it) => __it,
            __p::Err(__error) => return __p::Err(__error),
        }
    }
}

/// A statement for a `call` that gives nothing.
pub(super) fn check(call: &TokenStream) -> TokenStream {
    quote!(if let __p::Err(__error) = #call { return __p::Err(__error); })
}
