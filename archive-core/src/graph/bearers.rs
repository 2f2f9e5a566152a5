//! Which types may hold links that come later than they are built.

use crate::schema::today;
use crate::{Kind, Type};

/// Whether a type has a pointer that shares in an option, a list or as the value of a map: what such a pointer
/// leads to may be built later, if a cell holds it, and no type tells of its cells.
pub(crate) fn may_be_late(ty: &'static Type) -> bool {
    match ty.kind {
        Kind::Primitive(_) => false,
        _ => within(ty) || today(ty).values().any(|it| it.fields().any(|field| within(field.ty))),
    }
}

/// The same of what is not in a struct or enum.
fn within(ty: &'static Type) -> bool {
    let is_shared = |ty: &Type| matches!(ty.kind, Kind::Shared(_));
    match ty.kind {
        Kind::Primitive(_) | Kind::Named(_) | Kind::Shared(_) => false,
        Kind::Option(inner)
        | Kind::List(inner)
        | Kind::Heap(inner)
        | Kind::Set(inner)
        | Kind::HashSet(inner)
        | Kind::Array(inner, _) => is_shared(inner) || within(inner),
        Kind::Map(key, value) | Kind::HashMap(key, value) => {
            is_shared(value) || within(key) || within(value)
        }
        Kind::Boxed(inner) => within(inner),
        Kind::Tuple(parts) => parts.iter().any(|part| within(part)),
    }
}
