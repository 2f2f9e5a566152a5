//! What a type finds by names in a schema that is not its own.

use core::cell::Cell;

use crate::columns::{Matching, PLACE_MEMORY, Plan, Tree};
use crate::facts::{Facts, MOST_PLACES};
use crate::schema::{Schema, in_history, walk};
use crate::{Error, Limits, Shape, UnknownPolicy, VersionTable};

/// So many places a schema may have in the columns of a body of so many bytes: each of its columns takes a
/// byte of that, and all places memory.
pub(crate) fn most_places(body: usize, limits: &Limits) -> usize {
    let within = limits.max_alloc.div_euclid(PLACE_MEMORY);
    body.saturating_mul(16).min(within).saturating_add(4096).min(MOST_PLACES)
}

/// Where a type's values stand in the columns of a schema that is not its own; nothing if only the values tell whether they are of
/// the type.
pub(crate) fn plan_by_name(
    facts: &'static Facts,
    schema: &Schema,
    unknown: UnknownPolicy,
    most: usize,
    is_linked: bool,
) -> Result<Option<Plan>, Error> {
    let mut table = VersionTable::new();
    table.named = schema.versions();
    // At its stored version a type has the names and parts of then, if this program knows them.
    let too_old = Cell::new(None);
    let version = |shape: &'static Shape| {
        let stored = table.version_of(shape, false).unwrap_or(shape.version);
        if stored < shape.oldest {
            too_old.set(Some((shape, stored)));
        }
        if (shape.oldest..=shape.version).contains(&stored) { stored } else { shape.version }
    };
    let matching = Matching { declared: false, unknown, version: &version };
    let plan = Plan::new(facts.root, schema, Tree::new(schema, most, is_linked)?, matching);
    // Nothing else that differs matters of a version that is no longer read.
    if let Some((shape, stored)) = too_old.get() {
        in_history(shape, stored)?;
    }
    plan
}

/// Whether a type reaches an enum that keeps variants that are unknown.
pub(crate) fn catches(facts: &Facts) -> Result<bool, Error> {
    let instances = walk(facts.root, &mut |shape, _| Ok(shape.version))?;
    Ok(instances.values().any(|it| it.shape.catches()))
}
