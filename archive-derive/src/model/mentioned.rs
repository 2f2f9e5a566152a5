//! The names that a default mentions, which may be those of fields.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use std::collections::HashSet;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprPath, Macro, PatIdent};

/// The names in an expression that may be those of values.
#[derive(Default)]
pub(crate) struct Mentioned {
    paths: Vec<Ident>,
    /// What macros are given, which may be anything.
    in_macros: Vec<String>,
    /// What the expression binds itself.
    locals: HashSet<String>,
}

impl Mentioned {
    pub(crate) fn by(expr: &Expr) -> Self {
        let mut found = Self::default();
        found.visit_expr(expr);
        found
    }

    /// Whether `ident` may be mentioned; a local of the same name does not matter, as it hides what is above it.
    pub(crate) fn may_be(&self, ident: &Ident) -> bool {
        let name = ident.unraw();
        self.paths.iter().any(|path| path.unraw() == name)
            || self.in_macros.iter().any(|word| name == word)
    }

    /// What cannot be anything but a value from outside the expression.
    pub(crate) fn surely(&self) -> impl Iterator<Item = &Ident> {
        self.paths.iter().filter(|path| !self.locals.contains(&path.unraw().to_string()))
    }

    /// Collects every identifier in the tokens of a macro.
    fn collect(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(_) if tokens.peek().is_some_and(is_call) => {}
                TokenTree::Ident(ident) => self.in_macros.push(ident.unraw().to_string()),
                TokenTree::Group(group) => self.collect(group.stream()),
                TokenTree::Literal(text) => self.in_macros.extend(captured(&text.to_string())),
                TokenTree::Punct(_) => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Mentioned {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Verbatim(tokens) => self.collect(tokens.clone()),
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        self.paths.extend(path.path.get_ident().cloned());
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

    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.locals.insert(pattern.ident.unraw().to_string());
        visit::visit_pat_ident(self, pattern);
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
