//! The version that something came with.

use super::default::DefaultValue;
use super::list::{options, parens, unknown_option};
use super::version::Version;
use crate::errors::Errors;
use syn::parse::ParseStream;
use syn::{Ident, Result};

/// `#[since(3, default = 100)]`.
pub(crate) struct Since {
    pub(crate) version: Version,
    pub(crate) default: Option<DefaultValue>,
}

impl Since {
    pub(crate) fn read(word: &Ident, input: ParseStream<'_>, errors: &Errors) -> Result<Self> {
        parens(word, input, |content| {
            let version = content.parse()?;
            let mut default = None;
            options(content, errors, "default", |option, input| {
                match option.to_string().as_str() {
                    "default" => DefaultValue::read(option, input)?.set(&mut default),
                    _ => Err(unknown_option(option, "since", &["default"])),
                }
            });
            Ok(Self { version, default })
        })
    }
}
