//! Rules on field types that could not be loaded.

use crate::errors::Errors;
use crate::model::Fields;
use syn::{GenericArgument, Lifetime, Path, PathArguments, Type, TypeReference};

/// The longest tuple for which the library has impls.
const LONGEST_TUPLE: usize = 12;

/// A stored type must be loadable: an owned value, or borrowed text or bytes.
pub(super) fn check_loadable(fields: &Fields, errors: &Errors) {
    for entry in &fields.entries {
        check_type(&entry.ty, errors);
    }
}

fn check_type(ty: &Type, errors: &Errors) {
    match ty {
        Type::Array(array) => check_type(&array.elem, errors),
        Type::Slice(slice) => check_type(&slice.elem, errors),
        Type::Group(group) => check_type(&group.elem, errors),
        Type::Paren(paren) => check_type(&paren.elem, errors),
        Type::Tuple(tuple) => {
            if tuple.elems.len() > LONGEST_TUPLE {
                let found = tuple.elems.len();
                let message = format!(
                    "a tuple may have up to {LONGEST_TUPLE} elements, found {found}: write a struct with a field \
                     for each"
                );
                errors.on(ty, message);
            }
            tuple.elems.iter().for_each(|elem| check_type(elem, errors));
        }
        Type::Path(path) => check_path(&path.path, errors),
        Type::Reference(reference) => check_reference(reference, errors),
        Type::Ptr(pointer) => {
            let message = "a raw pointer means nothing in another run: store what it points at, or `#[archive(skip)]` it";
            errors.at(pointer.star_token.span, message);
        }
        Type::FnPtr(function) => {
            let message = "a function pointer means nothing in another run: store an enum that names the function, or \
                           `#[archive(skip)]` it";
            errors.at(function.fn_token.span, message);
        }
        Type::TraitObject(_) | Type::ImplTrait(_) => {
            let detail = "nothing in the archive says which type this is: put it directly in a `Box`, `Rc`, \
                `Arc` or `Weak`, written by these names (in a cell: `Rc<RefCell<Box<dyn Trait>>>`), and name \
                its types in `archive::registry!`; or store an enum of them";
            errors.on(ty, detail);
        }
        _ => {}
    }
}

fn check_path(path: &Path, errors: &Errors) {
    let Some(segment) = path.segments.last() else {
        return;
    };
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return;
    };
    // `PhantomData` holds no value of the type it names.
    if segment.ident == "PhantomData" {
        return;
    }
    if ["Rc", "Arc", "Weak"].iter().any(|name| segment.ident == name) {
        if let Some(lifetime) = borrowed(&segment.arguments) {
            let message = "a shared value can outlive the archive, so it cannot borrow from it: store a \
                `String` or `Vec<u8>`";
            errors.on(lifetime, message);
            return;
        }
    }
    if segment.ident == "Cow" {
        if let Some(GenericArgument::Lifetime(lifetime)) = arguments.args.first() {
            check_lifetime(lifetime, errors);
        }
    }
    // These may hold a trait object of a registry; the compiler checks that the registry exists.
    let may_be_object = ["Box", "Rc", "Arc", "Weak"].iter().any(|name| segment.ident == name);
    for argument in &arguments.args {
        if let GenericArgument::Type(ty) = argument {
            if may_be_object && matches!(ty, Type::TraitObject(_)) {
                continue;
            }
            check_type(ty, errors);
        }
    }
}

/// The first named lifetime in the arguments, other than `'static`.
fn borrowed(arguments: &PathArguments) -> Option<&Lifetime> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return None };
    let other = |lifetime: &&Lifetime| lifetime.ident != "static";
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Lifetime(lifetime) => Some(lifetime).filter(other),
        GenericArgument::Type(Type::Reference(reference)) => {
            reference.lifetime.as_ref().filter(other)
        }
        GenericArgument::Type(Type::Path(path)) => {
            path.path.segments.iter().find_map(|segment| borrowed(&segment.arguments))
        }
        _ => None,
    })
}

/// A reference borrows text or bytes from the archive, shared and for the archive's lifetime.
fn check_reference(reference: &TypeReference, errors: &Errors) {
    if let Some(mutability) = &reference.mutability {
        errors.at(
            mutability.span,
            "nothing can be borrowed mutably from an archive: store the value instead",
        );
    } else if !is_text_or_bytes(&reference.elem) {
        let message =
            "only `&str` and `&[u8]` can be borrowed from an archive: store the value instead";
        errors.on(&reference.elem, message);
    } else if let Some(lifetime) = &reference.lifetime {
        check_lifetime(lifetime, errors);
    }
}

/// Borrowed data lives as long as the archive, so its lifetime must be named.
fn check_lifetime(lifetime: &Lifetime, errors: &Errors) {
    if lifetime.ident == "static" {
        let message = "no archive lives for `'static`: give the type a lifetime, or store a `String` or \
            `Vec<u8>`, for example with `#[archive(with = ..)]`";
        errors.on(lifetime, message);
    }
}

fn is_text_or_bytes(ty: &Type) -> bool {
    let is = |ty: &Type, name: &str| matches!(ty, Type::Path(path) if path.path.is_ident(name));
    match ty {
        Type::Slice(slice) => is(&slice.elem, "u8"),
        Type::Group(group) => is_text_or_bytes(&group.elem),
        Type::Paren(paren) => is_text_or_bytes(&paren.elem),
        _ => is(ty, "str"),
    }
}
