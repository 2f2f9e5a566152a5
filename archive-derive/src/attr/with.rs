//! `with = module`, `with = Vec<module>`, and `with = HashMap<module, _>`.

use super::list::value;
use crate::model::plain;
use syn::parse::ParseStream;
use syn::{
    GenericArgument, Ident, LitStr, Path, PathArguments, PathSegment, Result, Token, Type,
    TypeArray, TypePath, parse_quote,
};

/// How a field is stored by other code.
#[derive(Clone)]
pub(crate) enum With {
    /// A module with `Stored`, `to_stored` and `from_stored`; its last segment may have the types that `Stored` takes.
    Module(Path),
    /// A container with `_` for each of its types, and the `with` of each of its values.
    Each(Box<Type>, Box<With>),
    /// A map with `_` for each of its types, the `with` of each of its keys, and that of its values if they have one.
    Entries(Box<Type>, Box<With>, Option<Box<With>>),
}

/// The containers whose values `with` can convert one by one.
const CONTAINERS: [&str; 13] = [
    "Option",
    "Vec",
    "VecDeque",
    "LinkedList",
    "SmallVec",
    "ArrayVec",
    "Box",
    "BTreeSet",
    "HashSet",
    "IndexSet",
    "BTreeMap",
    "HashMap",
    "IndexMap",
];

impl With {
    pub(super) fn read(word: &Ident, input: ParseStream<'_>) -> Result<Self> {
        if input.peek(Token![=]) && input.peek2(LitStr) {
            let message = "`with` takes the path of a module without quotes: `with = module`";
            return Err(syn::Error::new(word.span(), message));
        }
        Self::of(&value(word, input)?)
    }

