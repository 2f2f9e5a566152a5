//! Flattened structs: where fields are found by name, their fields are listed among those of the containing
//! struct.

use alloc::format;
use alloc::vec::Vec;

use crate::schema::Instances;
use crate::shape::{Body, Style};
use crate::{Error, ErrorKind, Field, Shape};

/// The maximum nesting of flattened structs; recursive ones would never end.
const MOST_LEVELS: u32 = 32;

/// The struct that replaces a field, if the field is flattened.
#[inline]
pub(crate) fn content(field: &Field) -> Option<&'static Shape> {
    if field.flatten { field.ty.shape() } else { None }
}

/// Checks that only structs with named fields are flattened, and that no two fields end up with the same
/// name.
///
/// # Errors
///
/// Fails if two fields share a name, or if a flattened type has no named fields.
pub(crate) fn check(instances: &Instances) -> Result<(), Error> {
    instances.values().try_for_each(|instance| check_shape(instance.shape))
}

/// The same for the fields of one type.
pub(crate) fn check_shape(shape: &'static Shape) -> Result<(), Error> {
    match &shape.body {
        Body::Struct(fields) => check_fields(shape, fields.list),
        Body::Enum(variants) => {
            variants.iter().try_for_each(|it| check_fields(shape, it.fields.list))
        }
    }
}

/// A name in use, and the struct whose field it belongs to.
type Held = (&'static str, &'static Shape);

fn check_fields(shape: &'static Shape, fields: &'static [Field]) -> Result<(), Error> {
    if !fields.iter().any(|field| field.flatten) {
        return Ok(());
    }
    let mut before: Vec<(&Field, Vec<Held>)> = Vec::new();
    for field in fields {
        let mut held = Vec::new();
        add_names(shape, field, MOST_LEVELS, &mut held)?;
        let meets = |other: &&(&Field, Vec<Held>)| {
            (field.flatten || other.0.flatten) && live_together(field, other.0)
        };
        for (_, others) in before.iter().filter(meets) {
            let both = held.iter().find_map(|(name, owner)| {
                let (_, other) = others.iter().find(|(other, _)| other == name)?;
                Some((*name, *owner, *other))
            });
            if let Some(both) = both {
                return Err(clash(shape, both));
            }
        }
        before.push((field, held));
    }
    Ok(())
}

/// Adds all names that a field, or the fields it is replaced by, may have in any version.
fn add_names(
    shape: &'static Shape,
    field: &'static Field,
    levels: u32,
    held: &mut Vec<Held>,
) -> Result<(), Error> {
    // A holder's content has its own names.
    if field.is_holder() {
        return Ok(());
    }
    if !field.flatten {
        held.extend(field.names_from(0).map(|name| (name, shape)));
        return Ok(());
    }
    let (Some(inner), Some(levels)) = (content(field), levels.checked_sub(1)) else {
        return Err(no_struct(shape, field));
    };
    match &inner.body {
        Body::Struct(fields) if fields.style == Style::Named || fields.list.is_empty() => {
            fields.list.iter().try_for_each(|field| add_names(inner, field, levels, held))
        }
        _ => Err(no_struct(shape, field)),
    }
}

/// Whether both exist in a common version.
fn live_together(a: &Field, b: &Field) -> bool {
    let since = a.lifespan.since.max(b.lifespan.since);
    a.lifespan.contains(since) && b.lifespan.contains(since)
}

#[cold]
fn clash(shape: &Shape, (name, owner, other): (&str, &Shape, &Shape)) -> Error {
    let of = |owner: &Shape| match owner.name == shape.name {
        true => "its own".into(),
        false => format!("that of `{}`", owner.name),
    };
    let (owner, other) = (of(owner), of(other));
    let detail = format!(
        "flattening gives `{}` two fields that may be called `{name}`: {other} and {owner}",
        shape.name
    );
    Error::new(ErrorKind::NameClash, detail).in_type(shape.name).with_help(
        "rename one of the two, or remove `flatten`; aliases and names of other versions count too",
    )
}

#[cold]
fn no_struct(shape: &Shape, field: &Field) -> Error {
    let detail = format!(
        "`flatten` needs a struct with named fields, which `{}` of `{}` is not",
        field.name, shape.name
    );
    Error::new(ErrorKind::Shape, detail)
        .in_type(shape.name)
        .with_help("flatten the struct itself, or remove `flatten`")
}
