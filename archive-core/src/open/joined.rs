//! Archives of programs in which fewer classes had joined a trait: before a mod was installed, perhaps.

use alloc::collections::BTreeMap;

use crate::Error;
use crate::class::has_joined;
use crate::facts::Facts;
use crate::schema::{BodyDef, Schema, TypeDef, VariantDef, walk};
use crate::shape::Shape;

/// Whether a schema is that of this program without classes that have [joined](crate::Classes::join) its
/// traits. That is no change of a type's history: it may be read by names.
///
/// # Errors
///
/// Two types that occur have one name.
pub(super) fn lacks_classes(theirs: &Schema, facts: &Facts) -> Result<bool, Error> {
    let stored: BTreeMap<_, _> = theirs.types.iter().map(|def| (&*def.name, def.version)).collect();
    let instances = walk(facts.root, &mut |shape, _| {
        let stored = shape.names().find_map(|name| stored.get(name)).copied();
        let known = stored.filter(|version| (shape.oldest..=shape.version).contains(version));
        Ok(known.unwrap_or(shape.version))
    })?;
    if !instances
        .values()
        .any(|it| it.shape.variants().iter().any(|variant| has_joined(it.shape, variant.tag)))
    {
        return Ok(false);
    }
    let ours = Schema::build(facts.root, &instances);
    let known: BTreeMap<_, _> = theirs.types.iter().map(|def| (theirs.name_of(def), def)).collect();
    let mut found = 0_usize;
    for def in &ours.types {
        let name = ours.name_of(def);
        // What they have not is reached by classes that they have not.
        let Some(their) = known.get(&name) else { continue };
        found = found.saturating_add(1);
        let joined = instances.get(&name).map(|instance| instance.shape);
        if theirs.own_shape(their) != ours.own_shape(&without(def, their, joined)) {
            return Ok(false);
        }
    }
    let is_root = theirs.type_name(&theirs.root) == ours.type_name(&ours.root);
    Ok(is_root && found == known.len())
}

/// A type without the classes that have joined it and that another does not have.
fn without(ours: &TypeDef, theirs: &TypeDef, shape: Option<&'static Shape>) -> TypeDef {
    let mut def = ours.clone();
    if let (BodyDef::Enum(variants), BodyDef::Enum(their)) = (&mut def.body, &theirs.body) {
        let has = |all: &[VariantDef], tag: u32| all.iter().any(|variant| variant.tag == tag);
        let is_joined = |tag: u32| shape.is_some_and(|shape| has_joined(shape, tag));
        variants.retain(|variant| has(their, variant.tag) || !is_joined(variant.tag));
    }
    def
}
