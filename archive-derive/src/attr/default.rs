//! The value of a field that was not stored.

use proc_macro2::{Span, TokenStream};
use syn::parse::ParseStream;
use syn::token::Paren;
use syn::{Expr, Ident, Result, Token};

/// `default = 100`, or a bare `default`, in any of its three spellings.
#[derive(Clone)]
pub(crate) struct DefaultValue {
    /// The word `default`.
    pub(crate) span: Span,
    /// `None` means `Default::default()`.
    pub(crate) expr: Option<Expr>,
}

impl DefaultValue {
    pub(crate) fn read(word: &Ident, input: ParseStream<'_>) -> Result<Self> {
        if input.peek(Paren) {
            let rest: TokenStream = input.parse()?;
            drop(rest);
            return Err(syn::Error::new(word.span(), "expected `default = ..`"));
        }
        let expr = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Self { span: word.span(), expr })
    }

    /// Sets the slot once. A default has three spellings, so its error says more than the usual "given
    /// twice".
    pub(crate) fn set(self, slot: &mut Option<Self>) -> Result<()> {
        if slot.is_some() {
            let message = "`default` is given twice; `#[default = ..]`, `#[since(n, default = ..)]` and \
                `#[archive(default = ..)]` mean the same";
            return Err(syn::Error::new(self.span, message));
        }
        *slot = Some(self);
        Ok(())
    }
}
