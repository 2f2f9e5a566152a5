//! Generates defaults, which may use the fields above them.

use crate::model::{DefaultValue, Field, Fields, Mentioned};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Expr, ExprGroup, ExprLit, ExprParen, Lit, Member, Type};

/// The local for the value of the field at `index`, or for a reference to it.
pub(super) fn local(index: usize) -> Ident {
    format_ident!("__f{index}")
}

/// The local for what was stored for the entry at `index`.
pub(super) fn stored(index: usize) -> Ident {
    format_ident!("__e{index}")
}

/// A default as an expression; only a skipped field may have none. A string literal becomes any type that
/// implements `FromText`.
pub(super) fn value(default: Option<&DefaultValue>, ty: &Type) -> TokenStream {
    let Some(default) = default else {
        return quote!(<#ty as __p::Skipped>::absent());
    };
    match default.expr.as_ref().map(bare) {
        None => quote!(<#ty as __p::Default>::default()),
        Some(Expr::Lit(ExprLit { lit: lit @ Lit::Str(text), .. })) => {
            let span = Span::call_site().located_at(text.span());
            quote_spanned!(span=> __p::FromText::from_text(#lit))
        }
        Some(expr) => expr.to_token_stream(),
    }
}

/// An expression without the groups that macros add.
fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Group(ExprGroup { expr, .. }) | Expr::Paren(ExprParen { expr, .. }) => bare(expr),
        expr => expr,
    }
}

/// The default of the field at `index`, with the fields above it in scope as shared references. `by_ref` is
/// set when saving, where the locals are references already; skipped fields have no local then and get their
/// loaded value.
pub(super) fn in_scope(fields: &Fields, index: usize, by_ref: bool) -> TokenStream {
    let Some(field) = fields.fields.get(index) else {
        return TokenStream::new();
    };
    let value = value(field.default.as_ref(), &field.ty);
    let bindings = above(fields, index).map(|(at, ident)| {
        let local = local(at);
        if let Some(Field { skip: true, holder: false, ty, .. }) =
            fields.fields.get(at).filter(|_| by_ref)
        {
            let skipped = in_scope(fields, at, by_ref);
            return quote!(let #ident: &#ty = &{ #skipped };);
        }
        if by_ref { quote!(let #ident = #local;) } else { quote!(let #ident = &#local;) }
    });
    quote!(#(#bindings)* #value)
}

/// The fields above the one at `index` that its default uses.
pub(super) fn used(fields: &Fields, index: usize) -> Vec<usize> {
    above(fields, index).map(|(at, _)| at).collect()
}

fn above(fields: &Fields, index: usize) -> impl Iterator<Item = (usize, &Ident)> {
    let default = fields.fields.get(index).and_then(|field| field.default.as_ref());
    let expr = default.and_then(|default| default.expr.as_ref());
    let names = expr.map(Mentioned::by).unwrap_or_default();
    let above = fields.fields.iter().enumerate().take(index);
    above.filter_map(move |(at, field)| match &field.member {
        Member::Named(ident) if names.may_be(ident) => Some((at, ident)),
        _ => None,
    })
}
