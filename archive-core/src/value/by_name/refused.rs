//! Why a value that names something else cannot be what a program asks for.

use alloc::format;
use alloc::string::String;

use super::quantity::Quantity;
use crate::error::{listed, shown};
use crate::fingerprint::name_hash;
use crate::nearest::nearest;
use crate::value::Head;
use crate::{Body, Error, ErrorKind, PrimitiveKind, Shape};

/// A kind's name behind an article.
pub(crate) fn a(kind: &str) -> String {
    if kind == PrimitiveKind::Bytes.name() {
        return String::from(kind);
    }
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'f']) { "an" } else { "a" };
    format!("{article} {kind}")
}

/// A struct or an enum, as it is called here.
pub(super) fn named(shape: &Shape) -> String {
    match shape.body {
        Body::Struct(_) => format!("the struct `{}`", shape.name),
        Body::Enum(_) => format!("the enum `{}`", shape.name),
    }
}

/// A number is stored that the kind asked for does not hold.
#[cold]
pub(super) fn too_large(number: Quantity, kind: PrimitiveKind) -> Error {
    let detail = format!("the number {number} does not fit {}", a(kind.name()));
    Error::new(ErrorKind::InvalidValue, detail)
        .with_help("give the field a type that holds such numbers")
}

/// Something of another kind is stored than what is expected.
#[cold]
pub(super) fn expected(stored: &str, asked: &str) -> Error {
    Error::new(ErrorKind::Mismatch, format!("{asked} is expected, but {stored} is stored"))
        .with_help(OTHER_KIND_HELP)
}

/// What to do about a part that is of another kind in an archive which is read by names.
const OTHER_KIND_HELP: &str = "if the archive is newer, update this program; else declare what is stored by \
    `was(..)`, with a function that converts it";

/// Nothing is stored where something is expected.
#[cold]
pub(super) fn nothing(asked: &str) -> Error {
    Error::new(ErrorKind::InvalidValue, format!("{asked} is expected, but nothing is stored"))
        .with_help("make the field an `Option`")
}

#[cold]
pub(super) fn other_length(stored: usize, asked: usize) -> Error {
    let detail = format!("{asked} elements are expected, but {stored} are stored");
    Error::new(ErrorKind::InvalidValue, detail)
}

#[cold]
pub(super) fn missing() -> Error {
    Error::new(ErrorKind::MissingField, "this field is missing and has no default")
}

/// Where a field is missing: the error with what stands there under names that this program does not know.
#[cold]
pub(crate) fn or_other_name<'n>(
    error: Error,
    unknown: impl Iterator<Item = &'n str> + Clone,
) -> Error {
    if error.kind() != ErrorKind::MissingField {
        return error;
    }
    let name = error.path().rsplit('.').next().unwrap_or_default();
    if let Some(near) = nearest(name, unknown.clone()) {
        let near = shown(near);
        let help = format!(
            "the archive has `{near}` there: if that is meant, call the field so, or say \
             `#[archive(alias = \"{near}\")]`; else give it a default"
        );
        return error.with_help(help);
    }
    let mut others = unknown;
    let Some(first) = others.next() else { return error };
    let help = format!(
        "what the archive has there and this program does not know is {}: call the field as there, or give it a \
         default",
        listed(first, others)
    );
    error.with_help(help)
}

#[cold]
pub(super) fn unknown_field(shape: &Shape, name: &str, head: &Head) -> Error {
    let detail = match &head.variant {
        Some(variant) => format!("this field of `{}` is unknown here", shown(variant)),
        None => String::from("this field is unknown here"),
    };
    Error::new(ErrorKind::UnknownField, detail)
        .in_field(name, &head.ty, head.version)
        .with_versions(head.version, shape.oldest, shape.version)
}

/// The error of a field that is to be kept, but its type has no place for it.
#[cold]
pub(super) fn no_holder(error: Error) -> Error {
    error.with_help(
        "keep it in a field `#[archive(unknown)] extra: archive::Unknown` of its type; or skip such fields by \
         `Options::unknown(Unknown::Skip)`, which loses them when it is saved again",
    )
}

/// Another program's archive holds a variant that this one does not have.
#[cold]
pub(crate) fn variant_of_another(shape: &Shape, name: &str, version: u32) -> Error {
    // The tag of a class is the hash of its key.
    let is_class = shape.variants().iter().any(|it| it.tag == name_hash(it.name));
    let (what, help) = if is_class { ("class", CLASS) } else { ("variant", VARIANT) };
    let detail = format!("the {what} `{}::{}` is unknown here", shape.name, shown(name));
    Error::new(ErrorKind::UnknownTag, detail).in_shape(shape, version).with_help(help)
}

const VARIANT: &str = "update this program; or keep such variants in one more of the enum's own: `#[archive(unknown)] \
                       Other(Unknown)`";

const CLASS: &str = "let it join the trait, if it is of a mod that is missing; or update this program; or keep such objects by \
                     `unknown` in the trait's `registry!`";

/// An impl visits other parts than those that it began.
#[cold]
pub(crate) fn departed() -> Error {
    Error::new(ErrorKind::Shape, "a part is asked for that the value does not have")
}

#[cold]
pub(super) fn no_object() -> Error {
    Error::new(ErrorKind::InvalidLink, "a link leads to no object")
}
