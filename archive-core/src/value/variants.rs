//! Finds the variants of enums in a schema.

use alloc::collections::BTreeMap;

use super::Value;
use crate::schema::{BodyDef, Schema, VariantDef};

/// In so few variants, a search is no slower than a map.
const FEW: usize = 16;

/// Finds the variants of a schema's enums by name. It lives as long as a save: the program that wrote an archive chose
/// how many variants there are, so they are not searched for each value.
pub(crate) struct Variants<'s> {
    schema: &'s Schema,
    /// The places of variants by their names, for the places of enums in the schema.
    places: BTreeMap<usize, BTreeMap<&'s str, usize>>,
}

impl<'s> Variants<'s> {
    pub(crate) fn new(schema: &'s Schema) -> Self {
        Self { schema, places: BTreeMap::new() }
    }

    /// The variant of this name in the enum at `def`, with its place.
    pub(crate) fn find(&mut self, def: usize, name: &str) -> Option<(usize, &'s VariantDef)> {
        let BodyDef::Enum(variants) = &self.schema.types.get(def)?.body else { return None };
        if variants.len() <= FEW {
            return variants.iter().enumerate().find(|(_, it)| it.name == name);
        }
        let places = self.places.entry(def).or_insert_with(|| {
            // The first of a name counts, as in a search.
            let places = variants.iter().enumerate().rev();
            places.map(|(place, it)| (&*it.name, place)).collect()
        });
        let place = *places.get(name)?;
        Some((place, variants.get(place)?))
    }

    /// The variant of the enum at `def` that a value is, if it is one.
    pub(crate) fn of(&mut self, def: usize, value: &Value<'_>) -> Option<&'s VariantDef> {
        let Value::Variant(it) = value else { return None };
        Some(self.find(def, it.variant()?)?.1)
    }
}
