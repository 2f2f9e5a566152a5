//! Statements that have each field's type checked before anything is done with it.
//!
//! A type that is no `Archive` would be an error in every function that meets it. The compiler
//! reports what was found at one place once, so each function begins with the same finding.

use super::bounds::Bounds;
use crate::model::{Fields, Model};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

/// What the standard library surely has and everybody uses; none of it needs a look.
const KNOWN: [&str; 16] = [
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "String", "u128", "u16", "u32",
    "u64", "u8", "usize",
];

// expands to: let () = <Inventory as Archivable>::CHECKED;
pub(super) fn types(model: &Model, bounds: &Bounds<'_>) -> TokenStream {
    let fields = model.body.all_fields();
    let types = fields.into_iter().flat_map(stored).filter(|ty| !is_known(ty));
    // What depends on a parameter is as good as the impl's bounds say.
    let types = types.filter(|ty| bounds.is_closed(ty));
    quote!(#(let () = <#types as __p::Archivable>::CHECKED;)*)
}

fn stored(fields: &Fields) -> impl Iterator<Item = &Type> {
    fields.entries.iter().map(|entry| &entry.ty)
}

fn is_known(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    path.path.get_ident().is_some_and(|ident| KNOWN.iter().any(|known| ident == known))
}
