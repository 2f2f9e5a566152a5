//! What runs on a built value: `into`, `upgrade`, `after_load` and `validate`, in this order.

use super::default::stored;
use crate::model::{EntryKind, Fields, Model};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The calls on `__value`, which is mutable; nothing if the type has no hooks.
pub(super) fn calls(model: &Model, fields: &Fields) -> TokenStream {
    let mut code = hand_over(fields);
    code.extend(upgrades(model, fields));
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
            let (local, index) = (stored(index), Literal::usize_suffixed(index));
            code.extend(quote! {
                if let __p::Some(__old) = #local {
                    __p::hand_over(__a, &__r, #index, &mut __value, __old, #into)?;
                }
            });
        }
    }
    code
}

fn upgrades(model: &Model, fields: &Fields) -> TokenStream {
    let Some(last) = model.hooks.upgrades.last() else {
        return TokenStream::new();
    };
    let last = last.from.number;
    let taken = fields.entries.iter().enumerate().filter_map(|(index, entry)| match &entry.kind {
        EntryKind::Removed { into: None, .. } => {
            let (name, local) = (&entry.names.current, stored(index));
            Some(quote!(.with(#name, #local)))
        }
        EntryKind::Removed { into: Some(_), .. } => {
            let name = &entry.names.current;
            Some(quote!(.without(#name)))
        }
        _ => None,
    });
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
            let mut __upgrade = __p::Upgrade::new(__r.version)#(#taken)*;
            #(#calls)*
        }
    }
}
