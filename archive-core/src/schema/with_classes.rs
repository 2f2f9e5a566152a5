//! A program's schema with the classes of other programs.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::differing::Differing;
use super::rooted::{visit, visit_def};
use super::{BodyDef, Instances, Schema, TypeDef, VariantDef};
use crate::Shape;
use crate::fingerprint::name_hash;

/// A program's schema with the classes of other programs, for example of mods that are missing.
pub(crate) struct WithClasses {
    pub(crate) schema: Schema,
    pub(crate) differing: Differing,
}

impl WithClasses {
    /// Adds to a program's schema, whose types are `instances`, the classes of other programs that it does not know,
    /// and the types that only these reach. Types that both have are taken from this program.
    ///
    /// `None` if another program is newer, or if a type of a class has a name that this program uses otherwise.
    pub(crate) fn new(ours: &Schema, others: &[&Schema], instances: &Instances) -> Option<Self> {
        let mut schema = ours.clone();
        let mut places = schema.places();
        for theirs in others {
            if is_newer(theirs, instances) {
                return None;
            }
            add(&mut schema, &mut places, theirs, instances);
        }
        if !has_own_names(&schema, instances) {
            return None;
        }
        let schema = schema.in_order();
        let mut differing = Differing::default();
        let places = schema.places();
        others.iter().for_each(|theirs| differing.add(&schema, &places, theirs));
        Some(Self { schema, differing })
    }
}

/// Whether a schema has one of the program's types at a later version.
fn is_newer(theirs: &Schema, instances: &Instances) -> bool {
    let later = |def: &TypeDef| shape_of(instances, def).is_some_and(|it| it.version < def.version);
    theirs.types.iter().any(later)
}

/// The program's shape that has the name of a definition, or else one that once had it.
fn shape_of(instances: &Instances, def: &TypeDef) -> Option<&'static Shape> {
    let mut shapes = instances.values().map(|instance| instance.shape);
    let now = shapes.clone().find(|shape| shape.name == def.name);
    now.or_else(|| shapes.find(|shape| shape.names().any(|name| name == def.name)))
}

/// Adds the classes of another schema that this program does not know. The types are at `places`.
fn add(
    schema: &mut Schema,
    places: &mut BTreeMap<String, usize>,
    theirs: &Schema,
    instances: &Instances,
) {
    let common = theirs.types.iter().map(|their| places.get(&theirs.name_of(their)).copied());
    let common: Vec<Option<usize>> = common.collect();
    let mut added: Vec<TypeDef> = Vec::new();
    let own = schema.types.len();
    // Refers to a type of the other schema by its place in this one, where it may have to be added.
    let mut refer = |index: &mut usize, added: &mut Vec<TypeDef>| {
        let Some(def) = theirs.types.get(*index) else { return };
        *index = *places.entry(theirs.name_of(def)).or_insert_with(|| {
            added.push(def.clone());
            own.saturating_add(added.len()).saturating_sub(1)
        });
    };
    for (their, place) in theirs.types.iter().zip(common) {
        let Some(def) = place.and_then(|place| schema.types.get_mut(place)) else { continue };
        let (BodyDef::Enum(ours), BodyDef::Enum(variants)) = (&mut def.body, &their.body) else {
            continue;
        };
        let shape = shape_of(instances, their);
        let mut tags: BTreeSet<u32> = ours.iter().map(|our| our.tag).collect();
        for variant in variants.iter().filter(|it| is_class(it)) {
            let is_known = shape.is_some_and(|shape| shape.variant(variant.tag).is_some());
            if is_known || !tags.insert(variant.tag) {
                continue;
            }
            let mut variant = variant.clone();
            let fields = variant.fields.list.iter_mut();
            fields.for_each(|field| visit(&mut field.ty, &mut |index| refer(index, &mut added)));
            ours.push(variant);
        }
        ours.sort_by_key(|our| our.tag);
    }
    let mut at = 0;
    while let Some(mut def) = added.get(at).cloned() {
        visit_def(&mut def, &mut |index| refer(index, &mut added));
        if let Some(place) = added.get_mut(at) {
            *place = def;
        }
        at = at.saturating_add(1);
    }
    schema.types.append(&mut added);
}

/// Whether a variant is a class of a trait: its tag is the hash of its key.
pub(crate) fn is_class(variant: &VariantDef) -> bool {
    variant.tag == name_hash(&variant.name)
}

impl Schema {
    /// The places of the types by their names, with their arguments: another program's file may have as many as its
    /// header can hold, and each of them is looked up.
    pub(crate) fn places(&self) -> BTreeMap<String, usize> {
        let mut places = BTreeMap::new();
        for (place, def) in self.types.iter().enumerate() {
            places.entry(self.name_of(def)).or_insert(place);
        }
        places
    }
}

/// Whether every name stands for one version of a type, and no added type has the name of one of the program's.
fn has_own_names(schema: &Schema, instances: &Instances) -> bool {
    let mut versions: BTreeMap<&str, u32> = BTreeMap::new();
    schema.types.iter().all(|def| {
        let shape = shape_of(instances, def);
        let is_own = shape.is_none_or(|it| it.name == def.name && it.version == def.version);
        is_own && *versions.entry(&def.name).or_insert(def.version) == def.version
    })
}
