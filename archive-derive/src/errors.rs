//! Collects compile errors.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::cell::{Cell, RefCell};
use std::fmt::Display;

/// Every mistake found so far, so that all are reported at once.
///
/// Call [`Errors::finish`] before dropping it: mistakes that are lost would let wrong code be generated, so
/// a debug build panics.
#[must_use]
pub(crate) struct Errors {
    list: RefCell<Vec<syn::Error>>,
    read: Cell<bool>,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self { list: RefCell::new(Vec::new()), read: Cell::new(false) }
    }

    pub(crate) fn push(&self, error: syn::Error) {
        self.list.borrow_mut().push(error);
    }

    /// Reports a mistake at one token.
    pub(crate) fn at(&self, span: Span, message: impl Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Reports a mistake across all tokens of a node.
    pub(crate) fn on(&self, node: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(node, message));
    }

    pub(crate) fn len(&self) -> usize {
        self.list.borrow().len()
    }

    /// `Ok` if nothing was reported, else the tokens of every compile error.
    pub(crate) fn finish(self) -> Result<(), TokenStream> {
        self.read.set(true);
        let list = self.list.take();
        if list.is_empty() {
            return Ok(());
        }
        Err(list.iter().map(syn::Error::to_compile_error).collect())
    }

    #[cfg(test)]
    pub(crate) fn messages(self) -> Vec<String> {
        self.read.set(true);
        self.list.take().iter().map(ToString::to_string).collect()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        debug_assert!(
            self.read.get() || std::thread::panicking(),
            "compile errors were dropped unread"
        );
    }
}
