//! The rows of an archive that is shown without its types.

use super::Shown;
use crate::facts::EditionRef;
use crate::value::{archives, open};
use crate::{Describe, Error, Limits};

/// What an archive holds as rows, and the edition that they are of by the schema in it.
///
/// # Errors
///
/// As [`Value::from_slice`](crate::Value::from_slice).
pub(crate) fn of_archive(bytes: &[u8], limits: &Limits) -> Result<(EditionRef, Shown), Error> {
    let (schema, tree, form) = open::with_schema(bytes, limits)?;
    // Nothing is asked of the type: what is shown is all told by the schema.
    let edition = EditionRef::foreign(&schema, <() as Describe>::TYPE);
    let rows = archives::body(&schema, &tree, form.is_linked, false)?;
    Ok((edition, Shown { is_linked: form.is_linked, ..Shown::plain(rows) }))
}
