//! The version in which a field or variant was added.

use super::default::DefaultValue;
use super::list::{options, parens, unknown_option};
use super::version::Version;
use crate::errors::Errors;
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, Result, Token};

/// `#[since(3, default = 100, replaces(health, armor))]`.
pub(crate) struct Since {
    pub(crate) version: Version,
    pub(crate) default: Option<DefaultValue>,
    /// The removed fields that this one replaces.
    pub(crate) replaces: Vec<Ident>,
}

impl Since {
    pub(crate) fn read(word: &Ident, input: ParseStream<'_>, errors: &Errors) -> Result<Self> {
        parens(word, input, |content| {
            let version = content.parse()?;
            let (mut default, mut replaces) = (None, Vec::new());
            options(content, errors, "default", |option, input| {
                match option.to_string().as_str() {
                    "default" => DefaultValue::read(option, input)?.set(&mut default),
                    "replaces" => {
                        replaces.extend(parens(option, input, names)?);
                        Ok(())
                    }
                    _ => Err(unknown_option(option, "since", &["default", "replaces"])),
                }
            });
            Ok(Self { version, default, replaces })
        })
    }
}

fn names(input: &ParseBuffer<'_>) -> Result<Punctuated<Ident, Token![,]>> {
    Punctuated::parse_terminated_with(input, Ident::parse_any)
}
