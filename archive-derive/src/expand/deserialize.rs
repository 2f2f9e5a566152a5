//! The impl that loads.

use super::bounds::Bounds;
use super::default::{self, local, stored};
use super::shape::{by_tag, lifespan};
use super::{bytes, hooks};
use crate::model::{Body, Entry, EntryKind, Field, Fields, Model, Variant, VariantKind, in_module};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The impl of `Deserialize`.
pub(super) fn implementation(
    model: &Model,
    bounds: &Bounds<'_>,
    checked: &TokenStream,
) -> TokenStream {
    let generics = bounds.loading();
    let head = bounds.head(&generics, &quote!(__p::Deserialize<'__de>));
    let body = match &model.body {
        Body::Struct(fields) => of_struct(model, fields),
        Body::Enum(_) => of_enum(model),
    };
    let vec = bytes::deserialize_vec(model);
    quote! {
        #head {
            #[inline]
            fn deserialize<__A: __p::InputArchive<'__de>>(
                __a: &mut __A,
            ) -> __p::Result<Self, __A::Error> {
                #checked
                #body
            }
            #vec
        }
    }
}

// expands to: let __r = InputArchive::begin(__a, SHAPE)?; let __e0 = field(..)?; ..
//             InputArchive::end(__a, __r)?; let __f1 = match __e1 { .. };
//             let mut __value = Self { level: __f0, .. }; hooks; Ok(__value)
fn of_struct(model: &Model, fields: &Fields) -> TokenStream {
    let parts = parts(fields);
    let build = build(fields);
    let hooks = hooks::calls(model, fields);
    let binding = if hooks.is_empty() { quote!(__value) } else { quote!(mut __value) };
    quote! {
        let __r = __p::InputArchive::begin(__a, <Self as __p::Named>::SHAPE)?;
        #parts
        let #binding = Self #build;
        #hooks
        __p::Ok(__value)
    }
}

fn of_enum(model: &Model) -> TokenStream {
    let variants = by_tag(model.body.variants());
    let arms = variants.iter().enumerate().map(|(index, variant)| arm(variant, index));
    let hooks = hooks::calls(model, &Fields::none());
    let binding = if hooks.is_empty() { quote!(__value) } else { quote!(mut __value) };
    quote! {
        let __r = __p::InputArchive::variant(__a, <Self as __p::Named>::SHAPE)?;
        let #binding = match __r.tag {
            #(#arms)*
            _ => return __p::Err(__p::From::from(__p::unknown_tag(&__r))),
        };
        #hooks
        __p::Ok(__value)
    }
}

