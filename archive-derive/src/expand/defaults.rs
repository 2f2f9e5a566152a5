//! Generates the method that returns the defaults of a type's fields.

use super::default::{self, local};
use super::shape::by_tag;
use super::with::{form, to_stored};
use crate::model::{Body, Field, Fields};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

/// The method for a type whose fields have defaults; empty if none has.
// expands to: fn defaults(__d: &mut Defaults) { let __f1: u16 = { 100 }; __d.put::<u16>(1, &__f1); .. }
//             or: fn defaults(__d: &mut Defaults) { { __d.variant(2); let __f1: u16 = { 100 }; .. } .. }
pub(super) fn method(body: &Body, checked: &TokenStream) -> TokenStream {
    let code = match body {
        Body::Struct(fields) => of_fields(fields),
        Body::Enum(_) => of_variants(body),
    };
    if code.is_empty() { code } else { function(&quote!(#checked #code)) }
}

fn of_variants(body: &Body) -> TokenStream {
    let variants = by_tag(body.variants());
    let each = variants.iter().enumerate().filter_map(|(index, variant)| {
        variant.ident()?;
        let code = of_fields(&variant.fields);
        (!code.is_empty()).then(|| quote!({ __d.variant(#index); #code }))
    });
    each.collect()
}

fn of_fields(fields: &Fields) -> TokenStream {
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
    code
}

/// Whether a default uses no other field.
fn is_own(fields: &Fields, at: usize) -> bool {
    default::used(fields, at).is_empty()
}

/// Says that the struct or variant has defaults that use no other field, if it has.
// expands to: OutputArchive::has_defaults(__a, Self::TYPE, Self::defaults);
pub(super) fn told(fields: &Fields) -> TokenStream {
    let mut own =
        fields.live().filter(|(.., at, field)| field.default.is_some() && is_own(fields, *at));
    match own.next() {
        Some(_) => quote! {
            __p::OutputArchive::has_defaults(
                __a,
                <Self as __p::Describe>::TYPE,
                <Self as __p::Serialize>::defaults,
            );
        },
        None => TokenStream::new(),
    }
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
    let put = if is_own(fields, at) { quote!(put) } else { quote!(put_using) };
    let value = match &field.with {
        Some(with) => {
            let (made, form) = (to_stored(with, &quote!(&#local)), form(with, stored));
            quote!(__d.#put(#index, __p::form::<#stored, #form, _>(&#made));)
        }
        None => quote!(__d.#put::<#stored>(#index, &#local);),
    };
    quote! {
        let #local: #ty = { #default };
        #value
    }
}
