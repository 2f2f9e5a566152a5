//! Generates the impls of a view, a struct that is saved as another type: it has that type's shape, and is never loaded.

use super::attempt::{attempt, check};
use super::bounds::Bounds;
use super::checked::{self, Within};
use super::default::local;
use super::inlining;
use super::rows::{alone, live, method};
use super::serialize::{pattern, put};
use super::shape::known;
use crate::model::{Body, Entry, Field, Fields, Model};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, Type};

pub(super) fn impls(model: &Model, save_as: &Type, bounds: &Bounds<'_>) -> TokenStream {
    let Body::Struct(fields) = &model.body else {
        return TokenStream::new();
    };
    let (described, saved) = (
        checked::types(model, bounds, Within::Describe),
        checked::types(model, bounds, Within::Serialize),
    );
    let generics = bounds.generics(&quote!(__p::Describe));
    let named = bounds.head(&generics, &quote!(__p::Named));
    let describe = bounds.head(&generics, &quote!(__p::Describe));
    let known = known(model);
    let serialize = serialize(model, fields, save_as, bounds, &saved);
    let looked_at = looked_at(fields, save_as, &model.header.generics);
    quote! {
        #looked_at
        #named {
            const SHAPE: &'static __p::Shape = { #described <#save_as as __p::Named>::SHAPE };
        }
        #describe {
            const TYPE: &'static __p::Type = &__p::named::<Self>();
            const SIZE: __p::Size = <#save_as as __p::Describe>::SIZE;
            #known
        }
        #serialize
    }
}

// expands to: const _: usize = place_in_view(<SaveGame as Named>::SHAPE, "players"); ..
//             const _: () = view(<SaveGame as Named>::SHAPE, &["players", ..]);
/// The fields, outside of all functions, so that mistakes are found whether or not anything is saved.
fn looked_at(fields: &Fields, save_as: &Type, generics: &Generics) -> TokenStream {
    // A constant has no parameters.
    if generics.type_params().next().is_some() || generics.const_params().next().is_some() {
        return TokenStream::new();
    }
    let ty = for_static(save_as.to_token_stream());
    let names = live(fields).map(|(_, entry, ..)| &entry.names.current);
    let span = Span::call_site().located_at(save_as.span());
    let all =
        quote_spanned!(span=> const _: () = __p::view(<#ty as __p::Named>::SHAPE, &[#(#names),*]););
    let each = live(fields).map(|(_, entry, ..)| {
        let span = Span::call_site().located_at(entry.names.span);
        let name = &entry.names.current;
        quote_spanned! {span=>
            const _: __p::primitive::usize = __p::place_in_view(<#ty as __p::Named>::SHAPE, #name);
        }
    });
    quote!(#(#each)* #all)
}

/// The same tokens with `'static` in place of each lifetime.
fn for_static(tokens: TokenStream) -> TokenStream {
    let mut follows_quote = false;
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), for_static(group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        TokenTree::Ident(name) if follows_quote => {
            follows_quote = false;
            TokenTree::Ident(Ident::new("static", name.span()))
        }
        other => {
            follows_quote = matches!(&other, TokenTree::Punct(quote) if quote.as_char() == '\'');
            other
        }
    });
    each.collect()
}

// expands to: let Self { level: __f0, .. } = self;
//             let __r = begin_view::<SaveGame, _>(__a, &VIEW)?; put(..)?; end_view::<SaveGame, _>(__a, __r)
fn serialize(
    model: &Model,
    fields: &Fields,
    save_as: &Type,
    bounds: &Bounds<'_>,
    checked: &TokenStream,
) -> TokenStream {
    let head = bounds.head(&bounds.generics(&quote!(__p::Serialize)), &quote!(__p::Serialize));
    let (inline, pattern, view) = (inlining(model), pattern(fields), view(model, fields, save_as));
    let begun = attempt(&quote!(__p::begin_view::<#save_as, __A>(__a, #view)));
    let puts = live(fields).map(|(_, entry, at, field)| put(&place(entry), entry, field, at));
    let rows = rows(fields, &view, checked);
    quote! {
        #head {
            #inline
            fn serialize<__A: __p::OutputArchive>(
                &self,
                __a: &mut __A,
            ) -> __p::Result<(), __A::Error> {
                #checked
                let Self #pattern = self;
                let __r = #begun;
                #(#puts)*
                __p::end_view::<#save_as, __A>(__a, __r)
            }
            #rows
        }
    }
}

fn rows(fields: &Fields, view: &TokenStream, checked: &TokenStream) -> TokenStream {
    let begun = attempt(&quote!(__p::begin_view_rows(__a, #view)));
    let puts = live(fields).map(|(_, entry, at, field)| {
        let Field { member, with, max_len, .. } = field;
        let (place, ty) = (place(entry), &entry.ty);
        if with.is_none() && max_len.is_none() {
            let call = quote!(__c::put_rows::<_, Self, #ty>(__a, &__r, #place, __rows, |__row| &__row.#member));
            check(&call)
        } else {
            let (local, put) = (local(at), put(&place, entry, field, at));
            quote!(for __row in __rows { let #local = &__row.#member; #put })
        }
    });
    let (alone, rows) = (
        alone(),
        method(&quote! {
            #checked
            let __r = #begun;
            #(#puts)*
            __p::Batches::end_rows(__a, __r)
        }),
    );
    quote!(#alone #rows)
}

/// The place of a field in the shape.
fn place(entry: &Entry) -> TokenStream {
    let name = &entry.names.current;
    quote!(const { __p::place_in_view(<Self as __p::Named>::SHAPE, #name) })
}

/// What the view saves; with a flag that its types were looked at, unless all instances of a generic view would share it.
fn view(model: &Model, fields: &Fields, save_as: &Type) -> TokenStream {
    let ident = model.header.ident.to_string();
    let list = live(fields).map(|(_, entry, ..)| {
        let (place, ty) = (place(entry), &entry.ty);
        quote!((#place, <#ty as __p::Describe>::TYPE))
    });
    let generics = &model.header.generics;
    let is_one =
        generics.type_params().next().is_none() && generics.const_params().next().is_none();
    let (flag, is_checked) = if is_one {
        (
            quote!(
                static __CHECKED: __p::AtomicBool = __p::AtomicBool::new(false);
            ),
            quote!(__p::Some(&__CHECKED)),
        )
    } else {
        (quote!(), quote!(__p::None))
    };
    quote!({
        #flag
        const { &__p::View {
            ident: #ident,
            shape: <#save_as as __p::Named>::SHAPE,
            fields: &[#(#list),*],
            is_checked: #is_checked,
        } }
    })
}
