//! Errors for values that do not match the type that is loaded.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::quantity::Quantity;
use crate::error::{listed, shown};
use crate::fingerprint::name_hash;
use crate::matching::Since;
use crate::nearest::{meant, nearest};
use crate::value::Head;
use crate::{Body, Error, ErrorKind, PrimitiveKind, Shape};

/// The name of a kind with its article.
pub(crate) fn a(kind: &str) -> String {
    if kind == PrimitiveKind::Bytes.name() {
        return String::from(kind);
    }
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'f']) { "an" } else { "a" };
    format!("{article} {kind}")
}

/// How errors call a struct or an enum.
pub(super) fn named(shape: &Shape) -> String {
    match shape.body {
        Body::Struct(_) => format!("the struct `{}`", shape.name),
        Body::Enum(_) => format!("the enum `{}`", shape.name),
    }
}

/// How errors say that a number is too large or too small for a kind.
pub(in crate::value) fn does_not_fit(number: Quantity, kind: PrimitiveKind) -> String {
    format!("the number {number} does not fit in {}", a(kind.name()))
}

/// A stored number does not fit the kind asked for.
#[cold]
pub(crate) fn too_large(number: Quantity, kind: PrimitiveKind) -> Error {
    Error::new(ErrorKind::InvalidValue, does_not_fit(number, kind))
        .with_help_for_archive(too_large_help(kind))
}

/// Help for a number that does not fit, for players with a newer file and for developers.
fn too_large_help(kind: PrimitiveKind) -> String {
    let takes = match range(kind) {
        Some((least, most)) => {
            format!("this program takes a whole number from {least} to {most} here")
        }
        None => format!("this program has {} here, which cannot hold it", a(kind.name())),
    };
    format!(
        "{takes}: if the archive is newer, update the program; otherwise give the field a type that holds such \
         numbers"
    )
}

macro_rules! ranges {
    ($($variant:ident $ty:ident)*) => {
        /// The least and the greatest integer of a kind.
        pub(crate) fn range(kind: PrimitiveKind) -> Option<(String, String)> {
            match kind {
                $(PrimitiveKind::$variant => Some((format!("{}", $ty::MIN), format!("{}", $ty::MAX))),)*
                _ => None,
            }
        }
    };
}
ranges!(U8 u8 U16 u16 U32 u32 U64 u64 U128 u128 I8 i8 I16 i16 I32 i32 I64 i64 I128 i128);

/// The stored value is of another kind than expected.
#[cold]
pub(super) fn expected(stored: &str, asked: &str) -> Error {
    Error::new(ErrorKind::Mismatch, format!("expected {asked}, but {stored} is stored"))
        .with_help_for_archive(OTHER_KIND_HELP)
}

/// Help for a value of another kind in an archive that is read by name.
const OTHER_KIND_HELP: &str = "if the archive is newer, update this program; otherwise declare the stored \
    type with `was(..)`, and a function that converts it";

/// Nothing is stored where a value is expected.
#[cold]
pub(super) fn nothing(asked: &str) -> Error {
    Error::new(ErrorKind::InvalidValue, format!("expected {asked}, but nothing is stored"))
        .with_help_for_archive("make the field an `Option`")
}

#[cold]
pub(super) fn other_length(stored: usize, asked: usize) -> Error {
    let detail = format!("expected {asked} elements, but {stored} are stored");
    Error::new(ErrorKind::InvalidValue, detail)
}

#[cold]
pub(crate) fn missing() -> Error {
    Error::new(ErrorKind::MissingField, "this field is missing and has no default")
}

/// For a missing field, adds the names stored there that this program does not know.
#[cold]
pub(crate) fn or_other_name<'n>(
    error: Error,
    unknown: impl Iterator<Item = &'n str> + Clone,
) -> Error {
    if error.kind() != ErrorKind::MissingField {
        return error;
    }
    let name = error.path().rsplit('.').next().unwrap_or_default();
    let is_place = name.parse::<u32>().is_ok();
    if unknown.clone().any(|unknown| unknown == name) {
        return error.with_help_for_archive(
            "the archive has another field of that name, which a newer version added: give this one a default; or, if \
             its type is meant as a part of the newer one, state that version with `#[archive(version = n, oldest = n)]`",
        );
    }
    // The fields of a tuple have no names that could be similar.
    if let Some(near) = nearest(name, unknown.clone()).filter(|_| !is_place) {
        let near = shown(near);
        let help = format!(
            "the archive has `{near}` there: if that is this field, rename it or add `#[archive(alias = \
             \"{near}\")]`; otherwise give it a default"
        );
        return error.with_help_for_archive(help);
    }
    // Each once, however many values lack the field.
    let mut others: Vec<&str> = Vec::new();
    for other in unknown {
        if others.len() < MOST_OTHERS && !others.contains(&other) {
            others.push(other);
        }
    }
    let Some((first, others)) = others.split_first() else { return or_removed(error) };
    let what = if is_place { "" } else { "rename the field to match one of them, or " };
    let help = format!(
        "the archive has fields there that this program does not know: {}; {what}give it a default",
        listed(first, others.iter().copied())
    );
    error.with_help_for_archive(help)
}

