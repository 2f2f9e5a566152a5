//! What something is called, and was called.

use super::Renamed;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Ident, LitStr};

/// A name with its history.
#[derive(Clone)]
pub(crate) struct Names {
    pub(crate) current: String,
    pub(crate) span: Span,
    /// Ascending by the version before which the name held; `check` sees to it.
    pub(crate) renamed: Vec<Renamed>,
    /// Other names that are accepted where names rule.
    pub(crate) aliases: Vec<LitStr>,
}

impl Names {
    pub(crate) fn new(
        current: String,
        span: Span,
        renamed: Vec<Renamed>,
        aliases: Vec<LitStr>,
    ) -> Self {
        Self { current, span, renamed, aliases }
    }

    /// The names of what is declared as `ident`; `r#type` is called `type`.
    pub(crate) fn of(ident: &Ident, renamed: Vec<Renamed>, aliases: Vec<LitStr>) -> Self {
        Self::new(ident.unraw().to_string(), ident.span(), renamed, aliases)
    }
}
