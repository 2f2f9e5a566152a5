//! Finds the types that may hold late links: links to objects that are built after their holder.

use crate::schema::today;
use crate::{Kind, Type};

/// Whether a type has an `Rc` or `Arc` in an option, a list or a map value. Inside a cell, the link in it
/// may be late; types do not record whether a cell is around them.
pub(crate) fn may_be_late(ty: &'static Type) -> bool {
    match ty.kind {
        Kind::Primitive(_) => false,
        _ => within(ty) || today(ty).values().any(|it| it.fields().any(|field| within(field.ty))),
    }
}

/// The same for a type, without entering structs and enums.
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
