//! Detects duplicate keys in maps and sets.

use alloc::vec::Vec;

use super::encoded::Keys;
use crate::versions::Versions;
use crate::{Describe, Error, ErrorKind, Kind, Serialize, Shape, Type};

/// Whether different keys may have the same bytes. Only structs, enums and types stored as another type can
/// leave something out.
pub(super) const fn may_be_alike<K: Describe>() -> bool {
    K::SIZE.is_partial || may_leave_out(K::TYPE)
}

/// Whether a type contains structs or enums.
const fn may_leave_out(ty: &Type) -> bool {
    match ty.kind {
        Kind::Primitive(_) => false,
        Kind::Named(_) => true,
        Kind::Option(inner)
        | Kind::List(inner)
        | Kind::Heap(inner)
        | Kind::Set(inner)
        | Kind::HashSet(inner)
        | Kind::Array(inner, _)
        | Kind::Boxed(inner)
        | Kind::Shared(inner) => may_leave_out(inner),
        Kind::Map(key, value) | Kind::HashMap(key, value) => {
            may_leave_out(key) || may_leave_out(value)
        }
        Kind::Tuple(mut parts) => {
            while let [first, rest @ ..] = parts {
                if may_leave_out(first) {
                    return true;
                }
                parts = rest;
            }
            false
        }
    }
}

/// Whether any field in it is skipped or stored as another type. Skips the types in `seen`.
fn leaves_out(ty: &'static Type, seen: &mut Vec<&'static Shape>) -> bool {
    let Kind::Named(shape) = ty.kind else {
        return ty.kind.parts().any(|part| leaves_out(part, seen));
    };
    let shape = shape();
    if shape.id.is_partial || seen.iter().any(|it| core::ptr::eq(*it, shape)) {
        return shape.id.is_partial;
    }
    let mut inner = shape.all_fields().filter(|it| may_leave_out(it.ty)).peekable();
    if inner.peek().is_none() {
        return false;
    }
    seen.push(shape);
    inner.any(|field| leaves_out(field.ty, seen))
}

/// Checks that no two different keys are saved as the same bytes, since no load could tell them apart.
///
/// # Errors
///
/// Fails if two are.
#[inline(never)]
pub(super) fn check_keys<'v, K: Serialize + 'v>(
    keys: impl IntoIterator<Item = &'v K>,
    versions: Option<&Versions>,
) -> Result<(), Error> {
    // For an older version, a `back` may make two keys equal, or a field that differs may be left out.
    let is_older = versions.is_some_and(|versions| !versions.is_today());
    if !is_older && !K::SIZE.is_partial && !leaves_out(K::TYPE, &mut Vec::new()) {
        return Ok(());
    }
    check_distinct(keys, versions)
}

/// The same for keys of a type of which nothing is known.
///
/// # Errors
///
/// Fails if two have the same bytes.
pub(super) fn check_distinct<'v, K: Serialize + 'v>(
    keys: impl IntoIterator<Item = &'v K>,
    versions: Option<&Versions>,
) -> Result<(), Error> {
    let (mut bytes, mut places) = (Keys::default(), Vec::new());
    for key in keys {
        match bytes.add(key, versions) {
            Ok(place) => places.push(place),
            // Saving the key fails in the same way, and says where it is.
            Err(error) if error.kind() == ErrorKind::CannotWrite => return Ok(()),
            Err(error) => return Err(error),
        }
    }
    places.sort_unstable_by(|a, b| bytes.get(a).cmp(bytes.get(b)));
    let mut two = places.windows(2);
    match two.any(|two| matches!(two, [a, b] if bytes.get(a) == bytes.get(b))) {
        true => Err(same_bytes()),
        false => Ok(()),
    }
}

/// The error for different keys with the same bytes.
#[cold]
pub(super) fn same_bytes() -> Error {
    let detail = "two different keys are saved as the same bytes, and could not be loaded again";
    Error::new(ErrorKind::Unrepresentable, detail)
        .with_help(
            "make the key type save everything that its `Eq` and `Ord` compare; or write for a version that has all \
             fields of the keys",
        )
}

/// The error for a duplicate key.
#[cold]
pub(super) fn duplicate() -> Error {
    Error::new(ErrorKind::KeyOrder, "this key occurs twice").with_help_for_archive(
        "the data is damaged or was not written by this program; or, if it is old, a converter made two keys \
         equal",
    )
}