    /// How a field is stored that is a `Cow<'static, _>`, or a container of such, which cannot borrow from an archive: as what
    /// it owns.
    pub(super) fn owned(ty: &Type) -> Option<Self> {
        match plain(ty) {
            Type::Array(TypeArray { elem, len, .. }) => {
                Self::around(parse_quote!([_; #len]), None, Self::owned(elem))
            }
            Type::Path(TypePath { qself: None, path, .. }) => {
                let mut path = path.clone();
                let last = path.segments.last_mut()?;
                if let Some(owned) = of_static_cow(last) {
                    let span = last.ident.span();
                    // What a path owns is not stored as a reference to it.
                    let module = if is_path(owned) { "copied" } else { "lent" };
                    let (library, module) = (Ident::new("__p", span), Ident::new(module, span));
                    return Some(Self::Module(parse_quote!(#library::cow::#module<#owned>)));
                }
                leave_to_the_compiler(last);
                let (key, each) = of_container(last).ok()?;
                let [key, each] = [key, each].map(|held| Self::owned(&held?));
                Self::around(parse_quote!(#path), key, each)
            }
            _ => None,
        }
    }

    /// A container, with what stores its keys and its values.
    fn around(container: Type, key: Option<Self>, each: Option<Self>) -> Option<Self> {
        let (container, each) = (Box::new(container), each.map(Box::new));
        match key {
            Some(key) => Some(Self::Entries(container, Box::new(key), each)),
            None => each.map(|each| Self::Each(container, each)),
        }
    }

    fn of(ty: &Type) -> Result<Self> {
        match plain(ty) {
            Type::Path(TypePath { qself: None, path, .. }) => Self::of_path(path.clone()),
            Type::Array(TypeArray { elem, len, .. }) => {
                Ok(Self::Each(Box::new(parse_quote!([_; #len])), Box::new(Self::of(elem)?)))
            }
            other => Err(syn::Error::new_spanned(
                other,
                "`with` takes a module, or a container of one: `with = Vec<module>`; for others, write a module for the \
                 whole field, whose `to_stored` may return an `archive::with::View` with references to its parts",
            )),
        }
    }

    fn of_path(mut path: Path) -> Result<Self> {
        let is_generic = path.segments.last().is_some_and(is_generic_module);
        let Some(with_types) =
            path.segments.iter_mut().find(|it| !it.arguments.is_none()).filter(|_| !is_generic)
        else {
            return Ok(Self::Module(path));
        };
        let (key, each) = of_container(with_types)?;
        let key = key.map(|key| Self::of(&key)).transpose()?;
        let each = each.map(|each| Self::of(&each)).transpose()?;
        // One of the two was written, or else it was refused.
        Ok(Self::around(parse_quote!(#path), key, each).unwrap_or(Self::Module(path)))
    }
}

/// Whether a path ends with a module whose `Stored` takes types, and not with a container: modules have small names.
fn is_generic_module(last: &PathSegment) -> bool {
    matches!(last.arguments, PathArguments::AngleBracketed(_))
        && last.ident.to_string().trim_start_matches("r#").starts_with(char::is_lowercase)
}

/// Whether the values of a container are its second type argument, not its first.
pub(crate) fn is_map(container: &PathSegment) -> bool {
    ["BTreeMap", "HashMap", "IndexMap"].iter().any(|map| container.ident == map)
}

/// The type in a `Cow<'static, type>`.
fn of_static_cow(segment: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(list) = &segment.arguments else { return None };
    let mut args = list.args.iter();
    match (args.next(), args.next()) {
        (Some(GenericArgument::Lifetime(lifetime)), Some(GenericArgument::Type(ty))) => {
            (segment.ident == "Cow" && lifetime.ident == "static").then_some(ty)
        }
        _ => None,
    }
}

fn is_path(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.segments.last().is_some_and(|last| last.ident == "Path" || last.ident == "OsStr")
}

/// Puts a `_` in the place of each type of a container that is not that of its keys or values.
fn leave_to_the_compiler(container: &mut PathSegment) {
    let last = usize::from(is_map(container));
    let PathArguments::AngleBracketed(list) = &mut container.arguments else { return };
    for (at, argument) in list.args.iter_mut().enumerate() {
        if let GenericArgument::Type(ty) = argument {
            if at > last {
                *ty = parse_quote!(_);
            }
        }
    }
}

/// Returns the types written for a map's keys and for the container's values, of which there is at least one, and puts a `_` in
/// their place.
fn of_container(container: &mut PathSegment) -> Result<(Option<Type>, Option<Type>)> {
    let refused = |segment: &PathSegment, message: &str| {
        Err(syn::Error::new_spanned(&segment.arguments, message))
    };
    if !CONTAINERS.iter().any(|known| container.ident == known) {
        return refused(
            container,
            "this is no container whose values `with` can store one by one: use `Option`, `Vec`, `VecDeque`, \
             `LinkedList`, `SmallVec`, `ArrayVec`, `Box`, `BTreeSet`, `HashSet`, `IndexSet`, `BTreeMap`, `HashMap`, \
             `IndexMap` or `[module; N]`; for others, write a module for the whole field, whose `to_stored` may return \
             an `archive::with::View` with references to its parts",
        );
    }
    let is_map = is_map(container);
    let place = usize::from(is_map);
    let one = match is_map {
        false => {
            "write the module for the container's values as the first of these, and `_` for all others"
        }
        true => {
            "write a module for the map's keys as the first of these, one for its values as the second, and `_` for all \
             others"
        }
    };
    let PathArguments::AngleBracketed(list) = &mut container.arguments else {
        return refused(container, one);
    };
    let (mut key, mut found) = (None, None);
    for (at, argument) in list.args.iter_mut().enumerate() {
        match argument {
            GenericArgument::Type(Type::Infer(_)) => {}
            GenericArgument::Type(ty) if at == place => {
                let is_small = container.ident == "SmallVec";
                let (place, each) = match ty.clone() {
                    Type::Slice(slice) => (parse_quote!([_]), *slice.elem),
                    Type::Array(TypeArray { elem, len, .. }) if is_small => {
                        (parse_quote!([_; #len]), *elem)
                    }
                    other => (parse_quote!(_), other),
                };
                *ty = place;
                found = Some(each);
            }
            GenericArgument::Type(ty) if is_map && at == 0 => {
                key = Some(core::mem::replace(ty, parse_quote!(_)));
            }
            // The capacity of an `ArrayVec`.
            GenericArgument::Const(_) => {}
            _ => return refused(container, one),
        }
    }
    match (&key, &found) {
        (None, None) => refused(container, one),
        _ => Ok((key, found)),
    }
}

pub(crate) fn segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

/// The types of a map's keys and of a container's values: the second argument of a map, otherwise the first.
pub(crate) fn parts(container: &Type) -> Option<(Option<&Type>, &Type)> {
    let container = match plain(container) {
        Type::Array(array) => return Some((None, &array.elem)),
        other => segment(other)?,
    };
    let PathArguments::AngleBracketed(list) = &container.arguments else { return None };
    let is = |name: &str| container.ident == name;
    let at = |place: usize| match list.args.iter().nth(place) {
        Some(GenericArgument::Type(ty)) => Some(plain(ty)),
        _ => None,
    };
    if is_map(container) {
        return Some((at(0), at(1)?));
    }
    Some(match at(0)? {
        Type::Slice(slice) if is("Box") => (None, &slice.elem),
        Type::Array(array) if is("SmallVec") => (None, &array.elem),
        other => (None, other),
    })
}
