//! Generates the calls of hooks on a loaded value: `into`, `upgrade`, `after_load` and `validate`, in this
//! order.

use super::default::stored;
use crate::model::{Entry, EntryKind, Fields, Model};
use proc_macro2::TokenStream;
use quote::quote;

/// The calls on `__value`, which is mutable; nothing if the type has no hooks.
pub(super) fn calls(model: &Model, fields: &Fields) -> TokenStream {
    let mut code = hand_over(fields);
    code.extend(upgrades(model, &upgrade(fields)));
    code.extend(last(model));
    code
}

/// The same for an enum, whose variants have already run their `into`.
pub(super) fn calls_of_enum(model: &Model) -> TokenStream {
    let upgrade = if takes(model) { quote!(__taken) } else { upgrade(&Fields::none()) };
    let mut code = upgrades(model, &upgrade);
    code.extend(last(model));
    code
}

fn last(model: &Model) -> TokenStream {
    let mut code = TokenStream::new();
    if let Some(hook) = &model.hooks.after_load {
        code.extend(quote!(__p::after_load(__a, &__r, &mut __value, #hook)?;));
    }
    if let Some(hook) = &model.hooks.validate {
        code.extend(quote!(__p::validate(__a, &__r, &__value, #hook)?;));
    }
    code
}

/// Hands each removed value that was stored to its `into`.
pub(super) fn hand_over(fields: &Fields) -> TokenStream {
    let mut code = TokenStream::new();
    for (index, entry) in fields.entries.iter().enumerate() {
        if let EntryKind::Removed { into: Some(into), .. } = &entry.kind {
            let local = stored(index);
            code.extend(quote! {
                if let __p::Some(__old) = #local {
                    __p::hand_over(__a, &__r, #index, &mut __value, __old, #into)?;
                }
            });
        }
    }
    code
}

/// Whether an upgrade of an enum can take removed fields of its variants.
fn takes(model: &Model) -> bool {
    !model.hooks.upgrades.is_empty() && live(model).any(|fields| removed(fields).next().is_some())
}

/// The fields of the live variants.
fn live(model: &Model) -> impl Iterator<Item = &Fields> {
    let variants = model.body.variants().iter();
    variants.filter(|variant| variant.ident().is_some()).map(|variant| &variant.fields)
}

/// What an upgrade of an enum may take: the removed fields of all variants, so that it may ask for any of
/// them whichever variant was loaded.
// expands to: let mut __taken = Upgrade::new(__r.version);
//             if __r.version <= 2 { __taken = __taken.with("heat", None::<u8>); .. }
pub(super) fn taken(model: &Model) -> TokenStream {
    let Some(last) = model.hooks.upgrades.last().filter(|_| takes(model)) else {
        return TokenStream::new();
    };
    let last = last.from.number;
    let declared = live(model).flat_map(removed).map(|(_, entry, is_taken)| {
        let (name, ty) = (&entry.names.current, &entry.ty);
        if is_taken { quote!(.with(#name, __p::None::<#ty>)) } else { quote!(.without(#name)) }
    });
    quote! {
        let mut __taken = __p::Upgrade::new(__r.version);
        if __r.version <= #last {
            __taken = __taken #(#declared)*;
        }
    }
}

/// Hands the removed fields of a loaded variant to the upgrades of its enum.
pub(super) fn give(model: &Model, fields: &Fields) -> TokenStream {
    if model.hooks.upgrades.is_empty() {
        return TokenStream::new();
    }
    let given = removed(fields).filter(|(.., is_taken)| *is_taken).map(|(index, entry, _)| {
        let (name, local) = (&entry.names.current, stored(index));
        quote! {
            if __p::Option::is_some(&#local) {
                __taken = __taken.with(#name, #local);
            }
        }
    });
    given.collect()
}

/// The removed fields: their index, entry, and whether upgrades take them, i.e. they have no `into`.
fn removed(fields: &Fields) -> impl Iterator<Item = (usize, &Entry, bool)> {
    fields.entries.iter().enumerate().filter_map(|(index, entry)| match &entry.kind {
        EntryKind::Removed { into, .. } => Some((index, entry, into.is_none())),
        _ => None,
    })
}

/// Passes the removed fields of a struct to its upgrades.
fn upgrade(fields: &Fields) -> TokenStream {
    let taken = removed(fields).map(|(index, entry, is_taken)| {
        let (name, local) = (&entry.names.current, stored(index));
        if is_taken { quote!(.with(#name, #local)) } else { quote!(.without(#name)) }
    });
    quote!(__p::Upgrade::new(__r.version)#(#taken)*)
}

fn upgrades(model: &Model, upgrade: &TokenStream) -> TokenStream {
    let Some(last) = model.hooks.upgrades.last() else {
        return TokenStream::new();
    };
    let last = last.from.number;
    let calls = model.hooks.upgrades.iter().map(|upgrade| {
        let (from, hook) = (upgrade.from.number, &upgrade.with);
        quote! {
            if __r.version <= #from {
                __p::upgrade(__a, &__r, &mut __value, &mut __upgrade, #hook)?;
            }
        }
    });
    quote! {
        if __r.version <= #last {
            let mut __upgrade = #upgrade;
            #(#calls)*
        }
    }
}
