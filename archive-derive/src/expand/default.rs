//! Generates defaults, which may use the fields above them.

use crate::model::{DefaultValue, Field, Fields};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprGroup, ExprLit, ExprParen, ExprPath, Lit, Macro, Member, Type};

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
    let mut names = Names::default();
    if let Some(expr) = default.and_then(|default| default.expr.as_ref()) {
        names.visit_expr(expr);
    }
    let above = fields.fields.iter().enumerate().take(index);
    above.filter_map(move |(at, field)| match &field.member {
        Member::Named(ident) if names.0.contains(&ident.unraw().to_string()) => Some((at, ident)),
        _ => None,
    })
}

/// The names in an expression that may be those of values.
#[derive(Default)]
struct Names(Vec<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Verbatim(tokens) => self.collect(tokens.clone()),
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        self.0.extend(path.path.get_ident().map(|ident| ident.unraw().to_string()));
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        // A called name is a function, not a field.
        if !matches!(*call.func, Expr::Path(_)) {
            self.visit_expr(&call.func);
        }
        call.args.iter().for_each(|argument| self.visit_expr(argument));
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.collect(called.tokens.clone());
    }
}

impl Names {
    /// Collects every identifier in the tokens of a macro.
    fn collect(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(_) if tokens.peek().is_some_and(is_call) => {}
                TokenTree::Ident(ident) => self.0.push(ident.unraw().to_string()),
                TokenTree::Group(group) => self.collect(group.stream()),
                TokenTree::Literal(text) => self.0.extend(captured(&text.to_string())),
                TokenTree::Punct(_) => {}
            }
        }
    }
}

fn is_call(next: &TokenTree) -> bool {
    matches!(next, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis)
}

/// The identifiers that a string literal captures, as in `format!("{level}")`.
fn captured(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    parts.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
