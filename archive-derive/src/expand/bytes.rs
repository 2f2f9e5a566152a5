//! What is known about a type's bytes at compile time: their number, and whether they equal its memory.

use crate::model::{Body, Model};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

/// The type's size in rows; for a `pod` type it includes the proof that memory and rows agree.
pub(super) fn size(model: &Model) -> TokenStream {
    let size = quote!(<Self as __p::Named>::SHAPE.size());
    let Body::Struct(fields) = &model.body else {
        return size;
    };
    let Some(span) = model.pod else {
        return size;
    };
    let span = Span::call_site().located_at(span);
    let members = fields.fields.iter().map(|field| &field.member);
    let types = fields.fields.iter().map(|field| &field.ty);
    quote_spanned! {span=>
        __p::pod_size::<Self>(
            &[#(__p::offset_of!(Self, #members)),*],
            &[#(__p::size_of::<#types>()),*],
        )
    }
}

/// The proof as a constant of its own. A generic type gets it in `size` instead, evaluated when used.
pub(super) fn proof(model: &Model) -> TokenStream {
    let ident = &model.header.ident;
    match model.pod {
        Some(span) if model.header.generics.params.is_empty() => {
            let span = Span::call_site().located_at(span);
            quote_spanned!(span=> const _: __p::Size = <#ident as __p::Describe>::SIZE;)
        }
        _ => TokenStream::new(),
    }
}

/// `Self` for a `pod` type, with the span of the word.
fn own(model: &Model) -> Option<TokenStream> {
    let span = Span::call_site().located_at(model.pod?);
    Some(quote_spanned!(span=> Self))
}

/// The method that saves a slice of a `pod` type at once.
pub(super) fn serialize_slice(model: &Model) -> Option<TokenStream> {
    let own = own(model)?;
    Some(quote! {
        #[inline]
        fn serialize_slice<__A: __p::OutputArchive>(
            __values: &[Self],
            __a: &mut __A,
        ) -> __p::Result<(), __A::Error> {
            let () = <#own as __p::Block>::CHECKED;
            __p::OutputArchive::pods::<#own>(__a, __values)
        }
    })
}

/// The method that loads a `Vec` of a `pod` type at once.
pub(super) fn deserialize_vec(model: &Model) -> Option<TokenStream> {
    let own = own(model)?;
    Some(quote! {
        #[inline]
        fn deserialize_vec<__A: __p::InputArchive<'__de>>(
            __a: &mut __A,
        ) -> __p::Result<__p::Vec<Self>, __A::Error> {
            let () = <#own as __p::Block>::CHECKED;
            __p::InputArchive::pods::<#own>(__a)
        }
    })
}
