//! The rule on containers in `with`.

use crate::attr::{ItemFields, With, is_map};
use crate::errors::Errors;
use crate::model::plain;
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, PathSegment, Type};

/// The container in `with = Vec<module>` must match the field's type.
pub(super) fn check_container(fields: &ItemFields, errors: &Errors) {
    for field in &fields.fields {
        if let Some(with) = &field.attrs.with {
            check(with, &field.ty, errors);
        }
    }
}

fn check(with: &With, ty: &Type, errors: &Errors) {
    let With::Each(container, of) = with else { return };
    let each = match (&**container, plain(ty)) {
        (Type::Array(_), Type::Array(array)) => Some(&*array.elem),
        (container, ty) => match (segment(container), segment(ty)) {
            (Some(container), Some(ty)) if container.ident == ty.ident => values(ty),
            _ => None,
        },
    };
    match each {
        Some(each) => check(of, each, errors),
        None => {
            let ty = plain(ty).to_token_stream().to_string().replace(' ', "");
            let message = format!(
                "the field has a `{ty}` where `with` has this container: write the container with the same \
                 name in both; for what is not a container, write `with = module`"
            );
            errors.on(container, message);
        }
    }
}

fn segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

/// The type of a container's values: the second argument of a map, otherwise the first.
fn values(container: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(list) = &container.arguments else { return None };
    let is = |name: &str| container.ident == name;
    let Some(GenericArgument::Type(ty)) = list.args.iter().nth(usize::from(is_map(container)))
    else {
        return None;
    };
    match plain(ty) {
        Type::Slice(slice) if is("Box") => Some(&slice.elem),
        Type::Array(array) if is("SmallVec") => Some(&array.elem),
        other => Some(other),
    }
}
