//! Generates the impl of `Serialize`.

use super::attempt::{attempt, check};
use super::bounds::Bounds;
use super::bytes;
use super::default::{self, local};
use super::defaults;
use super::fetch;
use super::inlining;
use super::limit;
use super::rows::serialize_rows;
use super::shape::by_tag;
use super::with::{form, saved_by_module, to_stored};
use crate::model::{Body, Catch, Entry, EntryKind, Field, Fields, Model, With};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Type;

/// The impl of `Serialize`.
pub(super) fn implementation(
    model: &Model,
    bounds: &Bounds<'_>,
    checked: &TokenStream,
    is_recursive: bool,
) -> TokenStream {
    let body = match &model.body {
        Body::Struct(fields) => of_struct(fields),
        Body::Enum(_) => of_enum(model),
    };
    // expands to: put_levels::<Self, _>(__a)?; .. ; put_levels_end::<Self, _>(__a);
    let body = if is_recursive {
        let (enter, saved) =
            (check(&quote!(__p::put_levels::<Self, _>(__a))), check(&quote!({ #body })));
        quote!(#enter #saved __p::put_levels_end::<Self, _>(__a); __p::Ok(()))
    } else {
        body
    };
    let slice = bytes::serialize_slice(model);
    let rows = serialize_rows(model, checked);
    let fetch = fetch::method(model, checked);
    let defaults = defaults::method(&model.body, checked);
    impls(model, bounds, checked, &body, &quote!(#slice #rows #fetch #defaults))
}

/// The impl with this body of `serialize`, and the other methods.
pub(super) fn impls(
    model: &Model,
    bounds: &Bounds<'_>,
    checked: &TokenStream,
    body: &TokenStream,
    methods: &TokenStream,
) -> TokenStream {
    let head = bounds.head(&bounds.generics(&quote!(__p::Serialize)), &quote!(__p::Serialize));
    let inline = inlining(model);
    quote! {
        #head {
            #inline
            fn serialize<__A: __p::OutputArchive>(
                &self,
                __a: &mut __A,
            ) -> __p::Result<(), __A::Error> {
                #checked
                #body
            }
            #methods
        }
    }
}

// expands to: let Self { level: __f0, .. } = self;
//             let __r = OutputArchive::begin(__a, SHAPE)?; put(..)?; put_end(__a, __r)
fn of_struct(fields: &Fields) -> TokenStream {
    let pattern = pattern(fields);
    let (unknown, entries) = (unknown(fields), entries(fields));
    let defaults = defaults::told(fields);
    quote! {
        let Self #pattern = self;
        let __r = __p::OutputArchive::begin(__a, <Self as __p::Named>::SHAPE)?;
        #defaults
        #unknown
        #entries
        __c::put_end(__a, __r)
    }
}

/// What a holder of type `ty` holds. The call names `ty`, so that an error about the type points at it.
pub(super) fn held(ty: &Type, holder: &impl ToTokens) -> TokenStream {
    quote!(<#ty as __p::Holder>::held(#holder))
}

/// Saves the unknown fields. If their archive lacked some of today's fields, those must hold their defaults
/// and are left out.
// expands to: put_unknown(__a, &__r, Unknown::held(__f2))?;
//             if lacks(__a, Unknown::held(__f2), 1) { leave_out_newer(__a, &__r, 1, __f1, || 100)?; } ..
fn unknown(fields: &Fields) -> TokenStream {
    let Some((at, Field { ty, .. })) = fields.holder() else {
        return TokenStream::new();
    };
    let holder = held(ty, &local(at));
    let mut code = check(&quote!(__p::put_unknown(__a, &__r, #holder)));
    for (index, entry, at, _) in fields.live().filter(|(.., field)| field.default.is_some()) {
        let left_out = leave_out(fields, index, entry, at, "leave_out_newer");
        code.extend(quote!(if __p::lacks(__a, #holder, #index) { #left_out }));
    }
    code
}

fn of_enum(model: &Model) -> TokenStream {
    let variants = by_tag(model.body.variants());
    let arms = variants.iter().enumerate().filter_map(|(index, variant)| {
        let ident = variant.ident()?;
        let pattern = pattern(&variant.fields);
        let (unknown, entries) = (unknown(&variant.fields), entries(&variant.fields));
        let defaults = defaults::told(&variant.fields);
        let entered = attempt(&quote!(__c::put_variant(__a, <Self as __p::Named>::SHAPE, #index)));
        Some(quote! {
            Self::#ident #pattern => {
                let __r = #entered;
                #defaults
                #unknown
                #entries
                __c::put_end(__a, __r)
            }
        })
    });
    let catch = model.catch.iter().map(|Catch { ident, ty }| {
        let held = held(ty, &quote!(__held));
        let index = variants.len();
        quote! {
            Self::#ident(__held) => {
                __p::put_caught(__a, <Self as __p::Named>::SHAPE, #index, #held)
            }
        }
    });
    quote!(match self { #(#arms)* #(#catch)* })
}

/// `{ level: __f0, .. }`: binds the stored fields by reference.
pub(super) fn pattern(fields: &Fields) -> TokenStream {
    let stored = fields.fields.iter().enumerate();
    let stored = stored.filter(|(_, field)| !field.skip || field.holder);
    let bindings = stored.map(|(index, field)| {
        let (member, local) = (&field.member, local(index));
        quote!(#member: #local,)
    });
    let rest = if fields.fields.iter().any(|field| field.skip && !field.holder) {
        quote!(..)
    } else {
        quote!()
    };
    quote!({ #(#bindings)* #rest })
}

fn entries(fields: &Fields) -> TokenStream {
    let mut code = TokenStream::new();
    let mut former = Vec::new();
    for (index, entry) in fields.entries.iter().enumerate() {
        match &entry.kind {
            EntryKind::Was { .. } => former.push((index, entry)),
            EntryKind::Live { field } => {
                code.extend(live(fields, index, entry, *field, &former));
                former.clear();
            }
            EntryKind::Removed { .. } => code.extend(removed(index, entry)),
        }
    }
    code
}

/// Saves a field as today's type, as a former type, or not at all, depending on the version.
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
    let today = put(&index, entry, field, at);
    if entry.lifespan.is_always() {
        return today;
    }
    let mut code = quote!(if __r.lives(#index) { #today });
    for (index, entry) in former {
        let old = put_old(*index, entry, field, at);
        code.extend(quote!(else if __r.lives(#index) { #old }));
    }
    let first = former.first().map_or(entry.lifespan, |(_, entry)| entry.lifespan);
    if first.since.number > 1 {
        let left_out = leave_out(fields, index, entry, at, "leave_out");
        let replaced = field.replaces.iter().flat_map(|name| fields.replaced(name));
        let places = replaced.map(|(place, _)| place);
        // In versions with a field that this one replaces, that field carries the value, so it need not be
        // the default.
        code.extend(quote!(#(else if __r.lives(#places) {})* else { #left_out }));
    }
    code
}

pub(super) fn put(index: &impl ToTokens, entry: &Entry, field: &Field, at: usize) -> TokenStream {
    let (local, ty) = (local(at), &entry.ty);
    match (&field.with, &field.max_len) {
        (Some(with), _) => {
            let (made, form) = (made(with, field, &local), form(with, ty));
            let to = quote!(__p::ToField(__a, &__r, #index));
            let put = quote!(__p::put_stored::<_, #ty, #form, _>(#to, |()| __p::Some(#made)));
            check(&saved_by_module(field, &put))
        }
        (None, Some(max)) => {
            let max = limit(max);
            check(&quote!(__p::put_bounded::<_, #ty>(__a, &__r, #index, #local, #max)))
        }
        (None, None) => check(&quote!(__c::put::<_, #ty>(__a, &__r, #index, #local))),
    }
}

fn put_old(index: usize, entry: &Entry, field: &Field, at: usize) -> TokenStream {
    if entry.is_as_today(field) {
        return put(&index, entry, field, at);
    }
    let (local, old, ty) = (local(at), &entry.ty, &field.ty);
    let value = match &entry.kind {
        EntryKind::Was { back: Some(back), .. } => {
            quote!(__p::back(#local, __p::PhantomData::<#old>, #back))
        }
        EntryKind::Was { with: None, .. } => quote!(__p::narrow::<#ty, #old>(#local)),
        _ => quote!(__p::no_back()),
    };
    let value = bounded(field, &local, value);
    check(&quote!(__p::put::<_, #old>(__a, &__r, #index, #value)))
}

/// What other code makes of a field's value.
pub(super) fn made(with: &With, field: &Field, local: &Ident) -> TokenStream {
    let stored = to_stored(with, local);
    bounded(field, local, quote!(__p::Ok(#stored)))
}

/// The value as saved, checked against the field's `max_len`.
fn bounded(field: &Field, local: &Ident, made: TokenStream) -> TokenStream {
    let (Some(max), ty) = (&field.max_len, &field.ty) else { return made };
    let max = limit(max);
    quote!(__p::bounded::<#ty, _>(#local, #max, || #made))
}

fn leave_out(fields: &Fields, index: usize, entry: &Entry, at: usize, call: &str) -> TokenStream {
    let Some(field) = fields.fields.get(at) else {
        return TokenStream::new();
    };
    let (local, ty) = (local(at), &field.ty);
    let default = default::in_scope(fields, at, true);
    match &field.with {
        None => {
            let call = format_ident!("{call}");
            check(&quote!(__p::#call::<_, #ty>(__a, &__r, #index, #local, || { #default })))
        }
        Some(with) => {
            let stored = &entry.ty;
            let (value, absent) = (to_stored(with, &local), to_stored(with, &quote!(&__default)));
            let (call, form) = (format_ident!("{call}_stored"), form(with, stored));
            check(&quote! {
                __p::#call(__a, &__r, #index, || {
                    let __default: #ty = { #default };
                    let __is_same = __p::is_same_stored::<#stored, #form, _>(&#value, &#absent);
                    __is_same
                })
            })
        }
    }
}

/// Saves the value that an older reader gets for a removed field.
fn removed(index: usize, entry: &Entry) -> TokenStream {
    let ty = &entry.ty;
    let EntryKind::Removed { default, back, .. } = &entry.kind else {
        return TokenStream::new();
    };
    let value = match (back, default) {
        (Some(back), _) => quote!(__p::back(self, __p::PhantomData::<#ty>, #back)),
        (None, Some(default)) => {
            let default = default::value(Some(default), ty);
            quote!({ let __default: #ty = #default; __p::Ok(__default) })
        }
        (None, None) => quote!(__p::no_default()),
    };
    let put = check(&quote!(__p::put::<_, #ty>(__a, &__r, #index, #value)));
    quote!(if __r.lives(#index) { #put })
}
