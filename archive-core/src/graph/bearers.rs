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
        Kind::Named(_) | Kind::Shared(_) => false,
        Kind::Boxed(_) | Kind::Tuple(_) => ty.kind.parts().any(within),
        Kind::Map(key, value) | Kind::HashMap(key, value) => {
            is_shared(value) || within(key) || within(value)
        }
        kind => kind.parts().any(|part| is_shared(part) || within(part)),
    }
}
