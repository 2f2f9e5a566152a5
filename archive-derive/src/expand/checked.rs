//! Checks each stored type before it is used.
//!
//! A type that is not `Archive` would otherwise be an error in every generated function. The compiler
//! reports equal errors at one span only once, so each function begins with the same check.

use super::bounds::Bounds;
use super::shape::mentions;
use super::suspects::{self, Key, Suspect};
use crate::attr::parts;
use crate::model::{Catch, Entry, EntryKind, Fields, Model, With};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

/// Common types that need no check.
pub(super) const KNOWN: [&str; 18] = [
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "String",
    "u128", "u16", "u32", "u64", "u8", "usize",
];

/// The impl that the functions with a check are in.
#[derive(Clone, Copy)]
pub(super) enum Within {
    Describe,
    Serialize,
    Deserialize,
}

impl ToTokens for Within {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::Describe => quote!(__p::InDescribe),
            Self::Serialize => quote!(__p::InSerialize),
            Self::Deserialize => quote!(__p::InDeserialize),
        });
    }
}

// expands to: let () = <Inventory as Archivable>::CHECKED; ..
pub(super) fn types(model: &Model, bounds: &Bounds<'_>, within: Within) -> TokenStream {
    let mut code = TokenStream::new();
    if let Some(Catch { ty, .. }) = &model.catch {
        code.extend(quote!(let () = <#ty as __p::Holder>::CHECKED;));
    }
    for fields in model.body.all_fields() {
        for entry in &fields.entries {
            code.extend(match (by_value(fields, entry), unconverted(fields, entry)) {
                (Some(ty), _) if bounds.is_closed(ty) => Some(shared(ty, &entry.ty, model)),
                (_, Some(values)) => stored(values, model, bounds, within),
                _ => stored(&entry.ty, model, bounds, within),
            });
            code.extend(flattened(entry, bounds));
            code.extend(widened(fields, entry));
        }
        if let Some((_, holder)) = fields.holder() {
            let ty = &holder.ty;
            code.extend(quote!(let () = <#ty as __p::Holder>::CHECKED;));
        }
        for field in fields.fields.iter().filter(|field| field.max_len.is_some()) {
            let ty = &field.ty;
            code.extend(quote!(let () = <#ty as __p::Bounded>::CHECKED;));
        }
    }
    code
}

/// The type of a field with `by_value`.
fn by_value<'f>(fields: &'f Fields, entry: &Entry) -> Option<&'f Type> {
    let EntryKind::Live { field } = entry.kind else { return None };
    fields.fields.get(field).filter(|field| field.by_value).map(|field| &field.ty)
}

/// The type of the values of a map of which `with` only stores the keys.
fn unconverted<'f>(fields: &'f Fields, entry: &Entry) -> Option<&'f Type> {
    let EntryKind::Live { field } = entry.kind else { return None };
    let field = fields.fields.get(field)?;
    let (mut with, mut ty) = (field.with.as_ref()?, &field.ty);
    loop {
        let (_, each) = parts(ty)?;
        match with {
            With::Module(_) => return None,
            With::Entries(.., None) => return Some(each),
            With::Each(_, of) | With::Entries(.., Some(of)) => (with, ty) = (of, each),
        }
    }
}

/// The type `stored` of such a field: what may be wrong is that the field is not shared, or what it shares.
fn shared(ty: &Type, stored: &Type, model: &Model) -> TokenStream {
    let suspects = suspects::of(ty, &model.header.ident);
    let check = match suspects.as_slice() {
        _ if !suspects::is_shared(ty) => quote!(__p::SharedByValue<#ty>),
        [Suspect { ty: part, .. }] => quote!(__p::ArchivableWith<#part>),
        _ => quote!(__p::Archivable),
    };
    quote!(let () = <#stored as #check>::CHECKED;)
}

/// The stored type. If it depends on a parameter, the bounds differ between the impls.
fn stored(ty: &Type, model: &Model, bounds: &Bounds<'_>, within: Within) -> Option<TokenStream> {
    if is_known(ty) {
        return None;
    }
    let suspects = suspects::of(ty, &model.header.ident);
    if model.header.save_as.is_some() || !bounds.is_closed(ty) {
        let are_covered = suspects.iter().all(|part| part.key.is_none() && bounds.cover(part.ty));
        let check = quote!(__p::ArchivableIn<<#within as __p::Within<'_>>::Impl>);
        return (!are_covered).then(|| quote!(let () = <#ty as #check>::CHECKED;));
    }
    let check = match suspects.as_slice() {
        [Suspect { ty: part, key: Some(key) }] => with_key(*key, part, None),
        [Suspect { ty: part, .. }] if !std::ptr::eq(*part, ty) => {
            quote!(__p::ArchivableWith<#part>)
        }
        [Suspect { ty: at, key: Some(key) }, Suspect { ty: part, key: None }]
        | [Suspect { ty: part, key: None }, Suspect { ty: at, key: Some(key) }] => {
            with_key(*key, at, Some(part))
        }
        [Suspect { ty: a, .. }, Suspect { ty: b, .. }] => quote!(__p::ArchivableWithTwo<#a, #b>),
        _ => quote!(__p::Archivable),
    };
    Some(quote!(let () = <#ty as #check>::CHECKED;))
}

/// The check of a type with one suspect in a key, and maybe another one elsewhere.
fn with_key(key: Key, suspect: &Type, other: Option<&Type>) -> TokenStream {
    match (key, other) {
        (Key::Ordered, None) => quote!(__p::ArchivableWithOrdered<#suspect>),
        (Key::Hashed, None) => quote!(__p::ArchivableWithHashed<#suspect>),
        (Key::Ordered, Some(other)) => quote!(__p::ArchivableWithOrderedAnd<#suspect, #other>),
        (Key::Hashed, Some(other)) => quote!(__p::ArchivableWithHashedAnd<#suspect, #other>),
    }
}

/// The type of a flattened field, which must be a struct.
fn flattened(entry: &Entry, bounds: &Bounds<'_>) -> Option<TokenStream> {
    let ty = &entry.ty;
    let look = entry.flatten && bounds.is_closed(ty);
    let span = Span::call_site().located_at(ty.span());
    look.then(|| quote_spanned!(span=> let () = <#ty as __p::Flattens>::CHECKED;))
}

/// The form of each flattened struct, outside of all functions, so that it is looked at once.
// expands to: const _: () = flatten::<Place>(); ..
pub(super) fn forms(model: &Model, bounds: &Bounds<'_>) -> TokenStream {
    let fields = model.body.all_fields();
    let entries = fields.into_iter().flat_map(|fields| &fields.entries);
    let types = entries.filter(|entry| entry.flatten).map(|entry| &entry.ty);
    // A constant outside of the impl has no `Self`.
    let is_closed = |ty: &&Type| bounds.is_closed(ty) && !mentions(ty.to_token_stream(), &["Self"]);
    let form = |ty: &Type| {
        let span = Span::call_site().located_at(ty.span());
        quote_spanned!(span=> const _: () = __p::flatten::<#ty>();)
    };
    types.filter(is_closed).map(form).collect()
}

fn widened(fields: &Fields, entry: &Entry) -> Option<TokenStream> {
    let EntryKind::Was { field, with: None, .. } = &entry.kind else {
        return None;
    };
    let field = fields.fields.get(*field).filter(|field| !entry.is_as_today(field))?;
    let (ty, old) = (&field.ty, &entry.ty);
    Some(quote!(let () = <#ty as __p::Widens<#old>>::CHECKED;))
}

pub(super) fn is_known(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    path.path.get_ident().is_some_and(|ident| KNOWN.iter().any(|known| ident == known))
}
