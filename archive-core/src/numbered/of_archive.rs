//! The rows of an archive that is shown without its types.

use alloc::vec::Vec;

use super::Shown;
use crate::facts::{EditionRef, write_len};
use crate::value::elements::Elements;
use crate::value::graph::Graph;
use crate::value::{Value, by_schema, open};
use crate::{Describe, Error, ErrorKind, Limits, Schema};

/// What an archive holds as rows, and the edition that they are of by the schema in it.
///
/// # Errors
///
/// As [`Value::from_slice`].
pub(crate) fn of_archive(bytes: &[u8], limits: &Limits) -> Result<(EditionRef, Shown), Error> {
    let (schema, tree, is_linked) = open::with_schema(bytes, limits)?;
    // Nothing is asked of the type: what is shown is all told by the schema.
    let edition = EditionRef::foreign(&schema, <() as Describe>::TYPE);
    let mut rows = Vec::new();
    if is_linked {
        append_linked(&schema, &tree, &mut rows)?;
    } else {
        by_schema::rows(&schema, &schema.root, &tree, &mut rows)?;
    }
    Ok((edition, Shown { is_linked, ..Shown::plain(rows) }))
}

/// Appends a value and the tables of its objects (FORMAT.md §13).
fn append_linked(schema: &Schema, tree: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
    let graph = Graph::of(tree);
    by_schema::rows(schema, &schema.root, graph.root, out)?;
    let (mut start, mut lens) = (out.len(), Vec::new());
    let mut tables = graph.named();
    for ty in schema.shared().iter() {
        // A value without objects has no tables.
        let objects = tables.next().map(|(_, objects)| Elements::of(objects).ok_or_else(no_table));
        let objects = objects.transpose()?;
        write_len(out, objects.map_or(0, Elements::len));
        for object in objects.into_iter().flat_map(Elements::iter) {
            by_schema::rows(schema, ty, &object, out)?;
        }
        lens.push(u64::try_from(out.len().saturating_sub(start)).unwrap_or(u64::MAX));
        start = out.len();
    }
    lens.iter().for_each(|len| out.extend(len.to_le_bytes()));
    Ok(())
}

#[cold]
fn no_table() -> Error {
    Error::new(ErrorKind::Shape, "the tree lacks a table of its schema")
}
