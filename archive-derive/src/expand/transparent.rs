//! Generates the impls of a type without a schema of its own: it is stored as its one field, or as other code stores it.

use super::bounds::Bounds;
use super::checked::{self, Within};
use super::default::{self, local};
use super::rows::serialize_rows_as;
use super::shape::{identity, leaves_out};
use super::with::{form, from_stored, loaded_by_module, saved_by_module, to_stored};
use super::{defaults, deserialize, hooks, limit, serialize};
use crate::model::{Body, EntryKind, Field, Fields, Form, Model};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

pub(super) fn impls(model: &Model, bounds: &Bounds<'_>) -> TokenStream {
    let Body::Struct(fields) = &model.body else {
        return TokenStream::new();
    };
    let Some((at, field, stored)) = inner(fields) else {
        return TokenStream::new();
    };
    let describe = bounds.head(&bounds.generics(&quote!(__p::Describe)), &quote!(__p::Describe));
    let checked = |within| checked::types(model, bounds, within);
    let (described, saved, loaded) =
        (checked(Within::Describe), checked(Within::Serialize), checked(Within::Deserialize));
    let partial = leaves_out(fields).then(|| quote!(.partial()));
    let rows = serialize_rows_as(model, field, stored, &saved);
    let defaults = defaults::method_as(stored, &saved);
    let save = save(model, field, stored);
    let serialize = serialize::impls(model, bounds, &saved, &save, &quote!(#rows #defaults));
    let load = load(model, fields, at, field, stored);
    let deserialize = deserialize::impls(model, bounds, &loaded, &load, None);
    quote! {
        #describe {
            const TYPE: &'static __p::Type = { #described <#stored as __p::Describe>::TYPE };
            const SIZE: __p::Size = { #described <#stored as __p::Describe>::SIZE #partial };
        }
        #serialize
        #deserialize
    }
}

/// The stored field, its index, and its stored type.
fn inner(fields: &Fields) -> Option<(usize, &Field, &Type)> {
    let entry = fields.entries.first()?;
    match entry.kind {
        EntryKind::Live { field } => Some((field, fields.fields.get(field)?, &entry.ty)),
        _ => None,
    }
}

fn save(model: &Model, field: &Field, stored: &Type) -> TokenStream {
    let (member, ty) = (&field.member, &field.ty);
    let check = check(field, &quote!(self.#member));
    match &field.with {
        Some(with) => {
            let made = to_stored(with, &within(model, field, &quote!(self)));
            let form = form(with, stored);
            let put = quote! {
                __p::put_stored::<_, #stored, #form, _>(__p::ToValue(__a), |()| __p::Some(__p::Ok(#made)))
            };
            let put = saved_by_module(field, &put);
            quote!(#check #put)
        }
        None => quote!(#check <#ty as __p::Serialize>::serialize(&self.#member, __a)),
    }
}

/// A reference to what a `with` stores of a reference to a value.
pub(super) fn within(model: &Model, field: &Field, value: &TokenStream) -> TokenStream {
    let member = &field.member;
    match model.form {
        Form::Value => value.clone(),
        Form::Own | Form::Field => quote!(&#value.#member),
    }
}

/// A statement that checks a field's value against its `max_len`.
fn check(field: &Field, value: &TokenStream) -> Option<TokenStream> {
    let (max, ty) = (limit(field.max_len.as_ref()?), &field.ty);
    Some(quote!(__p::check_len::<#ty>(&#value, #max)?;))
}

fn load(model: &Model, fields: &Fields, at: usize, field: &Field, stored: &Type) -> TokenStream {
    let (place, ty) = (local(at), &field.ty);
    let read = quote!(<#stored as __p::Deserialize<'__de>>::deserialize(__a));
    let value = match &field.with {
        Some(with) => {
            let made = from_stored(with, stored, ty, false);
            let read = loaded_by_module(field, &read);
            quote!({
                let __stored: #stored = #read?;
                #made
            })
        }
        None => quote!(#read?),
    };
    let check = check(field, &quote!(#place));
    let others = fields.fields.iter().enumerate().filter(|(index, _)| *index != at);
    let others = others.map(|(index, field)| {
        let (local, ty) = (local(index), &field.ty);
        let default = default::in_scope(fields, index, false);
        quote!(let #local: #ty = { #default };)
    });
    let members = fields.fields.iter().map(|field| &field.member);
    let locals = (0..fields.fields.len()).map(local);
    let whole = match model.form {
        Form::Value => quote!(#place),
        Form::Own | Form::Field => quote!(Self { #(#members: #locals,)* }),
    };
    let hooks = hooks::calls(model, &Fields::none());
    let (binding, record) = if hooks.is_empty() {
        (quote!(__value), TokenStream::new())
    } else {
        (quote!(mut __value), record(model))
    };
    quote! {
        let #place: #ty = #value;
        #check
        #(#others)*
        let #binding = #whole;
        #record
        #hooks
        __p::Ok(__value)
    }
}

/// A record that names the type in the errors of hooks.
fn record(model: &Model) -> TokenStream {
    let (identity, name) = (identity(model, false), &model.names.current);
    quote! {
        #identity
        static __SHAPE: __p::Shape = __p::transparent(&__ID, #name);
        let __r = __p::Scope::of_struct(&__SHAPE, 1);
    }
}
