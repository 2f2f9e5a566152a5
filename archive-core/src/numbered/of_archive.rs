//! The rows of an archive that is shown without its types.

use super::Shown;
use crate::facts::EditionRef;
use crate::value::{archives, open};
use crate::{Describe, Error, Limits};

/// Reads an archive as rows. Also returns the edition that they belong to, made from the archive's schema.
///
/// # Errors
///
/// As [`Value::from_slice`](crate::Value::from_slice).
pub(crate) fn of_archive(bytes: &[u8], limits: &Limits) -> Result<(EditionRef, Shown), Error> {
    let (schema, tree, form) = open::with_schema(bytes, limits)?;
    // The type is not used: the schema is enough to show the archive.
    let edition = EditionRef::foreign(&schema, <() as Describe>::TYPE);
    let rows = archives::body(&schema, &tree, form.is_linked, false)?;
    Ok((edition, Shown { is_linked: form.is_linked, ..Shown::plain(rows) }))
}
