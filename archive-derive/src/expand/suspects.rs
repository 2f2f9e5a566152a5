//! The types in a field's type that may not be archives, so that the compiler's error can name them.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, PathSegment, Type};

use super::checked::is_known;

/// Containers that are archives if their first so many arguments are.
const CONTAINERS: [(&str, usize); 17] = [
    ("Arc", 1),
    ("BTreeMap", 2),
    ("BTreeSet", 1),
    ("BinaryHeap", 1),
    ("Box", 1),
    ("Cell", 1),
    ("HashMap", 2),
    ("HashSet", 1),
    ("LinkedList", 1),
    ("Mutex", 1),
    ("Option", 1),
    ("Rc", 1),
    ("RefCell", 1),
    ("Result", 2),
    ("RwLock", 1),
    ("Vec", 1),
    ("VecDeque", 1),
];

/// Collects the types that are neither containers nor always archives. A name may mean another type than that of `std`:
/// the compiler decides what is an error, and this only what it says.
pub(super) fn of<'t>(ty: &'t Type, own: &Ident) -> Vec<&'t Type> {
    let mut suspects = Vec::new();
    collect(ty, own, &mut suspects);
    suspects
}

fn collect<'t>(ty: &'t Type, own: &Ident, suspects: &mut Vec<&'t Type>) {
    match ty {
        Type::Array(array) => collect(&array.elem, own, suspects),
        Type::Slice(slice) => collect(&slice.elem, own, suspects),
        Type::Paren(paren) => collect(&paren.elem, own, suspects),
        Type::Group(group) => collect(&group.elem, own, suspects),
        Type::Tuple(tuple) => tuple.elems.iter().for_each(|part| collect(part, own, suspects)),
        Type::Path(path) => {
            let args = path.path.segments.last().map(contained).unwrap_or_default();
            let mut names = path.path.segments.iter().map(|segment| &segment.ident);
            let is_own = names.all(|name| name == own || name == "Self");
            if !args.is_empty() {
                args.into_iter().for_each(|part| collect(part, own, suspects));
            } else if !is_own && !is_known(ty) && !suspects.iter().any(|known| is_same(known, ty)) {
                suspects.push(ty);
            }
        }
        Type::TraitObject(_) => suspects.push(ty),
        _ => {}
    }
}

/// Whether two types are written alike.
pub(super) fn is_same(a: &Type, b: &Type) -> bool {
    a.to_token_stream().to_string() == b.to_token_stream().to_string()
}

/// What a container contains; nothing for other types.
fn contained(segment: &PathSegment) -> Vec<&Type> {
    let known = CONTAINERS.iter().find(|(name, _)| segment.ident == name);
    let (Some((_, count)), PathArguments::AngleBracketed(args)) = (known, &segment.arguments)
    else {
        return Vec::new();
    };
    let types = args.args.iter().filter_map(|arg| match arg {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.take(*count).collect()
}
