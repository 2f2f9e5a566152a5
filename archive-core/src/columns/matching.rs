//! What of an archive stands for what of a program.

use crate::PrimitiveKind;
use crate::schema::{FieldsDef, VariantDef};
use crate::shape::{Field, Shape, Variant};

/// Which field of the archive holds a field of the program that lives at `version`.
///
/// A schema that the program declares has each field under its name of that version. In any other
/// schema today's name and the aliases stand for it as well, the first that occurs.
pub(crate) fn field_of(
    ours: &Field,
    theirs: &FieldsDef,
    version: u32,
    declared: bool,
) -> Option<usize> {
    if !ours.lifespan.contains(version) {
        return None;
    }
    let find = |name: &str| theirs.list.iter().position(|field| field.name == name);
    let then = find(ours.name_at(version));
    if declared {
        return then;
    }
    let others = core::iter::once(ours.name).chain(ours.aliases.iter().copied());
    then.or_else(|| others.chain(ours.renamed.iter().map(|old| old.from)).find_map(find))
}

/// Which variant of the program a variant of the archive is.
pub(crate) fn variant_of(
    shape: &'static Shape,
    theirs: &VariantDef,
    version: u32,
    declared: bool,
) -> Option<&'static Variant> {
    let alive = || shape.variants().iter().filter(|v| v.lifespan.contains(version));
    let name = theirs.name.as_str();
    let then = alive().find(|ours| ours.name_at(version) == name);
    if declared {
        return then;
    }
    let is_also = |ours: &&'static Variant| {
        ours.name == name
            || ours.aliases.contains(&name)
            || ours.renamed.iter().any(|old| old.from == name)
    };
    then.or_else(|| alive().find(is_also))
}

/// Whether every number of the one kind might be one of the other: each is checked.
pub(super) fn is_related(theirs: PrimitiveKind, ours: PrimitiveKind) -> bool {
    theirs == ours || (theirs.is_number() && ours.is_number())
}
