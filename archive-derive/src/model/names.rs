//! The current and former names of a type, field or variant.

use super::Renamed;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Ident, LitStr};

/// A name with its history.
#[derive(Clone)]
pub(crate) struct Names {
    pub(crate) current: String,
    pub(crate) span: Span,
    /// Ascending by the version of the rename; `check` ensures it.
    pub(crate) renamed: Vec<Renamed>,
    /// Other names that are accepted when loading by name.
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

    /// The names of something declared as `ident`; `r#type` becomes `type`.
    pub(crate) fn of(ident: &Ident, renamed: Vec<Renamed>, aliases: Vec<LitStr>) -> Self {
        Self::new(ident.unraw().to_string(), ident.span(), renamed, aliases)
    }
}
