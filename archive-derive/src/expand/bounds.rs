//! The bounds on a type's parameters in its impls.

use super::stated;
use crate::model::{EntryKind, Fields, Header, Model, is_phantom, written_alike};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    GenericParam, Generics, Ident, Lifetime, Macro, Path, Token, Type, TypePath, WherePredicate,
    parse_quote,
};

/// The parameters of a type that are stored, and the generics of its impls.
pub(super) struct Bounds<'m> {
    header: &'m Header,
    /// The stored type parameters, and stored associated types such as `K::Stored`.
    stored: Vec<Type>,
    /// The types of skipped fields without a default that mention a type parameter.
    skipped: Vec<&'m Type>,
}

impl<'m> Bounds<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let params: BTreeSet<String> =
            model.header.generics.type_params().map(|param| param.ident.to_string()).collect();
        let mut finder = Finder::new(&params);
        let mut skipped = Vec::new();
        for fields in model.body.all_fields() {
            for entry in &fields.entries {
                finder.visit_type(&entry.ty);
                if let EntryKind::Live { field } = entry.kind {
                    if let Some(field) = fields.fields.get(field) {
                        finder.visit_type(&field.ty);
                    }
                }
            }
            skipped.extend(defaulted(fields, &params));
        }
        let Finder { found, owned, .. } = finder;
        let idents = model.header.generics.type_params().map(|param| &param.ident);
        let idents = idents.filter(|ident| found.contains(&ident.to_string()));
        let mut stored: Vec<Type> = idents.map(|ident| parse_quote!(#ident)).collect();
        stored.extend(owned);
        Self { header: &model.header, stored, skipped }
    }

    /// The stored types that depend on the type's arguments.
    pub(super) fn stored(&self) -> &[Type] {
        &self.stored
    }

    /// Whether `ty` does not depend on the type's parameters.
    pub(super) fn is_closed(&self, ty: &Type) -> bool {
        let params = &self.header.generics.params;
        if params.is_empty() {
            return true;
        }
        let mut finder = Mentions { params, found: false };
        finder.visit_type(ty);
        !finder.found
    }

    /// Whether the bounds say of `ty` itself that it is stored.
    pub(super) fn cover(&self, ty: &Type) -> bool {
        self.stored.iter().any(|stored| written_alike(stored, ty))
    }

    /// The generics of an impl that requires `bound` of the stored parameters.
    pub(super) fn generics(&self, bound: &TokenStream) -> Generics {
        self.bounded(|_| Some(bound.clone()))
    }

    /// The generics of an impl with this bound on each stored parameter.
    fn bounded(&self, bound: impl Fn(&Type) -> Option<TokenStream>) -> Generics {
        let mut generics = self.header.generics.clone();
        let clause = generics.make_where_clause();
        match &self.header.bound {
            Some(stated) => clause.predicates.extend(stated.iter().cloned()),
            None => {
                for ty in &self.stored {
                    if let Some(bound) = bound(ty) {
                        clause.predicates.push(parse_quote!(#ty: #bound));
                    }
                }
            }
        }
        generics
    }

    /// The generics of the loading impl: the input outlives everything that borrows from it.
    pub(super) fn loading(&self) -> Generics {
        // Two equal bounds, one of them for every lifetime, would be ambiguous to the compiler. So what a trait may have above
        // it is said for every lifetime, as it is there.
        let mut generics = self.bounded(|ty| {
            if stated::is_loaded(self.header, ty) {
                None
            } else if stated::may_be_loaded(self.header, ty) {
                Some(quote!(for<'__any> __p::Deserialize<'__any>))
            } else {
                Some(quote!(__p::Deserialize<'__de>))
            }
        });
        let lifetimes: Vec<_> = generics.lifetimes().map(|param| param.lifetime.clone()).collect();
        let clause = generics.make_where_clause();
        for lifetime in lifetimes {
            clause.predicates.push(parse_quote!('__de: #lifetime));
        }
        if self.header.bound.is_none() {
            let predicate = |ty: &Type| -> WherePredicate { parse_quote!(#ty: __p::Default) };
            clause.predicates.extend(self.skipped.iter().map(|ty| predicate(ty)));
        }
        generics.params.insert(0, parse_quote!('__de));
        generics
    }

    /// `impl<..> Trait for Ident<..> where ..`, up to the brace.
    pub(super) fn head(&self, generics: &Generics, implemented: &TokenStream) -> TokenStream {
        let ident = &self.header.ident;
        let (params, _, where_clause) = generics.split_for_impl();
        let arguments = arguments(&self.header.generics);
        quote! {
            #[automatically_derived]
            impl #params #implemented for #ident #arguments #where_clause
        }
    }
}

/// `<'a, T, { N }>`: constants are in braces because a type may have the same name.
pub(super) fn arguments(generics: &Generics) -> TokenStream {
    let arguments = generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
        GenericParam::Type(param) => param.ident.to_token_stream(),
        GenericParam::Const(param) => {
            let name = &param.ident;
            quote!({ #name })
        }
    });
    // Use the original angle brackets, so that errors show the type as written.
    let (open, close) = (generics.lt_token, generics.gt_token);
    quote!(#open #(#arguments),* #close)
}

/// The types of skipped fields that need `Default`.
fn defaulted<'m>(fields: &'m Fields, params: &BTreeSet<String>) -> Vec<&'m Type> {
    let skipped =
        fields.fields.iter().filter(|field| field.skip && !field.holder && field.default.is_none());
    skipped.map(|field| &field.ty).filter(|ty| Finder::new(params).finds_in(ty)).collect()
}

/// Finds the type parameters in a type, except in `PhantomData`, which stores nothing.
struct Finder<'p> {
    params: &'p BTreeSet<String>,
    found: BTreeSet<String>,
    /// Types such as `K::Stored`: stored, although the parameter itself may not be.
    owned: Vec<Type>,
}

impl<'p> Finder<'p> {
    fn new(params: &'p BTreeSet<String>) -> Self {
        Self { params, found: BTreeSet::new(), owned: Vec::new() }
    }

    /// Whether there is one in `ty`.
    fn finds_in(mut self, ty: &Type) -> bool {
        self.visit_type(ty);
        !self.found.is_empty() || !self.owned.is_empty()
    }

    fn is_param(&self, path: &Path) -> bool {
        path.segments.first().is_some_and(|first| self.params.contains(&first.ident.to_string()))
    }

    /// Whether `ty` is an associated type of a parameter. What `with = Vec<module<T>>` stores is written as one, too, but
    /// consists of what the module stores.
    fn is_owned(&self, ty: &TypePath) -> bool {
        match &ty.qself {
            Some(_) if ty.path.segments.first().is_some_and(|first| first.ident == "__p") => false,
            Some(qself) => Finder::new(self.params).finds_in(&qself.ty),
            None => ty.path.segments.len() > 1 && self.is_param(&ty.path),
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_type_path(&mut self, ty: &'ast TypePath) {
        if is_phantom(&ty.path) {
            return;
        }
        if self.is_owned(ty) {
            if !self.owned.iter().any(|known| written_alike(known, ty)) {
                self.owned.push(Type::Path(ty.clone()));
            }
            return;
        }
        if let Some(ident) = ty.path.get_ident().filter(|_| self.is_param(&ty.path)) {
            self.found.insert(ident.to_string());
        }
        visit::visit_type_path(self, ty);
    }
}

/// Finds any parameter in a type, including through `Self` and macros.
struct Mentions<'p> {
    params: &'p Punctuated<GenericParam, Token![,]>,
    found: bool,
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_ident(&mut self, ident: &'ast Ident) {
        self.found |= ident == "Self"
            || self.params.iter().any(|param| match param {
                GenericParam::Type(param) => param.ident == *ident,
                GenericParam::Const(param) => param.ident == *ident,
                GenericParam::Lifetime(_) => false,
            });
    }

    fn visit_lifetime(&mut self, _: &'ast Lifetime) {
        self.found = true;
    }

    fn visit_macro(&mut self, _: &'ast Macro) {
        self.found = true;
    }
}
