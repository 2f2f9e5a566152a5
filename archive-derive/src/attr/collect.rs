//! Walks over the attributes of one type, field or variant and hands each word to its collector.

use super::list;
use super::notes::Notes;
use super::word::{Place, refuse};
use crate::errors::Errors;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, Ident, Meta, Result};

/// What every collector records, whatever it collects for.
#[derive(Default)]
pub(crate) struct Record {
    /// Every word that was read, in source order.
    pub(crate) words: Vec<Ident>,
    pub(crate) notes: Notes,
    /// An attribute could not be read, so a missing word proves nothing.
    pub(crate) broken: bool,
}

impl Record {
    /// The word called `name`, if it was read.
    pub(crate) fn word(&self, name: &str) -> Option<&Ident> {
        self.words.iter().find(|word| *word == name)
    }
}

/// A set of attributes that is collected from a type, field or variant.
pub(crate) trait Collect: Default {
    const PLACE: Place;

    fn record(&mut self) -> &mut Record;

    /// Reads one word with its arguments, up to the next comma.
    fn word(&mut self, word: &Ident, input: ParseStream<'_>, errors: &Errors) -> Result<()>;

    /// Collects from every attribute of ours and from doc comments.
    fn collect(attributes: &[Attribute], errors: &Errors) -> Self {
        let mut place = Self::default();
        let before = errors.len();
        for attribute in attributes {
            if let Err(error) = place.attribute(attribute, errors) {
                errors.push(error);
            }
        }
        place.record().broken = errors.len() != before;
        place
    }

    /// Reads one `#[..]`.
    fn attribute(&mut self, attribute: &Attribute, errors: &Errors) -> Result<()> {
        let Some(name) = attribute.path().get_ident() else {
            return Ok(());
        };
        match name.to_string().as_str() {
            "doc" => self.record().notes.read_doc(&attribute.meta),
            "archive" => return self.list(name, &attribute.meta, errors),
            // A bare `#[default]` on a variant belongs to std's derive.
            "default"
                if Self::PLACE == Place::Variant && matches!(attribute.meta, Meta::Path(_)) => {}
            "since" | "default" => {
                literal_only(&attribute.meta)?;
                let rest = rest_of(&attribute.meta);
                return (|input: ParseStream<'_>| self.take(name, input, errors)).parse2(rest);
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads each word of `#[archive(..)]`.
    fn list(&mut self, name: &Ident, meta: &Meta, errors: &Errors) -> Result<()> {
        let Meta::List(meta) = meta else {
            return Err(syn::Error::new(name.span(), "expected `#[archive(..)]`"));
        };
        let read = |input: ParseStream<'_>| {
            list::items(input, errors, |word, input| match word.to_string().as_str() {
                "since" if Self::PLACE != Place::Type => Err(syn::Error::new(
                    word.span(),
                    "`since` is an attribute of its own: write `#[since(..)]`",
                )),
                _ => self.take(word, input, errors),
            });
            Ok(())
        };
        meta.parse_args_with(read)
    }

    /// Reads one word and records it.
    fn take(&mut self, word: &Ident, input: ParseStream<'_>, errors: &Errors) -> Result<()> {
        match word.to_string().as_str() {
            "meta" => self.record().notes.read_meta(word, input, errors)?,
            _ => self.word(word, input, errors)?,
        }
        self.record().words.push(word.clone());
        Ok(())
    }

    /// The error for a word that does not belong here.
    fn refuse(word: &Ident) -> syn::Error {
        refuse(word, Self::PLACE)
    }
}

/// Checks that a literal follows `#[default =`: the compiler demands one, but its error does not say what to
/// write.
fn literal_only(meta: &Meta) -> Result<()> {
    let Meta::NameValue(pair) = meta else {
        return Ok(());
    };
    match &pair.value {
        // syn parses `-1` as one literal; the compiler does not.
        Expr::Lit(literal) if !literal.to_token_stream().to_string().starts_with('-') => Ok(()),
        Expr::Group(_) => Ok(()),
        other => {
            let message = "expected a literal: for an expression, write `#[since(n, default = ..)]` or \
                `#[archive(default = ..)]`";
            Err(syn::Error::new_spanned(other, message))
        }
    }
}

/// The arguments of an attribute, as they would follow the word inside `#[archive(..)]`.
fn rest_of(meta: &Meta) -> TokenStream {
    match meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => {
            let tokens = &list.tokens;
            quote!((#tokens))
        }
        Meta::NameValue(pair) => {
            let (eq, value) = (&pair.eq_token, &pair.value);
            quote!(#eq #value)
        }
    }
}
