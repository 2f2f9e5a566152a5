//! The rule on containers in `with`.

use crate::attr::{ItemFields, With, parts, segment};
use crate::errors::Errors;
use crate::model::plain;
use quote::ToTokens;
use syn::Type;

/// The container in `with = Vec<module>` must match the field's type.
pub(super) fn check_container(fields: &ItemFields, errors: &Errors) {
    for field in &fields.fields {
        if let Some(with) = &field.attrs.with {
            check(with, &field.ty, errors);
        }
    }
}

fn check(with: &With, ty: &Type, errors: &Errors) {
    let (container, key, of) = match with {
        With::Module(_) => return,
        With::Each(container, of) => (container, None, Some(of)),
        With::Entries(container, key, of) => (container, Some(key), of.as_ref()),
    };
    let is_same = match (&**container, plain(ty)) {
        (Type::Array(_), Type::Array(_)) => true,
        (container, ty) => match (segment(container), segment(ty)) {
            (Some(container), Some(ty)) => container.ident == ty.ident,
            _ => false,
        },
    };
    let Some((of_keys, of_values)) = parts(ty).filter(|_| is_same) else {
        let ty = plain(ty).to_token_stream().to_string().replace(' ', "");
        let message = format!(
            "the field has a `{ty}` where `with` has this container: write the container with the same \
             name in both; for what is not a container, write `with = module`"
        );
        return errors.on(container, message);
    };
    for (with, ty) in [(key, of_keys), (of, Some(of_values))] {
        if let (Some(with), Some(ty)) = (with, ty) {
            check(with, ty, errors);
        }
    }
}
