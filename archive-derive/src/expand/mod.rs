//! Generates code from the model: straight lines of calls into the library.

mod attempt;
mod bounds;
mod bytes;
mod checked;
mod default;
mod defaults;
mod deserialize;
mod fetch;
mod hooks;
mod parts;
mod relink;
mod rows;
mod serialize;
mod shape;
mod stated;
mod suspects;
mod transparent;
mod view;
mod with;

use crate::model::{Form, Header, Model};
use bounds::Bounds;
use checked::Within;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

/// The impls of a type without mistakes.
pub(crate) fn expand(model: &Model) -> TokenStream {
    let bounds = Bounds::new(model);
    let impls = if model.form != Form::Own {
        transparent::impls(model, &bounds)
    } else if let Some(save_as) = &model.header.save_as {
        let (calls, view) = (calls(model), view::impls(model, save_as, &bounds));
        quote!(#calls #view)
    } else {
        let checked = |within| checked::types(model, &bounds, within);
        let (shape, is_recursive) = shape::impls(model, &bounds, &checked(Within::Describe));
        let serialize =
            serialize::implementation(model, &bounds, &checked(Within::Serialize), is_recursive);
        let deserialize = deserialize::implementation(
            model,
            &bounds,
            &checked(Within::Deserialize),
            is_recursive,
        );
        let (calls, forms) = (calls(model), checked::forms(model, &bounds));
        quote!(#calls #shape #serialize #deserialize #forms)
    };
    in_const(&model.header, &impls)
}

/// Above this number of parts, calls are no longer inlined into one function.
const LARGE: usize = 256;

fn is_large(model: &Model) -> bool {
    let fields: usize = model.body.all_fields().iter().map(|fields| fields.entries.len()).sum();
    fields.saturating_add(model.body.variants().len()) > LARGE
}

// expands to: use __p::inlined as __c;
fn calls(model: &Model) -> TokenStream {
    let calls = if is_large(model) { quote!(apart) } else { quote!(inlined) };
    quote!(use __p::#calls as __c;)
}

/// The inlining of a type's functions. Archives decide where functions end, so that their state stays in
/// registers. Debug builds do not force it, as the functions would need too much stack; nor do large types, nor
/// this workspace's tests, which are debug builds without `debug_assertions` (the derive itself has them there).
// expands to: #[cfg_attr(not(debug_assertions), inline(always))]
fn inlining(model: &Model) -> TokenStream {
    if is_large(model) || cfg!(all(archive_own_code, debug_assertions)) {
        quote!(#[inline])
    } else {
        quote!(
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
        )
    }
}

/// A field's `max_len` as an argument, so that a wrong type is an error at the attribute.
fn limit(max: &Expr) -> TokenStream {
    quote!({ let __max: __p::primitive::usize = #max; __max })
}

/// Impls without a working body, so that a mistake in an attribute does not also produce errors about
/// missing traits.
pub(crate) fn fallback(header: &Header) -> TokenStream {
    let (ident, krate) = (&header.ident, &header.krate);
    let (generics, _, where_clause) = header.generics.split_for_impl();
    let arguments = bounds::arguments(&header.generics);
    let mut loading = header.generics.clone();
    loading.params.insert(0, syn::parse_quote!('__de));
    let (loading, _, _) = loading.split_for_impl();
    let impls = quote! {
        #[automatically_derived]
        impl #generics __p::Describe for #ident #arguments #where_clause {
            const TYPE: &'static __p::Type = <() as __p::Describe>::TYPE;
        }
        #[automatically_derived]
        impl #generics __p::Named for #ident #arguments #where_clause {
            const SHAPE: &'static __p::Shape = <#krate::VersionTable as __p::Named>::SHAPE;
        }
        #[automatically_derived]
        impl #generics __p::Serialize for #ident #arguments #where_clause {
            fn serialize<__A: __p::OutputArchive>(&self, _: &mut __A) -> __p::Result<(), __A::Error> {
                loop {}
            }
        }
        #[automatically_derived]
        impl #loading __p::Deserialize<'__de> for #ident #arguments #where_clause {
            fn deserialize<__A: __p::InputArchive<'__de>>(_: &mut __A) -> __p::Result<Self, __A::Error> {
                loop {}
            }
        }
    };
    in_const(header, &impls)
}

/// Wraps the impls in a scope in which the library is `__p`.
///
/// The impls repeat code of the user, out of reach of an `allow` on the type, so these lints are allowed
/// here:
///
/// - `deprecated`: a deprecated type is still saved and loaded.
/// - `non_snake_case`: a default refers to the fields above it by locals with their names.
/// - `unused_qualifications`, `clippy::absolute_paths`: types and paths of fields, bounds and attributes.
/// - `clippy::all`, `clippy::pedantic`, `clippy::nursery`: defaults and hooks, which cannot use `Self` or
///   carry an attribute, and generated lines that nobody would write by hand.
fn in_const(header: &Header, impls: &TokenStream) -> TokenStream {
    let krate = &header.krate;
    quote! {
        #[doc(hidden)]
        #[allow(
            deprecated,
            non_snake_case,
            unused_qualifications,
            clippy::absolute_paths,
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            reason = "the impls repeat words of the user"
        )]
        const _: () = {
            use #krate::__private as __p;
            #impls
        };
    }
}