fn arm(variant: &Variant, index: usize) -> TokenStream {
    let tag = variant.tag;
    let guard = if variant.lifespan.is_always() {
        quote!()
    } else {
        let lifespan = lifespan(variant.lifespan);
        quote!(if #lifespan.contains(__r.version))
    };
    let index = Literal::usize_suffixed(index);
    let value = match &variant.kind {
        VariantKind::Live { ident } => {
            let (parts, build) = (parts(&variant.fields), build(&variant.fields));
            let hand_over = hooks::hand_over(&variant.fields);
            if hand_over.is_empty() {
                quote!(#parts Self::#ident #build)
            } else {
                quote!(#parts let mut __value = Self::#ident #build; #hand_over __value)
            }
        }
        VariantKind::Removed { into: Some(into) } => {
            let parts = parts(&variant.fields);
            let locals = (0..variant.fields.fields.len()).map(local);
            quote!(#parts __p::retired(__a, &__r, (#(#locals,)*), __p::PhantomData::<Self>, #into)?)
        }
        VariantKind::Removed { into: None } => {
            let name = &variant.names.current;
            quote!(return __p::Err(__p::From::from(__p::no_variant(&__r, #name))))
        }
    };
    quote!(#tag #guard => { let __r = __r.variant(#index); #value })
}

/// Reads what is stored, leaves the record, and fills in what was not stored.
fn parts(fields: &Fields) -> TokenStream {
    let mut code = TokenStream::new();
    let mut former = Vec::new();
    for (index, entry) in fields.entries.iter().enumerate() {
        match &entry.kind {
            EntryKind::Was { .. } => former.push((index, entry)),
            EntryKind::Live { field } => {
                code.extend(live(fields, index, entry, *field, &former));
                former.clear();
            }
            EntryKind::Removed { .. } => {
                let (local, ty) = (stored(index), &entry.ty);
                let index = Literal::usize_suffixed(index);
                code.extend(quote! {
                    let #local: __p::Option<#ty> = __p::InputArchive::field_if::<#ty>(__a, &__r, #index)?;
                });
            }
        }
    }
    code.extend(quote!(__p::InputArchive::end(__a, __r)?;));
    for (at, field) in fields.fields.iter().enumerate() {
        code.extend(fill_in(fields, at, field));
    }
    code
}

/// Reads a field in the form that its version has.
fn live(
    fields: &Fields,
    index: usize,
    entry: &Entry,
    at: usize,
    former: &[(usize, &Entry)],
) -> TokenStream {
    let Some(field) = fields.fields.get(at) else {
        return TokenStream::new();
    };
    let (local, ty) = (local(at), &field.ty);
    let today = get(index, entry, field);
    if is_certain(field, entry) {
        return quote!(let #local: #ty = #today;);
    }
    let place = Literal::usize_suffixed(index);
    let mut code = quote!(if __p::InputArchive::has(__a, &__r, #place) { __p::Some(#today) });
    for (index, entry) in former {
        let old = get_old(*index, entry, field);
        let place = Literal::usize_suffixed(*index);
        code.extend(quote!(else if __p::InputArchive::has(__a, &__r, #place) { __p::Some(#old) }));
    }
    quote!(let #local: __p::Option<#ty> = #code else { __p::None };)
}

/// Whether a field is there whatever the version, so that its absence is the archive's error.
fn is_certain(field: &Field, entry: &Entry) -> bool {
    entry.lifespan.is_always() && field.default.is_none()
}

fn get(index: usize, entry: &Entry, field: &Field) -> TokenStream {
    let (index, stored) = (Literal::usize_suffixed(index), &entry.ty);
    match (&field.with, &field.max_len) {
        (Some(module), _) => {
            let (from_stored, ty) = (in_module(module, "from_stored"), &field.ty);
            quote! {{
                let __stored = __p::InputArchive::field::<#stored>(__a, &__r, #index)?;
                __p::convert(__a, &__r, #index, __stored, __p::PhantomData::<#ty>, #from_stored)?
            }}
        }
        (None, Some(max)) => {
            quote!(__p::get_bounded::<_, #stored>(__a, &__r, #index, { let __max: __p::primitive::usize = #max; __max })?)
        }
        (None, None) => quote!(__p::InputArchive::field::<#stored>(__a, &__r, #index)?),
    }
}

fn get_old(index: usize, entry: &Entry, field: &Field) -> TokenStream {
    let (index, old, ty) = (Literal::usize_suffixed(index), &entry.ty, &field.ty);
    match &entry.kind {
        EntryKind::Was { with: Some(with), .. } => quote! {{
            let __old = __p::InputArchive::field::<#old>(__a, &__r, #index)?;
            __p::convert(__a, &__r, #index, __old, __p::PhantomData::<#ty>, #with)?
        }},
        _ => quote!(__p::get_widened::<_, #old, #ty>(__a, &__r, #index)?),
    }
}

/// The value of a field that may not have been stored.
fn fill_in(fields: &Fields, at: usize, field: &Field) -> TokenStream {
    let (local, ty) = (local(at), &field.ty);
    let live = fields
        .entries
        .iter()
        .enumerate()
        .find(|(_, entry)| matches!(entry.kind, EntryKind::Live { field } if field == at));
    match live {
        None => {
            let default = default::in_scope(fields, at, false);
            quote!(let #local: #ty = { #default };)
        }
        Some((_, entry)) if is_certain(field, entry) => TokenStream::new(),
        Some((index, _)) => {
            let index = Literal::usize_suffixed(index);
            let absent = match field.default {
                Some(_) => default::in_scope(fields, at, false),
                None => quote!(return __p::Err(__p::From::from(__p::missing(&__r, #index)))),
            };
            quote! {
                let #local: #ty = match #local { __p::Some(__it) => __it, __p::None => { #absent } };
            }
        }
    }
}

/// `{ level: __f0, .. }`
fn build(fields: &Fields) -> TokenStream {
    let members = fields.fields.iter().map(|field| &field.member);
    let locals = (0..fields.fields.len()).map(local);
    quote!({ #(#members: #locals,)* })
}
