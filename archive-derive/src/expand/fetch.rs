//! Generates the method that prefetches a value into the CPU cache before it is visited.

use super::relink::linking;
use crate::model::{Body, Model};
use proc_macro2::TokenStream;
use quote::quote;

/// The method, for a struct that may hold links; it fetches only shared values.
// expands to: fn fetch(&self) -> u8 { __p::fetch::<String>(&self.a) ^ __p::fetch::<Vec<Rc<Node>>>(&self.b) }
pub(super) fn method(model: &Model, checked: &TokenStream) -> TokenStream {
    let Body::Struct(fields) = &model.body else { return TokenStream::new() };
    if linking(fields).next().is_none() {
        return TokenStream::new();
    }
    let stored = fields.fields.iter().filter(|field| !field.skip && field.with.is_none());
    let (members, types): (Vec<_>, Vec<_>) = stored.map(|field| (&field.member, &field.ty)).unzip();
    quote! {
        #[inline]
        fn fetch(&self) -> __p::primitive::u8 {
            #checked
            #(__p::fetch::<#types>(&self.#members))^*
        }
    }
}
