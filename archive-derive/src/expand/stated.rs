//! The bounds of a type's own that already say that something can be loaded.

use crate::model::{Header, plain, written_alike};
use quote::ToTokens;
use syn::{BoundLifetimes, Path, PathArguments, Type, TypeParamBound, WherePredicate};

/// Whether the type's own bounds include `ty: Archive`, or `ty: for<'a> Deserialize<'a>`.
pub(super) fn is_loaded(header: &Header, ty: &Type) -> bool {
    bounds_of(header, ty).any(|(bound, lifetimes)| says_so(header, bound, lifetimes))
}

/// The type's own bounds on a type in it, each with the lifetimes that are bound for all of its predicate.
fn bounds_of<'h>(
    header: &'h Header,
    ty: &'h Type,
) -> impl Iterator<Item = (&'h TypeParamBound, Option<&'h BoundLifetimes>)> {
    let generics = &header.generics;
    let params = generics.type_params().filter(|param| is_param(ty, &param.ident));
    let on_params = params.flat_map(|param| &param.bounds).map(|bound| (bound, None));
    let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let clauses = clause.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) if is_same(&predicate.bounded_ty, ty) => Some(predicate),
        _ => None,
    });
    let in_clauses = clauses.flat_map(|predicate| {
        predicate.bounds.iter().map(|bound| (bound, predicate.lifetimes.as_ref()))
    });
    on_params.chain(in_clauses)
}

/// Traits that do not have `Archive` above them.
const UNRELATED: [&str; 38] = [
    "Add",
    "Any",
    "AsMut",
    "AsRef",
    "Borrow",
    "BuildHasher",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Deref",
    "Describe",
    "Deserialize",
    "Display",
    "Div",
    "Eq",
    "Error",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromStr",
    "Hash",
    "Into",
    "IntoIterator",
    "Iterator",
    "Mul",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Serialize",
    "Sized",
    "Sub",
    "Sync",
    "ToOwned",
    "ToString",
    "Unpin",
];

/// Whether the type's own bounds include a trait that may have `Archive` above it.
pub(super) fn may_be_loaded(header: &Header, ty: &Type) -> bool {
    bounds_of(header, ty).any(|(bound, _)| {
        let TypeParamBound::Trait(bound) = bound else { return false };
        let last = bound.path.segments.last();
        last.is_some_and(|last| !UNRELATED.iter().any(|known| last.ident == known))
    })
}

/// Whether a bound is `Archive`, or `Deserialize<'a>` for every `'a`.
fn says_so(header: &Header, bound: &TypeParamBound, outer: Option<&BoundLifetimes>) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    is_ours(header, &bound.path, "Archive")
        || [outer, bound.lifetimes.as_ref()].into_iter().flatten().any(|lifetimes| {
            is_ours(header, &bound.path, "Deserialize") && is_for_each(&bound.path, lifetimes)
        })
}

/// Whether a path is that of this crate's trait `name`. An engine may export it from any module, but other crates that
/// are in use have traits of these names, too.
fn is_ours(header: &Header, path: &Path, name: &str) -> bool {
    let mut segments = path.segments.iter().rev();
    let is_it = segments.next().is_some_and(|last| last.ident == name);
    let owner = segments.next_back();
    let known = header.krate.segments.first();
    let is_other = |owner: &syn::Ident| {
        ["rkyv", "serde"].iter().any(|other| owner == other)
            && known.is_none_or(|known| known.ident != *owner)
    };
    is_it && owner.is_none_or(|owner| !is_other(&owner.ident))
}

/// Whether the lifetime in `Deserialize<'a>` is among those of `for<'a>`.
fn is_for_each(path: &Path, lifetimes: &BoundLifetimes) -> bool {
    let arguments = path.segments.last().map(|last| &last.arguments);
    let Some(PathArguments::AngleBracketed(arguments)) = arguments else { return false };
    lifetimes.lifetimes.iter().any(|lifetime| written_alike(lifetime, &arguments.args))
}

fn is_param(ty: &Type, param: &syn::Ident) -> bool {
    matches!(plain(ty), Type::Path(ty) if ty.qself.is_none() && ty.path.is_ident(param))
}

/// Whether two types are equal, or are `T::Item` and `<T as Iterator>::Item`.
fn is_same(one: &Type, other: &Type) -> bool {
    written_alike(plain(one), plain(other))
        || match (Owned::of(one), Owned::of(other)) {
            (Some(one), Some(other)) => one.is(&other),
            _ => false,
        }
}

/// An associated type.
struct Owned {
    /// `T`, in `<T as Iterator>::Item`.
    owner: String,
    /// `Item`.
    name: String,
    /// `Iterator`; not in `T::Item`.
    of: Option<String>,
}

impl Owned {
    fn of(ty: &Type) -> Option<Self> {
        let Type::Path(ty) = plain(ty) else { return None };
        let mut segments = ty.path.segments.iter();
        let name = segments.next_back()?.to_token_stream().to_string();
        let before = || segments.clone().map(|segment| segment.to_token_stream().to_string());
        let (owner, of) = match &ty.qself {
            Some(qself) => {
                let owner = plain(&qself.ty).to_token_stream().to_string();
                (owner, before().next_back())
            }
            None => (before().next().filter(|_| segments.len() == 1)?, None),
        };
        Some(Self { owner, name, of })
    }

    fn is(&self, other: &Self) -> bool {
        let of_one = match (&self.of, &other.of) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        self.owner == other.owner && self.name == other.name && of_one
    }
}
