//! Version numbers in attributes.

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::{LitInt, Result};

/// A version in an attribute: a literal from 1 up, with the token to point at in errors.
#[derive(Clone, Copy)]
pub(crate) struct Version {
    pub(crate) number: u32,
    pub(crate) span: Span,
}

impl Version {
    /// Enough for any history. The limit matters because a lock has a line per version, and a text without
    /// versions is tried with each of them.
    const LARGEST: u32 = 65_535;

    /// Version 1, where nothing was written; errors point at `span`.
    pub(crate) fn first(span: Span) -> Self {
        Self { number: 1, span }
    }
}

impl Parse for Version {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if !input.peek(LitInt) {
            return Err(input.error("expected a version, which is an integer literal such as `2`"));
        }
        let literal: LitInt = input.parse()?;
        let refuse = |message: String| Err(syn::Error::new(literal.span(), message));
        if !matches!(literal.suffix(), "" | "u32") {
            return refuse(format!(
                "a version is a `u32`, found the suffix `{}`",
                literal.suffix()
            ));
        }
        match literal.base10_parse::<u32>() {
            Ok(0) => refuse("versions count from 1, found 0".to_owned()),
            Err(_) if literal.base10_digits().starts_with('-') => {
                refuse(format!("versions count from 1, found {literal}"))
            }
            Ok(number) if number <= Self::LARGEST => Ok(Self { number, span: literal.span() }),
            _ => refuse(format!(
                "the largest version is {}, found {literal}: versions count the shapes of a type, one after the other",
                Self::LARGEST
            )),
        }
    }
}
