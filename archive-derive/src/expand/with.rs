//! Generates the calls of `with` modules.

use crate::model::{Field, With, in_module, stored_in};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Path, Type};

/// The stored form of a value: `module::to_stored(value)`. The argument takes the module's span, so that
/// errors point at the module.
//
// expands to, for `with = Vec<module>`:
//     <Vec<_> as Each>::to_stored(value, |__it| in_container::<module::Stored, _, _>(module::to_stored(__it)))
pub(super) fn to_stored(with: &With, value: &impl ToTokens) -> TokenStream {
    match with {
        With::Module(module) => {
            let to_stored = in_module(module, "to_stored");
            let value = respan(value, module);
            quote!(#to_stored(#value))
        }
        With::Each(container, of) => {
            let each = in_container(of);
            quote!(<#container as __p::Each>::to_stored(#value, |__it| #each))
        }
        // expands to, for `with = HashMap<module, _>`:
        //     <HashMap<_, _> as EachEntry>::to_stored(value, |__it| in_container::<module::Stored, ..>(..), |__it| __it)
        With::Entries(container, key, of) => {
            let key = in_container(key);
            let each = of.as_ref().map_or_else(|| quote!(__it), |of| in_container(of));
            quote!(<#container as __p::EachEntry>::to_stored(#value, |__it| #key, |__it| #each))
        }
    }
}

/// The stored form of the value `__it` in a container.
fn in_container(with: &With) -> TokenStream {
    let each = to_stored(with, &quote!(__it));
    match with {
        With::Module(module) => {
            let stored = stored_in(module);
            let last = module.segments.last().map_or_else(Span::call_site, |it| it.ident.span());
            quote_spanned!(last=> __p::in_container::<#stored, _, _>(#each))
        }
        With::Entries(.., None) => quote!(__p::own_values(#each)),
        With::Each(..) | With::Entries(..) => each,
    }
}

/// The type of what [`to_stored`] gives: a module may give a reference to its `Stored`, but a container has the stored forms
/// themselves. An error about it is at the module.
pub(super) fn form(with: &With, stored: &Type) -> TokenStream {
    match with {
        With::Module(module) => {
            let last = module.segments.last().map_or_else(Span::call_site, |it| it.ident.span());
            quote_spanned!(last=> _)
        }
        With::Entries(.., None) => quote!(_),
        With::Each(..) | With::Entries(..) => quote!(#stored),
    }
}

/// `&(*value)`, in which names mean what they mean here. It begins and ends with a token of the user, or else the
/// compiler would suggest to rewrite the derive.
fn respan(value: &impl ToTokens, module: &Path) -> TokenStream {
    let last = module.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
    // Our own module has the span of a whole type. In a path of the user, the compiler would suggest to remove what is
    // between the `&` and its value.
    let ours = module.segments.first().filter(|first| first.ident == "__p");
    let first = ours.map_or(last, |first| first.ident.span());
    let at = |mut token: TokenTree| {
        token.set_span(token.span().located_at(last));
        token
    };
    let value = quote!(*#value).into_iter().map(at).collect();
    let mut value = Group::new(Delimiter::Parenthesis, value);
    value.set_span(last);
    quote_spanned!(first=> &#value)
}

/// The value of type `ty` made from its stored form, for a field at a place or for a transparent type.
//
// expands to, for `with = Vec<module>`:
//     convert_each::<_, Stored, Ty>(__a, __place, __stored, |__it, __context| {
//         <Vec<_> as Each>::from_stored(__it, |__it| of_each(__it, __context, module::from_stored)) })?
pub(super) fn from_stored(with: &With, stored: &Type, ty: &Type, is_field: bool) -> TokenStream {
    let place = is_field.then(|| quote!(__place,));
    match with {
        With::Module(module) => {
            let from_stored = in_module(module, "from_stored");
            let convert = if is_field { quote!(convert) } else { quote!(converted) };
            quote!(__p::#convert(__a, #place __stored, __p::PhantomData::<#ty>, #from_stored)?)
        }
        With::Each(..) | With::Entries(..) => {
            let value = from_each(with);
            let convert = if is_field { quote!(convert_each) } else { quote!(converted_each) };
            quote!(__p::#convert::<_, #stored, #ty>(__a, #place __stored, |__it, __context| #value)?)
        }
    }
}

fn from_each(with: &With) -> TokenStream {
    match with {
        With::Module(module) => {
            let from_stored = in_module(module, "from_stored");
            quote!(__p::of_each(__it, __context, #from_stored))
        }
        With::Each(container, of) => {
            let each = from_each(of);
            quote!(<#container as __p::Each>::from_stored(__it, |__it| #each))
        }
        With::Entries(container, key, of) => {
            let key = from_each(key);
            let each = of.as_ref().map_or_else(|| quote!(__p::Ok(__it)), |of| from_each(of));
            quote! {
                <#container as __p::EachEntry>::from_stored(
                    __it,
                    __context,
                    |__it, __context| #key,
                    |__it, __context| #each,
                )
            }
        }
    }
}

/// The call that saves what a module makes of a field. `by_value` knows where the links in it are, other modules do not.
// expands to: out_of_cells(__a, |__a| put_stored(..))
pub(super) fn saved_by_module(field: &Field, save: &TokenStream) -> TokenStream {
    match field.by_value {
        true => save.clone(),
        false => quote!(__p::out_of_cells(__a, |__a| #save)),
    }
}

/// The call that loads it.
pub(super) fn loaded_by_module(field: &Field, load: &TokenStream) -> TokenStream {
    match field.by_value {
        true => load.clone(),
        false => quote!(__p::loaded_out_of_cells(__a, |__a| #load)),
    }
}
