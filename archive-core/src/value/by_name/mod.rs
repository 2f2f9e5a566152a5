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
use crate::traits::load_shared;
use crate::unknown::UnknownPolicy;
use crate::{Context, Deserialize, Error, Limits, graph};

pub(super) use quantity::Quantity;
use reader::Reader;
pub(crate) use refused::{OTHER_KIND_HELP, or_other_name, variant_of_another};

/// What a load may cost, and what it was lent.
pub(crate) struct Load<'c> {
    pub(crate) limits: &'c Limits,
    /// Memory that may still be reserved, in bytes.
    pub(crate) budget: usize,
    pub(crate) context: Context<'c>,
    pub(crate) unknown: UnknownPolicy,
}

/// Loads a `T` from a value.
///
/// One compiled copy of a type's code serves all archives that are asked through a reference: names
/// are looked up far slower than a call takes.
///
/// # Errors
///
/// The value is no `T`, whatever its names and kinds may stand for.
pub(crate) fn from_value<'a, T: Deserialize<'a>>(
    value: &Value<'a>,
    load: Load<'_>,
) -> Result<T, Error> {
    from_value_of(value, None, load)
}

/// Loads a `T` from a value of a schema, which its holders keep with what they keep.
///
/// # Errors
///
/// As [`from_value`].
pub(crate) fn from_value_of<'a, T: Deserialize<'a>>(
    value: &Value<'a>,
    schema: Option<Arc<Schema>>,
    load: Load<'_>,
) -> Result<T, Error> {
    let mut reader = Reader::new(value, schema, load);
    let value = load_shared(&mut reader).map_err(|error| reader.or_other_name(error))?;
    graph::finish(&mut reader)?;
    Ok(value)
}