/// The most names of other fields that are looked at; an error shows fewer.
const MOST_OTHERS: usize = 20;

/// A missing field of a newer version that has no field instead.
#[cold]
fn or_removed(error: Error) -> Error {
    match (error.found_version(), error.readable_versions()) {
        (Some(found), Some((_, newest))) if found > newest => {
            let help = format!("version {found} has no such field any more: give it a default");
            error.with_help_for_archive(help)
        }
        _ => error,
    }
}

#[cold]
pub(super) fn unknown_field(shape: &Shape, name: &str, head: &Head) -> Error {
    let is_ours = |name: &str| shape.all_fields().any(|field| field.name == name);
    let newer = head.names_since().find(|(its, since)| *its == name && since.field > 0);
    let detail = match (&head.variant, newer) {
        (_, Some((name, Since { field, .. }))) if is_ours(name) => {
            format!(
                "since version {field}, this is the name of another field, which is unknown here"
            )
        }
        (Some(variant), _) => format!("this field of `{}` is unknown here", shown(variant)),
        (None, _) => String::from("this field is unknown here"),
    };
    Error::new(ErrorKind::UnknownField, detail)
        .in_field(name, &head.ty, head.version)
        .with_versions(head.version, shape.oldest, shape.version)
}

/// The stored value of a field means something else than in this program's version.
#[cold]
pub(super) fn converted(
    shape: &Shape,
    name: &str,
    (version, since): (u32, u32),
    head: &Head,
) -> Error {
    let detail = format!(
        "since version {since}, a function converts this field: in version {version}, which this program has, the \
         same value means something else"
    );
    Error::new(ErrorKind::TooNew, detail).in_field(name, &head.ty, head.version).with_versions(
        head.version,
        shape.oldest,
        shape.version,
    )
}

/// The error for an unknown field that cannot be kept, as its type has no holder.
#[cold]
pub(super) fn no_holder(error: Error) -> Error {
    error.with_help_for_archive(
        "keep it by adding a field `#[archive(unknown)] extra: archive::Unknown` to its type; or skip such \
         fields with `Options::unknown(Unknown::Skip)`, which loses them when the value is saved again",
    )
}

/// The archive has a variant that this program does not know.
#[cold]
pub(crate) fn variant_of_another(shape: &Shape, name: &str, version: u32) -> Error {
    // The tag of a class is the hash of its name.
    let is_class = shape.variants().iter().any(|it| it.tag == name_hash(it.name));
    let (what, help) = if is_class { ("class", CLASS) } else { ("variant", VARIANT) };
    let mut ours = shape.variants().iter().flat_map(|it| it.names_from(0));
    let why = match ours.any(|it| it == name) {
        true => format!(": this program's {what} of that name is another one"),
        false => meant(name, shape.variants().iter().map(|it| it.name)),
    };
    let detail = format!("the {what} `{}::{}` is unknown here{why}", shape.name, shown(name));
    Error::new(ErrorKind::UnknownTag, detail).in_shape(shape, version).with_help_for_archive(help)
}

/// Help for an unknown variant.
pub(crate) const VARIANT: &str = "update this program; or add a variant to the enum that keeps such variants: \
    `#[archive(unknown)] Other(Unknown)`";

const CLASS: &str = "if its mod is missing, let the mod join; or update this program; or keep such objects \
    with `unknown` in the trait's `registry!`";

/// A hand-written impl asked for a part that it did not begin.
#[cold]
pub(crate) fn departed() -> Error {
    Error::new(ErrorKind::Shape, "a hand-written impl asks for a part that the value does not have")
}
