//! The methods that save one field of many values after the other.

use super::attempt::{attempt, check};
use super::default::local;
use super::serialize::put;
use super::shape::by_tag;
use crate::model::{Body, EntryKind, Field, Fields, Model, Variant, VariantKind};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Type;

/// The methods for a type with a shape of its own. Enums whose variants have fields do without.
pub(super) fn serialize_rows(model: &Model, checked: &TokenStream) -> TokenStream {
    match &model.body {
        Body::Struct(fields) => of_struct(fields, checked),
        Body::Enum(variants) if variants.iter().all(is_unit) => method(&of_units(model)),
        Body::Enum(_) => TokenStream::new(),
    }
}

/// The method for a transparent type, which is its one field.
pub(super) fn serialize_rows_as(
    field: &Field,
    stored: &Type,
    checked: &TokenStream,
) -> TokenStream {
    if field.with.is_some() || field.max_len.is_some() {
        return TokenStream::new();
    }
    let member = &field.member;
    method(&quote! {
        #checked
        let __rows = __p::Iterator::map(__rows, |__row| &__row.#member);
        <#stored as __p::Serialize>::serialize_rows(__rows, __a)
    })
}

fn method(body: &TokenStream) -> TokenStream {
    quote! {
        #[inline]
        fn serialize_rows<'__v, __A: __p::OutputArchive>(
            __rows: impl __p::Iterator<Item = &'__v Self> + __p::Clone,
            __a: &mut __A,
        ) -> __p::Result<(), __A::Error>
        where
            Self: '__v,
        {
            #body
        }
    }
}

fn is_unit(variant: &Variant) -> bool {
    matches!(variant.kind, VariantKind::Live { .. })
        && variant.fields.entries.is_empty()
        && variant.fields.fields.is_empty()
}

// expands to: fn serialize_rows(..) { in_blocks(__rows, __a) }
//             fn serialize_block(..) {
//                 let __r = OutputArchive::begin(__a, SHAPE)?; put_rows(..)?; put_end(__a, __r) }
fn of_struct(fields: &Fields, checked: &TokenStream) -> TokenStream {
    let begun = attempt(&quote!(__p::OutputArchive::begin(__a, <Self as __p::Named>::SHAPE)));
    let mut entries = TokenStream::new();
    for (index, entry) in fields.entries.iter().enumerate() {
        let EntryKind::Live { field: at } = &entry.kind else {
            continue;
        };
        let Some(field) = fields.fields.get(*at) else {
            continue;
        };
        let member = &field.member;
        if field.with.is_none() && field.max_len.is_none() {
            let (place, ty) = (Literal::usize_suffixed(index), &entry.ty);
            entries.extend(check(
                &quote!(__c::put_rows::<_, Self, #ty>(__a, &__r, #place, __rows, |__row| &__row.#member)),
            ));
        } else {
            let (local, put) = (local(*at), put(index, entry, field, *at));
            entries.extend(quote!(for __row in __rows { let #local = &__row.#member; #put }));
        }
    }
    let rows = method(&quote!(__p::in_blocks(__rows, __a)));
    quote! {
        #rows

        #[inline]
        fn serialize_block<'__v, __A: __p::OutputArchive>(
            __rows: &[&'__v Self],
            __a: &mut __A,
        ) -> __p::Result<(), __A::Error>
        where
            Self: '__v,
        {
            #checked
            let __r = #begun;
            #entries
            __c::put_end(__a, __r)
        }
    }
}

fn of_units(model: &Model) -> TokenStream {
    let variants = by_tag(model.body.variants());
    let arms = variants.iter().enumerate().filter_map(|(index, variant)| {
        let VariantKind::Live { ident } = &variant.kind else {
            return None;
        };
        let index = Literal::usize_suffixed(index);
        Some(quote!(Self::#ident { .. } => #index,))
    });
    quote! {
        let __indices = __p::Iterator::map(__rows, |__row| match __row { #(#arms)* });
        __p::OutputArchive::unit_variant_rows(__a, <Self as __p::Named>::SHAPE, __indices)
    }
}
