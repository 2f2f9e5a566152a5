//! A hook that upgrades values from older versions.

use super::list::{function, items, once, parens, unknown_option, value};
use super::version::Version;
use crate::errors::Errors;
use syn::parse::ParseStream;
use syn::{Expr, Ident, Result};

/// `upgrade(from = 2, with = path)`: runs for stored versions up to 2.
#[derive(Clone)]
pub(crate) struct Upgrade {
    pub(crate) from: Version,
    pub(crate) with: Expr,
}

impl Upgrade {
    /// Returns `None` if an option was wrong; it has been reported.
    pub(crate) fn read(
        word: &Ident,
        input: ParseStream<'_>,
        errors: &Errors,
    ) -> Result<Option<Self>> {
        parens(word, input, |content| {
            let (mut from, mut with) = (None, None);
            let clean = items(content, errors, |option, input| match option.to_string().as_str() {
                "from" => once(&mut from, option, value(option, input)?),
                "with" => once(&mut with, option, function(option, input)?),
                _ => Err(unknown_option(option, "upgrade", &["from", "with"])),
            });
            match (from, with) {
                (Some(from), Some(with)) => Ok(Some(Self { from, with })),
                _ if clean => {
                    let message = "`upgrade` needs both `from = n`, the last version it runs for, and `with = path`";
                    Err(syn::Error::new(word.span(), message))
                }
                _ => Ok(None),
            }
        })
    }
}
