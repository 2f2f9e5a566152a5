//! An entry: a present or former stored field.

use super::{DefaultValue, Field, Lifespan, Names, Notes, Version, With};
use crate::attr::{Former, ItemField, RemovedField, Was, parts};
use proc_macro2::Span;
use quote::{ToTokens, quote_spanned};
use syn::{Expr, GenericArgument, Ident, Path, PathArguments, Type, TypePath, parse_quote};

/// A field during the versions in which it had one type.
pub(crate) struct Entry {
    pub(crate) kind: EntryKind,
    pub(crate) names: Names,
    pub(crate) lifespan: Lifespan,
    /// What is stored: the field's type; `module::Stored` if the field has a `with`, and likewise with `by_value`.
    pub(crate) ty: Type,
    /// Where fields are found by name, its fields are stored among those of the struct around it.
    pub(crate) flatten: bool,
    pub(crate) notes: Notes,
}

pub(crate) enum EntryKind {
    /// Today's form of the field with this index in [`Fields::fields`](super::Fields::fields).
    Live { field: usize },
    /// An earlier type of the field with this index. `with` and `back` convert; a lossless widening needs
    /// neither.
    Was { field: usize, with: Option<Expr>, back: Option<Expr> },
    /// A removed field. Older readers get `default`, or what `back` makes of the value; `into` receives what
    /// was stored.
    Removed { default: Option<DefaultValue>, into: Option<Expr>, back: Option<Expr> },
}

impl Entry {
    /// The entries of a stored field, oldest first: its earlier types, then today's.
    pub(super) fn of_field(declared: ItemField, names: Names, field: usize) -> Vec<Self> {
        let ItemField { ty, attrs, .. } = declared;
        let mut since = attrs.since.unwrap_or_else(|| Version::first(names.span));
        let mut entries = Vec::new();
        let is_plain = attrs.with.is_none() && !attrs.by_value;
        for Was { ty: former, until, with, back } in attrs.was {
            // Both types are stored alike. Reading today's type directly keeps sharing intact.
            let is_alike =
                is_plain && with.is_none() && back.is_none() && share_alike(&former, &ty);
            let ty = if is_alike { ty.clone() } else { former };
            entries.push(Self {
                kind: EntryKind::Was { field, with, back },
                names: names.clone(),
                lifespan: Lifespan { since, until: Some(until) },
                ty,
                flatten: attrs.flatten,
                notes: attrs.record.notes.clone(),
            });
            since = until;
        }
        entries.push(Self {
            kind: EntryKind::Live { field },
            names,
            lifespan: Lifespan { since, until: None },
            ty: match attrs.with {
                _ if attrs.by_value => by_value(&ty),
                Some(with) => stored(&with, &ty),
                None => ty,
            },
            flatten: attrs.flatten,
            notes: attrs.record.notes,
        });
        entries
    }

    /// The index of the field whose type, today's or an earlier one, this is; a removed field has none.
    pub(crate) fn field(&self) -> Option<usize> {
        match self.kind {
            EntryKind::Live { field } | EntryKind::Was { field, .. } => Some(field),
            EntryKind::Removed { .. } => None,
        }
    }

    /// Whether this is an earlier type that equals today's, or differs only in `Rc` against `Arc`: no
    /// converter is needed.
    pub(crate) fn is_as_today(&self, field: &Field) -> bool {
        matches!(self.kind, EntryKind::Was { with: None, back: None, .. })
            && field.with.is_none()
            && written_alike(&self.ty, &field.ty)
    }

    /// The entries of a tombstone, oldest first. `place` is its name in a tuple.
    pub(super) fn of_tombstone(removed: RemovedField, place: usize) -> Vec<Self> {
        let RemovedField {
            ident,
            span,
            ty,
            flatten,
            since,
            until,
            default,
            into,
            back,
            renamed,
            formers,
        } = removed;
        let names = names(ident.as_ref(), span, place, renamed, Vec::new());
        let mut since = since.unwrap_or_else(|| Version::first(span));
        let last = Former { ty, until, default, into, back };
        let types = formers.into_iter().chain([last]);
        let entries = types.map(|Former { ty, until, default, into, back }| Self {
            kind: EntryKind::Removed { default, into, back },
            names: names.clone(),
            lifespan: Lifespan { since: std::mem::replace(&mut since, until), until: Some(until) },
            ty,
            flatten,
            notes: Notes::default(),
        });
        entries.collect()
    }
}

/// The names of a field, or its position in a tuple.
pub(super) fn names(
    ident: Option<&Ident>,
    span: Span,
    place: usize,
    renamed: Vec<super::Renamed>,
    aliases: Vec<syn::LitStr>,
) -> Names {
    match ident {
        Some(ident) => Names::of(ident, renamed, aliases),
        None => Names::new(place.to_string(), span, renamed, aliases),
    }
}

