//! What is known of the bytes of a type: their number, and whether they are those in memory.

use crate::model::{Body, Model};
use proc_macro2::TokenStream;
use quote::quote;

/// The type's size as rows; for a `pod` type with the proof that it lies in memory as in rows.
pub(super) fn size(model: &Model) -> TokenStream {
    let size = quote!(<Self as __p::Named>::SHAPE.size());
    let Body::Struct(fields) = &model.body else {
        return size;
    };
    if !model.pod {
        return size;
    }
    let members = fields.fields.iter().map(|field| &field.member);
    let types = fields.fields.iter().map(|field| &field.ty);
    quote! {
        __p::pod_size::<Self>(
            &[#(__p::offset_of!(Self, #members)),*],
            &[#(__p::size_of::<#types>()),*],
        )
    }
}

/// The method that saves many values of a `pod` type at once.
pub(super) fn serialize_slice(model: &Model) -> TokenStream {
    if !model.pod {
        return TokenStream::new();
    }
    quote! {
        #[inline]
        fn serialize_slice<__A: __p::OutputArchive>(
            __values: &[Self],
            __a: &mut __A,
        ) -> __p::Result<(), __A::Error> {
            __p::OutputArchive::pods(__a, __values)
        }
    }
}

/// The method that loads many values of a `pod` type at once.
pub(super) fn deserialize_vec(model: &Model) -> TokenStream {
    if !model.pod {
        return TokenStream::new();
    }
    quote! {
        #[inline]
        fn deserialize_vec<__A: __p::InputArchive<'__de>>(
            __a: &mut __A,
        ) -> __p::Result<__p::Vec<Self>, __A::Error> {
            __p::InputArchive::pods(__a)
        }
    }
}
