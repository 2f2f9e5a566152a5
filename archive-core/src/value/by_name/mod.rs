//! Loads types from a [`Value`], matching by name (DESIGN.md, "Opening an archive").

mod input;
mod keep;
mod node;
mod quantity;
mod reader;
mod refused;

use alloc::sync::Arc;

use super::Value;
use crate::matching::LoadAs;
use crate::schema::Schema;
use crate::traits::LoadRoot;
use crate::unknown::UnknownPolicy;
use crate::{Context, Error, Limits, graph};

pub(crate) use quantity::Quantity;
use reader::Reader;
pub(super) use refused::does_not_fit;
pub(crate) use refused::{
    VARIANT, a, departed, missing, or_other_name, range, too_large, variant_of_another,
};

/// The limits, policy and context of a load.
pub(crate) struct Load<'c> {
    pub(crate) limits: &'c Limits,
    /// The memory that may be reserved, in bytes, if it is not what the limits grant for the value.
    pub(crate) budget: Option<usize>,
    pub(crate) context: Context<'c>,
    pub(crate) unknown: UnknownPolicy,
    /// What the type is to the stored one; by default, it may be a part of it.
    pub(crate) load_as: LoadAs,
    /// Whether the value was made of the program's own and edited, so that an `f64` in place of an `f32` may be a literal.
    pub(crate) is_edited: bool,
}

impl<'c> Load<'c> {
    pub(crate) fn new<'x: 'c>(
        limits: &'c Limits,
        context: Context<'x>,
        unknown: UnknownPolicy,
    ) -> Self {
        Self {
            limits,
            budget: None,
            context: context.shorter(),
            unknown,
            load_as: LoadAs::Part,
            is_edited: false,
        }
    }
}

/// Loads a type from a value. Holders keep the schema, if there is one, with what they keep.
///
/// The reader is called through a reference, so that each type's code is compiled only once for all archives:
/// looking up names takes far longer than a dynamic call.
///
/// # Errors
///
/// Fails if the value cannot be converted to the type.
pub(crate) fn load<'a>(
    value: &Value<'a>,
    schema: Option<Arc<Schema>>,
    load: Load<'_>,
    root: &mut dyn LoadRoot<'a>,
) -> Result<(), Error> {
    let budget = match load.budget {
        Some(budget) => budget,
        None => load.limits.budget(value.weight(), root.facts()?.weight_of_tree()?),
    };
    let mut reader = Reader::new(value, schema, load, budget);
    root.load(&mut reader).map_err(|error| reader.or_other_name(error))?;
    graph::finish(&mut reader)
}
