//! Generates the method that returns the defaults of a type's fields.

use super::default::{self, local};
use super::with::{form, to_stored};
use crate::model::{Field, Fields};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

/// The method for a struct whose fields have defaults; empty if none has.
// expands to: fn defaults(__d: &mut Defaults) { let __f1: u16 = { 100 }; __d.put::<u16>(1, &__f1); .. }
pub(super) fn method(fields: &Fields, checked: &TokenStream) -> TokenStream {
    let mut code = TokenStream::new();
    let mut known = Vec::new();
    for (index, entry, at, field) in fields.live().filter(|(.., field)| field.default.is_some()) {
        // This default uses a field that has none, so it cannot be computed here.
        if !default::used(fields, at).iter().all(|above| known.contains(above)) {
            continue;
        }
        known.push(at);
        code.extend(put(fields, index, at, field, &entry.ty));
    }
    if code.is_empty() { code } else { function(&quote!(#checked #code)) }
}

/// The method of a transparent type, which forwards to its field.
pub(super) fn method_as(stored: &Type, checked: &TokenStream) -> TokenStream {
    function(&quote!(#checked <#stored as __p::Serialize>::defaults(__d);))
}

fn function(body: &TokenStream) -> TokenStream {
    // Inline, so that it is only compiled where it is called.
    quote! {
        #[inline]
        fn defaults(__d: &mut __p::Defaults) {
            #body
        }
    }
}

fn put(fields: &Fields, index: usize, at: usize, field: &Field, stored: &Type) -> TokenStream {
    let (local, ty) = (local(at), &field.ty);
    let default = default::in_scope(fields, at, false);
    let value = match &field.with {
        Some(with) => {
            let (made, form) = (to_stored(with, &quote!(&#local)), form(with, stored));
            quote!(__d.put(#index, __p::form::<#stored, #form, _>(&#made));)
        }
        None => quote!(__d.put::<#stored>(#index, &#local);),
    };
    quote! {
        let #local: #ty = { #default };
        #value
    }
}
