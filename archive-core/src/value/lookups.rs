//! Finds fields and variants by name, where there may be any number of them.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Compound, Value};
use crate::schema::{BodyDef, FieldDef, Schema, VariantDef};

/// Among so few, a search is no slower than a map.
const FEW: usize = 16;

/// Fields by name, to find many of them: the first of each name, which is the one that a search finds.
pub(crate) fn by_name<'v, F>(fields: impl Iterator<Item = (&'v str, F)>) -> BTreeMap<&'v str, F> {
    let mut found = BTreeMap::new();
    for (name, field) in fields {
        found.entry(name).or_insert(field);
    }
    found
}

/// Finds the fields of a struct or variant in the order of its schema, which a tool may have put in another.
pub(super) struct Ordered<'v, 'a> {
    it: &'v Compound<'a>,
    /// All fields, if they are many in another order.
    by_name: Option<BTreeMap<&'v str, &'v Value<'a>>>,
}

impl<'v, 'a> Ordered<'v, 'a> {
    pub(super) fn new(it: &'v Compound<'a>, list: &[FieldDef]) -> Self {
        let is_in_order = || list.iter().map(|field| &field.name).eq(&it.head.names);
        let is_turned = it.fields.len() > FEW && !is_in_order();
        Self { it, by_name: is_turned.then(|| by_name(it.fields())) }
    }

    /// The field of this name, which is most likely at this place.
    pub(super) fn get(&self, place: usize, name: &str) -> Option<&'v Value<'a>> {
        match &self.by_name {
            Some(by_name) if self.it.head.names.get(place).is_none_or(|it| it != name) => {
                by_name.get(name).copied()
            }
            _ => self.it.get_near(place, name),
        }
    }
}

/// Finds fields by their names, the first of each.
pub(super) struct Places<'n> {
    names: &'n [String],
    added: Vec<&'n str>,
    /// The places of all, unless there are so few look-ups that a map would take longer.
    by_name: Option<BTreeMap<&'n str, usize>>,
}

impl<'n> Places<'n> {
    /// Finds fields of these names, about as often as `lookups` says.
    pub(super) fn of(names: &'n [String], lookups: usize) -> Self {
        let all = || by_name(names.iter().map(String::as_str).zip(0..));
        Self { names, added: Vec::new(), by_name: (lookups > FEW).then(all) }
    }

    /// The place of the field of this name.
    pub(super) fn get(&self, name: &str) -> Option<usize> {
        if let Some(by_name) = &self.by_name {
            return by_name.get(name).copied();
        }
        let mut all = self.names.iter().map(String::as_str).chain(self.added.iter().copied());
        all.position(|known| known == name)
    }

    /// A field was appended, whose name is none of these.
    pub(super) fn add(&mut self, name: &'n str) {
        if let Some(by_name) = &mut self.by_name {
            by_name.insert(name, self.names.len().saturating_add(self.added.len()));
        }
        self.added.push(name);
    }
}

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
