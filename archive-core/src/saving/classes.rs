//! The schema for a value of which only objects of unknown classes were retained.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::rows::{Held, Retained};
use crate::schema::{BodyDef, Instances, Schema, TypeDef, WithClasses, is_class, walk};
use crate::{Error, Type};

/// Today's schema, with the classes of objects that a value retained.
pub(super) struct Classes {
    pub(super) all: WithClasses,
    /// Whether the objects come from programs that had this program's types at today's versions.
    pub(super) is_today: bool,
}

impl Classes {
    /// `None` if fields or variants that are no classes were retained, or if the classes have no place in today's
    /// schema.
    ///
    /// # Errors
    ///
    /// Two types have the same name.
    pub(super) fn of(
        retained: &Retained,
        root: &'static Type,
        today: &Schema,
    ) -> Result<Option<Self>, Error> {
        let mut sources: Vec<&Arc<Schema>> = Vec::new();
        for held in retained.list.iter().filter(|it| !it.held.is_empty()) {
            let Some(schema) = source(held) else { return Ok(None) };
            if !sources.iter().any(|known| Arc::ptr_eq(known, schema) || ***known == **schema) {
                sources.push(schema);
            }
        }
        if sources.is_empty() {
            return Ok(None);
        }
        let sources: Vec<&Schema> = sources.into_iter().map(|it| &**it).collect();
        let instances = walk(root, &mut |shape, _| Ok(shape.version))?;
        let is_today = sources.iter().all(|schema| is_today(schema, &instances));
        let all = WithClasses::new(today, &sources, &instances);
        Ok(all.map(|all| Self { all, is_today }))
    }
}

/// The schema of the file that an object of an unknown class comes from.
fn source(Held { key: (name, _), held, .. }: &Held) -> Option<&Arc<Schema>> {
    let schema = held.schema()?;
    let BodyDef::Enum(variants) = &schema.get(name)?.body else { return None };
    let variant = variants.iter().find(|it| Some(&*it.name) == held.variant())?;
    is_class(variant).then_some(schema)
}

/// Whether a schema has this program's types at today's versions.
fn is_today(schema: &Schema, instances: &Instances) -> bool {
    let mut known = instances.values().map(|instance| instance.shape);
    known.all(|shape| {
        let has_name = |def: &&TypeDef| shape.names().any(|name| name == def.name);
        let stored = schema.get(shape.name).or_else(|| schema.types.iter().find(has_name));
        stored.is_none_or(|def| def.version == shape.version)
    })
}
