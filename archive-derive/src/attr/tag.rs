//! The stated tag of a variant.

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::{LitInt, Result};

/// `tag = 4`.
#[derive(Clone, Copy)]
pub(crate) struct Tag {
    pub(crate) number: u32,
    pub(crate) span: Span,
}

impl Parse for Tag {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if !input.peek(LitInt) {
            return Err(input.error("expected a tag, which is an integer literal such as `4`"));
        }
        let literal: LitInt = input.parse()?;
        match literal.base10_parse() {
            Ok(number) if matches!(literal.suffix(), "" | "u32") => {
                Ok(Self { number, span: literal.span() })
            }
            _ => Err(syn::Error::new(literal.span(), format!("a tag is a `u32`, found {literal}"))),
        }
    }
}
