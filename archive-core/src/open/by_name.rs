//! Reads a schema that is not this program's by the names of types, fields and variants.

use core::cell::Cell;

use crate::columns::{Matching, Most, PART_MEMORY, Plan, Tree};
use crate::facts::Facts;
use crate::lock::Lock;
use crate::matching::{LoadAs, Naming};
use crate::schema::{Schema, TypeDef, in_history};
use crate::{Error, Limits, Shape, UnknownPolicy, VersionTable};

/// The most parts and columns that another program's schema may have, given the bytes of header and body: each column takes a
/// byte of the body, but variants without fields take none, wherever their enum is mentioned. Each part takes memory.
pub(crate) fn most_parts(header: usize, body: usize, limits: &Limits) -> Most {
    let within = limits.max_alloc.div_euclid(PART_MEMORY);
    let most = header.saturating_add(body).saturating_mul(16);
    let parts = most.min(within).saturating_add(1024).min(Most::OWN.parts);
    Most { parts, columns: body }
}

/// The plan for reading a type by name from columns with another schema. `None` if it depends on the values whether
/// they fit the type.
pub(crate) fn plan_by_name(
    facts: &'static Facts,
    schema: &Schema,
    (unknown, load_as): (UnknownPolicy, LoadAs),
    most: Most,
    is_linked: bool,
) -> Result<Option<Plan>, Error> {
    let table = VersionTable { named: schema.versions(), ..VersionTable::new() };
    // A type is matched by the names and parts that it had at its stored version, if this program knows that version.
    let too_old = Cell::new(None);
    let version = |shape: &'static Shape, their: Option<&TypeDef>| {
        let stored = match their {
            Some(their) if Naming::of(shape, &their.name, load_as) == Naming::Stated => {
                their.version
            }
            // Under another name, it is at no version of this type.
            Some(_) => shape.version,
            None => table.version_of(shape, false).unwrap_or(shape.version),
        };
        if their.is_some() && stored < shape.oldest {
            too_old.set(Some((shape, stored)));
        }
        if (shape.oldest..=shape.version).contains(&stored) { stored } else { shape.version }
    };
    let matching = Matching { declared: false, unknown, load_as, version: &version };
    let plan = Plan::new(facts.root, schema, Tree::new(schema, most, is_linked)?, matching);
    // If a version is no longer supported, that is the error to report.
    if let Some((shape, stored)) = too_old.get() {
        in_history(shape, stored)?;
    }
    plan
}

/// Whether a type contains an enum that retains unknown variants, or did in an older version.
pub(crate) fn catches(facts: &Facts) -> bool {
    Lock::of(facts.root).shapes().any(Shape::catches)
}
