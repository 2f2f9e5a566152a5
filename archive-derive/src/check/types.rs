//! Rules on field types that could not be loaded, or not be saved.

use crate::errors::Errors;
use crate::model::{Fields, is_phantom, plain};
use syn::{GenericArgument, Lifetime, Path, PathArguments, Type, TypeReference};

/// The longest tuple for which the library has impls.
const LONGEST_TUPLE: usize = 12;

/// The types of `std` that store what they hold, where it is.
const HOLDERS: [&str; 9] =
    ["Cell", "Cow", "Mutex", "Option", "RefCell", "Reverse", "RwLock", "Vec", "VecDeque"];

/// A stored type must be loadable: an owned value, or borrowed text or bytes. A view, which is never loaded, may have any
/// shared references.
pub(super) fn check_stored(fields: &Fields, is_view: bool, errors: &Errors) {
    for entry in &fields.entries {
        check_type(&entry.ty, is_view, errors);
    }
}

fn check_type(ty: &Type, is_view: bool, errors: &Errors) {
    let ty = plain(ty);
    let check_part = |part: &Type| check_type(part, is_view, errors);
    match ty {
        Type::Array(array) => check_part(&array.elem),
        Type::Slice(slice) => check_part(&slice.elem),
        Type::Tuple(tuple) => {
            if tuple.elems.len() > LONGEST_TUPLE {
                let found = tuple.elems.len();
                let message = format!(
                    "a tuple may have up to {LONGEST_TUPLE} elements, found {found}: write a struct with a field \
                     for each"
                );
                errors.on(ty, message);
            }
            tuple.elems.iter().for_each(check_part);
        }
        Type::Path(path) => check_path(&path.path, is_view, errors),
        Type::Reference(reference) => check_reference(reference, is_view, errors),
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

fn check_path(path: &Path, is_view: bool, errors: &Errors) {
    let Some(segment) = path.segments.last() else {
        return;
    };
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return;
    };
    // `PhantomData` holds no value of the type it names.
    if is_phantom(path) {
        return;
    }
    if ["Rc", "Arc", "Weak"].iter().any(|name| segment.ident == name) {
        if let Some(lifetime) = borrowed(&segment.arguments) {
            let message = if is_view {
                "a shared value must own its data (`'static`): write a reference to it, or the view itself"
            } else {
                "a shared value can outlive the archive, so it cannot borrow from it: store a `String` or `Vec<u8>`"
            };
            errors.on(lifetime, message);
            return;
        }
    }
    if segment.ident == "Cow" && !is_view {
        if let Some(GenericArgument::Lifetime(lifetime)) = arguments.args.first() {
            if lifetime.ident == "static" {
                let message = "no archive lives for `'static`: a `Cow<'static, _>` may be a field, or a value in an \
                    `Option`, `Vec`, `Box`, array or map, without `was`; elsewhere, store it by `with = module`, give the type a lifetime, \
                    or use a `String` or `Vec`";
                errors.on(lifetime, message);
            }
        }
    }
    // What these hold is stored, which cannot be a trait object. Pointers may hold one of a registry, and other types may
    // store something else, such as an id: that is left to the compiler.
    let is_stored = HOLDERS.iter().any(|name| segment.ident == name);
    for argument in &arguments.args {
        if let GenericArgument::Type(ty) = argument {
            if !is_stored && matches!(plain(ty), Type::TraitObject(_)) {
                continue;
            }
            check_type(ty, is_view, errors);
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

/// A reference borrows text or bytes from the archive, for the archive's lifetime; that of a view anything from the program.
/// Both are shared.
fn check_reference(reference: &TypeReference, is_view: bool, errors: &Errors) {
    match (&reference.mutability, is_view) {
        (Some(mutability), true) => {
            errors.at(mutability.span, "a view saves through shared references: write `&`");
        }
        (Some(mutability), false) => errors.at(
            mutability.span,
            "nothing can be borrowed mutably from an archive: store the value instead",
        ),
        // A class is written with an object of a registered trait; the compiler checks that there is a registry.
        (None, true) if matches!(plain(&reference.elem), Type::TraitObject(_)) => {}
        (None, true) => check_type(&reference.elem, is_view, errors),
        (None, false) if !is_text_or_bytes(&reference.elem) => {
            let message = "only `&str` and `&[u8]` can be borrowed from an archive: store the value instead; a \
                struct of references that is only saved is a view, `#[archive(save_as = Loaded)]`";
            errors.on(&reference.elem, message);
        }
        (None, false) => {
            if let Some(lifetime) = &reference.lifetime {
                check_lifetime(lifetime, errors);
            }
        }
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
    match plain(ty) {
        Type::Slice(slice) => is(&slice.elem, "u8"),
        ty => is(ty, "str"),
    }
}
