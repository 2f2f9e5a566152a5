//! Docs and metadata: they travel in the schema for tools and do not affect the bytes.

use super::list::{items, parens};
use crate::errors::Errors;
use syn::parse::ParseStream;
use syn::{Expr, ExprLit, Ident, Lit, Result, Token};

/// Documentation and `meta(..)`.
#[derive(Clone, Default)]
pub(crate) struct Notes {
    /// The lines of the doc comment, without the space after `///`.
    pub(crate) doc: String,
    pub(crate) meta: Vec<Meta>,
}

/// One `key = literal`, or just `key`.
#[derive(Clone)]
pub(crate) struct Meta {
    pub(crate) key: String,
    /// A string, number, `bool` or `char`; `None` for a key alone.
    pub(crate) value: Option<Lit>,
}

impl Notes {
    pub(crate) fn read_doc(&mut self, meta: &syn::Meta) {
        let syn::Meta::NameValue(pair) = meta else {
            return;
        };
        let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value else {
            return;
        };
        let text = text.value();
        if !self.doc.is_empty() {
            self.doc.push('\n');
        }
        self.doc.push_str(text.strip_prefix(' ').unwrap_or(&text).trim_end());
    }

    pub(crate) fn read_meta(
        &mut self,
        word: &Ident,
        input: ParseStream<'_>,
        errors: &Errors,
    ) -> Result<()> {
        parens(word, input, |content| {
            items(content, errors, |key, input| {
                let value = match input.parse::<Option<Token![=]>>()? {
                    Some(_) => Some(plain_literal(input)?),
                    None => None,
                };
                self.add(key, value)
            });
            Ok(())
        })
    }

    fn add(&mut self, key: &Ident, value: Option<Lit>) -> Result<()> {
        let text = key.to_string();
        if self.meta.iter().any(|meta| meta.key == text) {
            return Err(syn::Error::new(key.span(), format!("`meta` has the key `{key}` twice")));
        }
        self.meta.push(Meta { key: text, value });
        Ok(())
    }
}

fn plain_literal(input: ParseStream<'_>) -> Result<Lit> {
    let message = "expected a string, number, `bool` or `char` literal";
    let at = input.span();
    match input.parse() {
        Ok(Lit::Float(number)) if number.base10_parse().is_ok_and(f64::is_infinite) => {
            Err(syn::Error::new(at, "this number is too large for an f64"))
        }
        Ok(lit @ (Lit::Str(_) | Lit::Int(_) | Lit::Float(_) | Lit::Bool(_) | Lit::Char(_))) => {
            Ok(lit)
        }
        _ => Err(syn::Error::new(at, message)),
    }
}
