//! Rules on defaults.

use crate::attr::{Item, ItemBody, ItemFields};
use crate::errors::Errors;
use crate::model::Fields;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprPath, Member, PatIdent};

/// A field that older versions lack must say its value for them, even an `Option`: a `None` that is meant is
/// easy to write and hard to guess.
pub(super) fn check_missing(fields: &ItemFields, errors: &Errors) {
    for attrs in fields.fields.iter().map(|field| &field.attrs) {
        // If an attribute could not be read, it may have been the default.
        if !attrs.is_stored() || attrs.default.is_some() || attrs.record.broken {
            continue;
        }
        if let Some(since) = attrs.since.filter(|since| since.number > 1) {
            let number = since.number;
            let message = format!(
                "missing default for a field added in version {number}: write `#[since({number}, default = ..)]`"
            );
            errors.at(since.span, message);
        }
    }
}

/// The default of an enum is one of its variants, which has no fields for the others.
pub(super) fn check_of_type(item: &Item, errors: &Errors) {
    if let (Some(word), ItemBody::Enum(_)) = (item.attrs.record.word("default"), &item.body) {
        let message =
            "`default` on the type needs a struct: write it on the fields of the variants";
        errors.at(word.span(), message);
    }
}

/// A default is evaluated once the fields above it have values, so it may use only those.
pub(super) fn check_order(fields: &Fields, errors: &Errors) {
    let mut order = HashMap::new();
    for (place, field) in fields.fields.iter().enumerate() {
        if let Member::Named(ident) = &field.member {
            order.insert(ident.to_string(), place);
        }
    }
    for (place, field) in fields.fields.iter().enumerate() {
        if let Some(expr) = field.default.as_ref().and_then(|default| default.expr.as_ref()) {
            let mut uses = Uses { order: &order, place, locals: locals(expr), errors };
            uses.visit_expr(expr);
        }
    }
}

struct Uses<'a> {
    order: &'a HashMap<String, usize>,
    place: usize,
    locals: HashSet<String>,
    errors: &'a Errors,
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        let Some(ident) = path.path.get_ident() else {
            return;
        };
        let name = ident.to_string();
        let Some(place) = self.order.get(&name).filter(|_| !self.locals.contains(&name)) else {
            return;
        };
        let found = match place.cmp(&self.place) {
            Ordering::Less => return,
            Ordering::Equal => "the field itself",
            Ordering::Greater => "below",
        };
        let message = format!("a default may use the fields above it, but `{name}` is {found}");
        self.errors.at(ident.span(), message);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        // A called name is a function: no stored field can be called.
        if !matches!(*call.func, Expr::Path(_)) {
            self.visit_expr(&call.func);
        }
        call.args.iter().for_each(|argument| self.visit_expr(argument));
    }
}

/// The names that `expr` itself binds.
fn locals(expr: &Expr) -> HashSet<String> {
    struct Locals(HashSet<String>);
    impl<'ast> Visit<'ast> for Locals {
        fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
            self.0.insert(pattern.ident.to_string());
            visit::visit_pat_ident(self, pattern);
        }
    }
    let mut locals = Locals(HashSet::new());
    locals.visit_expr(expr);
    locals.0
}
