//! A former name.

use super::list::{name, once, options, parens, unknown_option};
use super::version::Version;
use crate::errors::Errors;
use syn::parse::ParseStream;
use syn::{Ident, LitInt, LitStr, Result};

/// `renamed(3, from = "hp")`: below version 3 the name was `hp`.
#[derive(Clone)]
pub(crate) struct Renamed {
    pub(crate) before: Version,
    pub(crate) from: LitStr,
}

impl Renamed {
    /// Returns `None` if an option was wrong; it has been reported.
    pub(crate) fn read(
        word: &Ident,
        input: ParseStream<'_>,
        errors: &Errors,
    ) -> Result<Option<Self>> {
        parens(word, input, |content| {
            if !content.peek(LitInt) {
                let span = content.span();
                let from = content.parse::<LitStr>().map_or("hp".to_owned(), |from| from.value());
                let form = format!("`renamed(2, from = {from:?})`");
                let message = format!("expected the first version with the new name: {form}");
                return Err(syn::Error::new(span, message));
            }
            let before: Version = content.parse()?;
            let mut from = None;
            let clean = options(content, errors, "from", |option, input| {
                match option.to_string().as_str() {
                    "from" => once(&mut from, option, name(option, input)?),
                    _ => Err(unknown_option(option, "renamed", &["from"])),
                }
            });
            match from {
                Some(from) => Ok(Some(Self { before, from })),
                None if clean => Err(syn::Error::new(
                    word.span(),
                    "`renamed` needs `from = \"..\"`, the former name",
                )),
                None => Ok(None),
            }
        })
    }
}
