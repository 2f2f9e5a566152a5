//! The value of a field that was not stored.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::token::Paren;
use syn::{Expr, Ident, Index, Result, Token, Type, parse_quote};

/// `default = 100`, or a bare `default`, in any of its three spellings.
#[derive(Clone)]
pub(crate) struct DefaultValue {
    /// The word `default`.
    pub(crate) span: Span,
    /// `None` means `Default::default()`.
    pub(crate) expr: Option<Expr>,
}

impl DefaultValue {
    /// The only value of a field that is a `PhantomData`.
    pub(super) fn marker(ty: &Type) -> Self {
        let span = ty.span();
        let library = Ident::new("__p", span);
        let marker = Ident::new("PhantomData", span);
        Self { span, expr: Some(parse_quote!(#library::#marker)) }
    }

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

    /// The field's value in the default of its type, on which the word `default` is.
    pub(crate) fn of_type(word: &Ident, field: Option<&Ident>, at: usize) -> Self {
        let span = word.span();
        let field = match field {
            Some(field) => field.to_token_stream(),
            None => Index::from(at).to_token_stream(),
        };
        let whole = quote_spanned!(span=> <Self as ::core::default::Default>::default());
        Self { span, expr: Some(Expr::Verbatim(quote!(#whole.#field))) }
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
