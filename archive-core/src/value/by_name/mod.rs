//! The archive that reads from a value, where names rule (DESIGN.md, "Opening an archive").

mod input;
mod keep;
mod node;
mod quantity;
mod reader;
mod refused;

use alloc::sync::Arc;

use super::Value;
use crate::schema::Schema;
use crate::traits::LoadRoot;
use crate::unknown::UnknownPolicy;
use crate::{Context, Error, Limits, graph};

pub(super) use quantity::Quantity;
use reader::Reader;
pub(crate) use refused::{a, departed, or_other_name, variant_of_another};

/// What a load may cost, and what it was lent.
pub(crate) struct Load<'c> {
    pub(crate) limits: &'c Limits,
    /// Memory that may still be reserved, in bytes.
    pub(crate) budget: usize,
    pub(crate) context: Context<'c>,
    pub(crate) unknown: UnknownPolicy,
}

impl<'c> Load<'c> {
    pub(crate) fn new<'x: 'c>(
        limits: &'c Limits,
        budget: usize,
        context: Context<'x>,
        unknown: UnknownPolicy,
    ) -> Self {
        Self { limits, budget, context: context.shorter(), unknown }
    }
}

/// Loads what a value of a schema is, which its holders keep with what they keep, if there is one.
///
/// One compiled copy of a type's code serves all archives that are asked through a reference: names
/// are looked up far slower than a call takes.
///
/// # Errors
///
/// The value is no such thing, whatever its names and kinds may stand for.
pub(crate) fn load<'a>(
    value: &Value<'a>,
    schema: Option<Arc<Schema>>,
    load: Load<'_>,
    root: &mut dyn LoadRoot<'a>,
) -> Result<(), Error> {
    let mut reader = Reader::new(value, schema, load);
    root.load(&mut reader).map_err(|error| reader.or_other_name(error))?;
    graph::finish(&mut reader)
}
