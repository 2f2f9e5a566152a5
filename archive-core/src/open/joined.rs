//! Archives of programs in which other classes had joined a trait, for example before a mod was installed or removed.

use alloc::collections::BTreeMap;

use crate::Error;
use crate::class::has_joined;
use crate::facts::Facts;
use crate::fingerprint::name_hash;
use crate::schema::{BodyDef, Schema, TypeDef, walk};
use crate::shape::Shape;

/// Whether a schema differs from this program's only in classes: it lacks some that have
/// [joined](crate::Classes::join) traits here, or has others that are unknown here. That does not change the history
/// of a type. So the archive may be read by names, and an object of an unknown class is refused where it occurs.
///
/// # Errors
///
/// Two of the types have the same name.
pub(super) fn differs_in_classes(theirs: &Schema, facts: &Facts) -> Result<bool, Error> {
    let stored: BTreeMap<_, _> = theirs.types.iter().map(|def| (&*def.name, def.version)).collect();
    let instances = walk(facts.root, &mut |shape, _| {
        let stored = shape.names().find_map(|name| stored.get(name)).copied();
        let known = stored.filter(|version| (shape.oldest..=shape.version).contains(version));
        Ok(known.unwrap_or(shape.version))
    })?;
    let ours = Schema::build(facts.root, &instances);
    let gone = without_gone(theirs, &ours);
    let has_more = instances
        .values()
        .any(|it| it.shape.variants().iter().any(|variant| has_joined(it.shape, variant.tag)));
    if !has_more && gone.is_none() {
        return Ok(false);
    }
    let theirs = gone.as_ref().unwrap_or(theirs);
    let known: BTreeMap<_, _> = theirs.types.iter().map(|def| (theirs.name_of(def), def)).collect();
    let mut found = 0_usize;
    for (def, instance) in ours.types.iter().zip(instances.values()) {
        // A type that the archive lacks can only be reached by classes that it lacks.
        let Some(their) = known.get(&ours.name_of(def)) else { continue };
        found = found.saturating_add(1);
        if theirs.own_shape(their) != ours.own_shape(&without(def, their, instance.shape)) {
            return Ok(false);
        }
    }
    let is_root = theirs.type_name(&theirs.root) == ours.type_name(&ours.root);
    Ok(is_root && found == known.len())
}

/// The schema without the classes that this program does not have, and the types that only they reach. `None` if there
/// are none.
fn without_gone(theirs: &Schema, ours: &Schema) -> Option<Schema> {
    let known: BTreeMap<_, _> = ours.types.iter().map(|def| (ours.name_of(def), def)).collect();
    let mut without = theirs.clone();
    let mut is_any = false;
    for (def, their) in without.types.iter_mut().zip(&theirs.types) {
        let ours = known.get(&theirs.name_of(their)).map(|def| &def.body);
        if let (BodyDef::Enum(variants), Some(BodyDef::Enum(ours))) = (&mut def.body, ours) {
            let count = variants.len();
            // The tag of a class is the hash of its key.
            variants.retain(|it| {
                ours.iter().any(|our| our.tag == it.tag) || it.tag != name_hash(&it.name)
            });
            is_any |= variants.len() < count;
        }
    }
    is_any.then(|| without.rooted(theirs.root.clone()))
}

/// A type without the classes that have joined it here but are not in the other schema.
fn without(ours: &TypeDef, theirs: &TypeDef, shape: &Shape) -> TypeDef {
    let mut def = ours.clone();
    if let (BodyDef::Enum(variants), BodyDef::Enum(their)) = (&mut def.body, &theirs.body) {
        variants.retain(|variant| {
            their.iter().any(|it| it.tag == variant.tag) || !has_joined(shape, variant.tag)
        });
    }
    def
}
