//! Generates `?` without its error conversion, since the errors already have the right type.
//!
//! It is generated for every field, so the shorter form saves compile time.

use proc_macro2::TokenStream;
use quote::quote;

/// The value of a fallible `call`.
pub(super) fn attempt(call: &TokenStream) -> TokenStream {
    quote! {
        match #call {
            __p::Ok(__it) => __it,
            __p::Err(__error) => return __p::Err(__error),
        }
    }
}

/// A statement for a fallible `call` without a value.
pub(super) fn check(call: &TokenStream) -> TokenStream {
    quote!(if let __p::Err(__error) = #call { return __p::Err(__error); })
}
