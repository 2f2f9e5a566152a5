//! An earlier type of a field.

use super::list::{former_type, function, once, options, parens, unknown_option, value};
use super::version::Version;
use crate::errors::Errors;
use syn::parse::ParseStream;
use syn::{Expr, Ident, Result, Type};

/// `was(u16, until = 3, with = convert, back = convert_back)`.
pub(crate) struct Was {
    pub(crate) ty: Type,
    pub(crate) until: Version,
    pub(crate) with: Option<Expr>,
    pub(crate) back: Option<Expr>,
}

impl Was {
    /// Returns `None` if an option was wrong; it has been reported.
    pub(crate) fn read(
        word: &Ident,
        input: ParseStream<'_>,
        errors: &Errors,
    ) -> Result<Option<Self>> {
        parens(word, input, |content| {
            let ty = former_type(content, "was(Type, until = n)")?;
            let (mut until, mut with, mut back) = (None, None, None);
            let clean = options(content, errors, "until", |option, input| {
                match option.to_string().as_str() {
                    "until" => once(&mut until, option, value(option, input)?),
                    "with" => once(&mut with, option, function(option, input)?),
                    "back" => once(&mut back, option, function(option, input)?),
                    _ => Err(unknown_option(option, "was", &["until", "with", "back"])),
                }
            });
            match until {
                Some(until) => Ok(Some(Self { ty, until, with, back })),
                None if clean => {
                    let message = "`was` needs `until = n`, the first version without this type";
                    Err(syn::Error::new(word.span(), message))
                }
                None => Ok(None),
            }
        })
    }
}
