//! Reads fields into locals.

use super::attempt::{attempt, check};
use super::default::{self, local, stored};
use super::limit;
use super::with::{from_stored, loaded_by_module};
use crate::model::{Entry, EntryKind, Field, Fields};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

/// The most parts that one function reads. Each part may fail, and then all earlier ones are dropped, so
/// compile time grows faster than the function.
const MANY: usize = 64;

/// One value in the archive: a field, a former type or a tombstone.
struct Part {
    local: Ident,
    ty: TokenStream,
    value: TokenStream,
}

/// Reads the stored parts, ends the record, and fills in the missing fields.
pub(super) fn parts(fields: &Fields) -> TokenStream {
    let mut parts = Vec::new();
    let mut former = Vec::new();
    for (index, entry) in fields.entries.iter().enumerate() {
        match &entry.kind {
            EntryKind::Was { .. } => former.push((index, entry)),
            EntryKind::Live { field } => {
                parts.extend(live(fields, index, entry, *field, &former));
                former.clear();
            }
            EntryKind::Removed { .. } => {
                let (local, ty) = (stored(index), &entry.ty);
                let value = attempt(&quote!(__p::InputArchive::field_if::<#ty>(__a, &__r, #index)));
                parts.push(Part { local, ty: quote!(__p::Option<#ty>), value });
            }
        }
    }
    let mut code = TokenStream::new();
    if let Some((at, Field { ty, .. })) = fields.holder() {
        let (local, held) = (local(at), attempt(&quote!(__p::InputArchive::unknown(__a, &__r))));
        code.extend(quote!(let #local: #ty = <#ty as __p::Holder>::holding(#held);));
    }
    code.extend(read(&parts));
    code.extend(check(&quote!(__c::get_end(__a, __r))));
    code.extend(
        fields.entries.iter().enumerate().filter_map(|(index, entry)| omitted(index, entry)),
    );
    for (at, field) in fields.fields.iter().enumerate() {
        code.extend(fill_in(fields, at, field));
    }
    code
}

/// Gives a removed field its default if its version has it, but the archive does not: a text may leave out what holds its
/// default.
fn omitted(index: usize, entry: &Entry) -> Option<TokenStream> {
    let EntryKind::Removed { default: Some(default), .. } = &entry.kind else { return None };
    let (local, ty) = (stored(index), &entry.ty);
    let default = default::value(Some(default), ty);
    Some(quote! {
        let #local: __p::Option<#ty> = match #local {
            __p::None if __r.lives(#index) => {
                let __default: #ty = #default;
                __p::Some(__default)
            }
            __stored => __stored,
        };
    })
}

/// Reads each part into its local.
// expands to: let __f0: u32 = get(..)?; ..
//             or, for many: let (__f0, ..) = separate(|| { let __f0: u32 = get(..)?; .. Ok((__f0, ..)) })?; ..
fn read(parts: &[Part]) -> TokenStream {
    if parts.len() <= MANY {
        return parts.iter().map(Part::binding).collect();
    }
    let read = |parts: &[Part]| {
        let bindings = parts.iter().map(Part::binding);
        let locals: Vec<_> = parts.iter().map(|part| &part.local).collect();
        let types = parts.iter().map(|part| &part.ty);
        quote! {
            let (#(#locals,)*) = __p::separate(|| -> __p::Result<(#(#types,)*), __A::Error> {
                #(#bindings)*
                __p::Ok((#(#locals,)*))
            })?;
        }
    };
    parts.chunks(MANY).map(read).collect()
}

impl Part {
    fn binding(&self) -> TokenStream {
        let Self { local, ty, value } = self;
        quote!(let #local: #ty = #value;)
    }
}

/// Reads a field as the type it had in the stored version.
fn live(
    fields: &Fields,
    index: usize,
    entry: &Entry,
    at: usize,
    former: &[(usize, &Entry)],
) -> Option<Part> {
    let field = fields.fields.get(at)?;
    let (local, ty) = (local(at), &field.ty);
    let today = get(index, entry, field);
    if is_certain(field, entry) {
        return Some(Part { local, ty: ty.to_token_stream(), value: today });
    }
    let mut code = quote!(if __p::InputArchive::has(__a, &__r, #index) { __p::Some(#today) });
    for (index, entry) in former {
        let old = get_old(*index, entry, field);
        code.extend(quote!(else if __p::InputArchive::has(__a, &__r, #index) { __p::Some(#old) }));
    }
    let value = quote!(<__A as __p::InputArchive>::kept(#code else { __p::None }));
    Some(Part { local, ty: quote!(__p::Option<#ty>), value })
}

/// Whether every version has the field, so that a missing one is an error of the archive.
fn is_certain(field: &Field, entry: &Entry) -> bool {
    entry.lifespan.is_always() && field.default.is_none()
}

fn get(index: usize, entry: &Entry, field: &Field) -> TokenStream {
    let stored = &entry.ty;
    match (&field.with, &field.max_len) {
        (Some(with), _) => {
            let made = from_stored(with, stored, &field.ty, true);
            let get = quote!(__c::get::<_, #stored>(__a, &__r, #index));
            let get = loaded_by_module(field, &get);
            let value = quote! {{
                let __place = __p::place(__a, &__r, #index);
                let __stored = #get?;
                #made
            }};
            bounded(index, field, value)
        }
        (None, Some(max)) => {
            let max = limit(max);
            attempt(&quote!(__p::get_bounded::<_, #stored>(__a, &__r, #index, #max)))
        }
        (None, None) => attempt(&quote!(__c::get::<_, #stored>(__a, &__r, #index))),
    }
}

fn get_old(index: usize, entry: &Entry, field: &Field) -> TokenStream {
    if entry.is_as_today(field) {
        return get(index, entry, field);
    }
    let (old, ty) = (&entry.ty, &field.ty);
    let value = match &entry.kind {
        EntryKind::Was { with: Some(with), .. } => quote! {{
            let __place = __p::place(__a, &__r, #index);
            let __old = __c::get::<_, #old>(__a, &__r, #index)?;
            __p::convert(__a, __place, __old, __p::PhantomData::<#ty>, #with)?
        }},
        _ => attempt(&quote!(__p::get_widened::<_, #old, #ty>(__a, &__r, #index))),
    };
    bounded(index, field, value)
}

/// A converted or widened value, checked against the field's `max_len`.
fn bounded(index: usize, field: &Field, value: TokenStream) -> TokenStream {
    let Some(max) = &field.max_len else { return value };
    let (ty, max) = (&field.ty, limit(max));
    let bound = check(&quote!(__p::bound::<_, #ty>(__a, &__r, #index, &__it, #max)));
    quote!({ let __it: #ty = #value; #bound __it })
}

/// The value of a field, which may not have been stored.
fn fill_in(fields: &Fields, at: usize, field: &Field) -> TokenStream {
    let (local, ty) = (local(at), &field.ty);
    match fields.live().find(|(_, _, live, _)| *live == at) {
        None if field.holder => TokenStream::new(),
        None => {
            let default = default::in_scope(fields, at, false);
            quote!(let #local: #ty = { #default };)
        }
        Some((_, entry, ..)) if is_certain(field, entry) => TokenStream::new(),
        Some((index, ..)) => {
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