/// A type without the groups that macros add.
pub(crate) fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => plain(&group.elem),
        Type::Paren(paren) => plain(&paren.elem),
        other => other,
    }
}

/// Whether two pieces of syntax have the same tokens.
pub(crate) fn written_alike(one: &impl ToTokens, other: &impl ToTokens) -> bool {
    one.to_token_stream().to_string() == other.to_token_stream().to_string()
}

/// Whether two types are equal up to swapping `Rc` and `Arc`, including inside containers.
fn share_alike(one: &Type, other: &Type) -> bool {
    match (plain(one), plain(other)) {
        (Type::Path(one), Type::Path(other)) => {
            let (Some(own), Some(others)) = (one.path.segments.last(), other.path.segments.last())
            else {
                return false;
            };
            let is_shared = |ident: &Ident| ident == "Rc" || ident == "Arc";
            let are_shared = is_shared(&own.ident) && is_shared(&others.ident);
            let are_alike = are_shared || start_alike(one, other);
            are_alike && arguments_alike(&own.arguments, &others.arguments)
        }
        (Type::Tuple(one), Type::Tuple(other)) => {
            let alike = |(one, other)| share_alike(one, other);
            one.elems.len() == other.elems.len() && one.elems.iter().zip(&other.elems).all(alike)
        }
        (Type::Array(one), Type::Array(other)) => {
            written_alike(&one.len, &other.len) && share_alike(&one.elem, &other.elem)
        }
        (Type::Slice(one), Type::Slice(other)) => share_alike(&one.elem, &other.elem),
        (one, other) => written_alike(one, other),
    }
}

/// Whether two paths are equal except for their last arguments.
fn start_alike(one: &TypePath, other: &TypePath) -> bool {
    let start = |path: &TypePath| {
        let mut path = path.clone();
        if let Some(last) = path.path.segments.last_mut() {
            last.arguments = PathArguments::None;
        }
        path
    };
    written_alike(&start(one), &start(other))
}

fn arguments_alike(one: &PathArguments, other: &PathArguments) -> bool {
    let (PathArguments::AngleBracketed(one), PathArguments::AngleBracketed(other)) = (one, other)
    else {
        return written_alike(one, other);
    };
    let alike = |(one, other): (&GenericArgument, &GenericArgument)| match (one, other) {
        (GenericArgument::Type(one), GenericArgument::Type(other)) => share_alike(one, other),
        _ => written_alike(one, other),
    };
    one.args.len() == other.args.len() && one.args.iter().zip(&other.args).all(alike)
}

/// The stored form of a field with `by_value`. It begins and ends where the type does, so that errors point at the type
/// and the compiler reports each only once.
fn by_value(ty: &Type) -> Type {
    let (first, last) = ends(ty);
    let (start, end) = (quote_spanned!(first=> __p::by_value::ByValue<), quote_spanned!(last=> >));
    parse_quote!(#start #ty #end)
}

/// The module that stores such a field, which begins and ends where the type does, too.
pub(super) fn by_value_module(ty: &Type) -> Path {
    let (first, last) = ends(ty);
    let (start, end) = (Ident::new("__p", first), Ident::new("by_value", last));
    parse_quote!(#start::#end)
}

/// The spans of a type's first and last token.
fn ends(ty: &Type) -> (Span, Span) {
    let mut spans = ty.to_token_stream().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}

/// `module::Stored`, or a container of it.
fn stored(with: &With, ty: &Type) -> Type {
    match with {
        With::Module(module) => {
            let path = stored_in(module);
            Type::Path(TypePath { attrs: Vec::new(), qself: None, path })
        }
        // Where the container is another one, the check has said so.
        With::Each(_, of) => {
            let each = parts(ty).map_or_else(|| parse_quote!(_), |(_, each)| stored(of, each));
            parse_quote!(<#ty as __p::Each>::Of<#each>)
        }
        With::Entries(_, of_keys, of) => {
            let Some((Some(key), each)) = parts(ty) else { return ty.clone() };
            let key = stored(of_keys, key);
            let each = of.as_ref().map_or_else(|| each.clone(), |of| stored(of, each));
            parse_quote!(<#ty as __p::EachEntry>::Of<#key, #each>)
        }
    }
}

/// `module::Stored`, or `module::Stored<T>` for a `module<T>`.
pub(crate) fn stored_in(module: &Path) -> Path {
    let mut path = in_module(module, "Stored");
    let arguments = module.segments.last().map(|last| last.arguments.clone());
    if let (Some(stored), Some(arguments)) = (path.segments.last_mut(), arguments) {
        stored.arguments = arguments;
    }
    path
}

/// `module::name`, with the span of the module.
pub(crate) fn in_module(module: &Path, name: &str) -> Path {
    let mut path = module.clone();
    let mut span = Span::call_site();
    if let Some(last) = path.segments.last_mut() {
        (span, last.arguments) = (last.ident.span(), PathArguments::None);
    }
    path.segments.push(Ident::new(name, span).into());
    path
}
