//! Generates the impl of `Deserialize`.

use super::attempt::{attempt, check};
use super::bounds::Bounds;
use super::default::local;
use super::inlining;
use super::parts::parts;
use super::shape::{by_tag, lifespan};
use super::{bytes, hooks, relink};
use crate::model::{Body, Catch, Fields, Model, Variant, VariantKind};
use proc_macro2::TokenStream;
use quote::quote;

/// The impl of `Deserialize`.
pub(super) fn implementation(
    model: &Model,
    bounds: &Bounds<'_>,
    checked: &TokenStream,
    is_recursive: bool,
) -> TokenStream {
    let body = match &model.body {
        Body::Struct(fields) => of_struct(model, fields),
        Body::Enum(_) => of_enum(model),
    };
    // expands to: get_levels::<Self, _>(__a)?; let __loaded = { .. }?; get_levels_end::<Self, _>(__a); Ok(__loaded)
    let body = if is_recursive {
        let (enter, loaded) =
            (check(&quote!(__p::get_levels::<Self, _>(__a))), attempt(&quote!({ #body })));
        quote! {
            #enter
            let __loaded: Self = #loaded;
            __p::get_levels_end::<Self, _>(__a);
            __p::Ok(__loaded)
        }
    } else {
        body
    };
    impls(model, bounds, checked, &body, bytes::deserialize_vec(model))
}

/// The impl with this body of `deserialize`, and the method that loads a list of values.
pub(super) fn impls(
    model: &Model,
    bounds: &Bounds<'_>,
    checked: &TokenStream,
    body: &TokenStream,
    vec: Option<TokenStream>,
) -> TokenStream {
    let head = bounds.head(&bounds.loading(), &quote!(__p::Deserialize<'__de>));
    let (inline, relink) = (inlining(model), relink::method(model, checked));
    quote! {
        #head {
            #inline
            fn deserialize<__A: __p::InputArchive<'__de>>(
                __a: &mut __A,
            ) -> __p::Result<Self, __A::Error> {
                #checked
                #body
            }
            #vec
            #relink
        }
    }
}

// expands to: let __r = InputArchive::begin(__a, SHAPE)?; let __f0 = get(..)?; ..
//             get_end(__a, __r)?; let __f1 = match __e1 { .. };
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
    let arms = variants.iter().enumerate().map(|(index, variant)| arm(model, variant, index));
    let catch = model.catch.as_ref().map(|Catch { ident, ty }| {
        let held = attempt(&quote!(__p::InputArchive::unknown(__a, &__r)));
        let end = check(&quote!(__c::get_end(__a, __r)));
        quote! {
            __p::UNKNOWN => {
                let __held = <#ty as __p::Holder>::holding(#held);
                #end
                Self::#ident(__held)
            }
        }
    });
    let (taken, hooks) = (hooks::taken(model), hooks::calls_of_enum(model));
    let binding = if hooks.is_empty() { quote!(__value) } else { quote!(mut __value) };
    quote! {
        let __r = __p::InputArchive::variant(__a, <Self as __p::Named>::SHAPE)?;
        #taken
        let #binding = match __r.tag {
            #(#arms)*
            #catch
            _ => return __p::Err(__p::From::from(__p::unknown_tag(&__r))),
        };
        #hooks
        __p::Ok(__value)
    }
}

fn arm(model: &Model, variant: &Variant, index: usize) -> TokenStream {
    let tag = variant.tag;
    let guard = if variant.lifespan.is_always() {
        quote!()
    } else {
        let lifespan = lifespan(variant.lifespan);
        quote!(if #lifespan.contains(__r.version))
    };
    let value = match &variant.kind {
        VariantKind::Live { ident } => {
            let (parts, build) = (parts(&variant.fields), build(&variant.fields));
            let (give, hand_over) =
                (hooks::give(model, &variant.fields), hooks::hand_over(&variant.fields));
            if hand_over.is_empty() {
                quote!(#parts #give Self::#ident #build)
            } else {
                quote!(#parts #give let mut __value = Self::#ident #build; #hand_over __value)
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

/// `{ level: __f0, .. }`
fn build(fields: &Fields) -> TokenStream {
    let members = fields.fields.iter().map(|field| &field.member);
    let locals = (0..fields.fields.len()).map(local);
    quote!({ #(#members: #locals,)* })
}
