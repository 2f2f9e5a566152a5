//! The types in a field's type that may not be archives, so that the compiler's error can name them.

use proc_macro2::Ident;
use syn::{GenericArgument, Path, PathArguments, PathSegment, Type};

use super::checked::is_known;
use crate::model::{plain, written_alike};

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

/// A type that may not be an archive, or not a key.
pub(super) struct Suspect<'t> {
    pub(super) ty: &'t Type,
    pub(super) key: Option<Key>,
}

/// What the keys of a container need beside an impl.
#[derive(Clone, Copy)]
pub(super) enum Key {
    Ordered,
    Hashed,
}

/// Collects the types that are neither containers nor always archives. A name may mean another type than that of `std`:
/// the compiler decides what is an error, and this only what it says.
pub(super) fn of<'t>(ty: &'t Type, own: &Ident) -> Vec<Suspect<'t>> {
    let mut suspects = Suspects { own, key: None, found: Vec::new() };
    suspects.collect(ty);
    suspects.found
}

/// Whether a type is an `Rc` or `Arc`, or a list or option of them.
pub(super) fn is_shared(ty: &Type) -> bool {
    let Type::Path(path) = plain(ty) else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    match last.ident.to_string().as_str() {
        "Rc" | "Arc" => true,
        "Option" | "Vec" => contained(last).1.into_iter().all(is_shared),
        _ => false,
    }
}

struct Suspects<'o, 't> {
    own: &'o Ident,
    /// What is needed where this looks, if it is within a key.
    key: Option<Key>,
    found: Vec<Suspect<'t>>,
}

impl<'t> Suspects<'_, 't> {
    fn collect(&mut self, ty: &'t Type) {
        let ty = plain(ty);
        match ty {
            Type::Array(array) => self.collect(&array.elem),
            Type::Slice(slice) => self.collect(&slice.elem),
            Type::Reference(reference) => self.collect(&reference.elem),
            Type::Tuple(tuple) => tuple.elems.iter().for_each(|part| self.collect(part)),
            Type::Path(path) => match path.path.segments.last().map(contained) {
                Some((key, args)) if !args.is_empty() => {
                    let within = self.key;
                    for (at, part) in args.into_iter().enumerate() {
                        self.key = key.filter(|_| at == 0).or(within);
                        self.collect(part);
                    }
                    self.key = within;
                }
                _ if self.is_own(&path.path) => {}
                _ if is_known(ty) && !(self.key.is_some() && is_float(ty)) => {}
                _ => self.push(ty),
            },
            Type::TraitObject(_) => self.push(ty),
            _ => {}
        }
    }

    fn is_own(&self, path: &Path) -> bool {
        path.segments.iter().all(|segment| segment.ident == *self.own || segment.ident == "Self")
    }

    fn push(&mut self, ty: &'t Type) {
        match self.found.iter_mut().find(|known| written_alike(known.ty, ty)) {
            Some(known) => known.key = known.key.or(self.key),
            None => self.found.push(Suspect { ty, key: self.key }),
        }
    }
}

/// Whether a type known to be an archive is not a key.
fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("f32") || path.path.is_ident("f64"))
}

/// What a container contains, and needs of the first of them; nothing for other types.
fn contained(segment: &PathSegment) -> (Option<Key>, Vec<&Type>) {
    let known = CONTAINERS.iter().find(|(name, _)| segment.ident == name);
    let (Some((name, count)), PathArguments::AngleBracketed(args)) = (known, &segment.arguments)
    else {
        return (None, Vec::new());
    };
    let key = match *name {
        "BTreeMap" | "BTreeSet" => Some(Key::Ordered),
        "HashMap" | "HashSet" => Some(Key::Hashed),
        _ => None,
    };
    let types = args.args.iter().filter_map(|arg| match arg {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    (key, types.take(*count).collect())
}
