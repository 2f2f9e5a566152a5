//! Structs whose fields stand as those of what holds them, where names rule.

use alloc::format;
use alloc::vec::Vec;

use crate::schema::Instances;
use crate::shape::{Body, Style};
use crate::{Error, ErrorKind, Field, Shape};

/// Flattened structs within each other; a type that holds itself would have no end.
const MOST_LEVELS: u32 = 32;

/// The struct whose fields stand in the place of a field, if it is flattened.
#[inline]
pub(crate) fn content(field: &Field) -> Option<&'static Shape> {
    if field.flatten { field.ty.shape() } else { None }
}

/// Finds out that what is flattened are structs, whose fields have names that no other has that
/// stands among them.
///
/// # Errors
///
/// Two fields could be meant by one name, or what is flattened has no fields with names.
pub(crate) fn check(instances: &Instances) -> Result<(), Error> {
    for instance in instances.values() {
        let shape = instance.shape;
        match &shape.body {
            Body::Struct(fields) => check_fields(shape, fields.list)?,
            Body::Enum(variants) => {
                variants.iter().try_for_each(|it| check_fields(shape, it.fields.list))?;
            }
        }
    }
    Ok(())
}

/// A name that something answers to, and the struct that it is a field of.
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

/// Adds every name that a field, or what stands in its place, may have in any version.
fn add_names(
    shape: &'static Shape,
    field: &'static Field,
    levels: u32,
    held: &mut Vec<Held>,
) -> Result<(), Error> {
    // What a holder holds has names of its own.
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

/// Whether there is a version in which both live.
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
        "in `{}` two fields may be called `{name}` where a struct is flattened: {other} and {owner}",
        shape.name
    );
    Error::new(ErrorKind::NameClash, detail).in_type(shape.name).with_help(
        "rename one of the two, or remove `flatten`; aliases and names of other versions count as well",
    )
}

#[cold]
fn no_struct(shape: &Shape, field: &Field) -> Error {
    let detail = format!(
        "`flatten` takes a struct with names for its fields, which `{}` of `{}` is not",
        field.name, shape.name
    );
    Error::new(ErrorKind::Shape, detail)
        .in_type(shape.name)
        .with_help("flatten the struct itself, or remove `flatten`")
}
