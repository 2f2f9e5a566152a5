//! Edits archives as trees, without the types that wrote them.

use alloc::vec::Vec;

use super::by_schema::{Own, Parts};
use super::edited::Edited;
use super::graph::{Graph, link_of};
use super::open::{schema_of, with_schema};
use super::{Value, by_schema};
use crate::codec::Codec;
use crate::facts::Edition;
use crate::header::FileForm;
use crate::open::BodyForm;
use crate::plain;
use crate::rows::Apart;
use crate::saving::retained::append_schema;
use crate::schema::{Schema, Shared};
use crate::text::tape::Tape;
use crate::varint::write_len;
use crate::{Describe, Error, Limits, Options, Step, text};

/// Edits the bytes of a file as a [`Value`] tree, without the types that wrote them, as an editor of saves does.
///
/// The edited tree is checked against the file's schema and written with the same layout, codec and versions, so that
/// the program that saved the file can load it. Rules that only that program knows, such as its hooks and `max_len`,
/// are checked when it loads the file. To change an enum's variant or add a struct, create it with
/// [`Compound`](crate::Compound), or take it from a value or file at the same version: a field that means something else in the
/// file's version is refused.
///
/// ```
/// use archive::{Archive, ErrorKind, edit_archive};
///
/// #[derive(Archive)]
/// struct Hero { name: String, level: u8, bag: Vec<String> }
///
/// let file = archive::to_vec(&Hero { name: "Ann".into(), level: 7, bag: vec![] })?;
///
/// // In a program that does not know what a hero is:
/// let edited = edit_archive(&file, |tree| {
///     tree.set("level", 8)?;
///     tree.insert("bag[0]", "torch")
/// })?;
/// let hero: Hero = archive::from_slice(&edited)?;
/// assert_eq!((hero.level, hero.bag.as_slice()), (8, &["torch".to_owned()][..]));
///
/// let error = edit_archive(&file, |tree| tree.set("level", 300).map(drop)).unwrap_err();
/// assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "level"));
/// # Ok::<(), archive::Error>(())
/// ```
///
/// # Errors
///
/// Fails like `edit` or [`Value::from_slice`], or if the edited tree does not match its schema: a wrong type, an
/// unknown field, a duplicate key.
pub fn edit_archive<'a>(
    bytes: &'a [u8],
    edit: impl FnOnce(&mut Value<'a>) -> Result<(), Error>,
) -> Result<Vec<u8>, Error> {
    Options::file().edit_archive(bytes, edit)
}

impl Options {
    /// Edits the bytes of a file as a tree, as [`edit_archive`] does, within these limits.
    ///
    /// # Errors
    ///
    /// Fails like [`edit_archive`].
    pub fn edit_archive<'a>(
        &self,
        bytes: &'a [u8],
        edit: impl FnOnce(&mut Value<'a>) -> Result<(), Error>,
    ) -> Result<Vec<u8>, Error> {
        let limits = self.get_limits();
        let (schema, mut tree, form) = with_schema(bytes, limits)?;
        // Compressed anew, the same value may take other bytes: the file does not tell how hard its writer tried.
        let before = (form.codec != Codec::None).then(|| tree.clone());
        edit(&mut tree)?;
        if before.is_some_and(|before| before == tree) {
            return Ok(bytes.to_vec());
        }
        edited(&schema, &tree, form, limits)
    }

    /// Converts a text or JSON to an archive with the schema and form of another archive.
    ///
    /// # Errors
    ///
    /// Fails if the other archive carries no schema, or the text does not match it.
    pub(crate) fn tape_to_archive(&self, tape: &Tape<'_>, of: &[u8]) -> Result<Vec<u8>, Error> {
        let limits = self.get_limits();
        let (schema, form) = schema_of(of, limits)?;
        let mut tree = text::reader::by_schema::tree(tape, &schema, form.is_linked, limits)?;
        if plain::index_in(&schema).is_some() {
            let (_, original, _) = with_schema(of, limits)?;
            plain::restore(&mut tree, &original, tape.is_text());
        }
        edited(&schema, &tree, form, limits)
    }
}

/// Writes an edited tree as an archive in the form of the original.
fn edited(
    schema: &Schema,
    tree: &Value<'_>,
    form: BodyForm,
    limits: &Limits,
) -> Result<Vec<u8>, Error> {
    let rows = body(schema, tree, form.is_linked, true)?;
    let body = Apart::new(rows, form.is_linked);
    let form = FileForm {
        layout: form.layout,
        codec: form.codec,
        schema: true,
        checksum: form.crc.is_some(),
        is_linked: form.is_linked,
    };
    // The edition needs a root type, but nothing here depends on it.
    let edited = append_schema(&Edition::foreign(schema, <()>::TYPE), form, &body, limits)?;
    // The edited tree may be nested too deeply.
    with_schema(&edited, limits)?;
    Ok(edited)
}

/// The rows of a tree, with the tables of its objects (FORMAT.md §13) if it is linked.
///
/// # Errors
///
/// Fails if the tree was edited and no longer matches the schema.
pub(crate) fn body(
    schema: &Schema,
    tree: &Value<'_>,
    is_linked: bool,
    is_edited: bool,
) -> Result<Vec<u8>, Error> {
    let (graph, mut out) = (Graph::of(tree), Vec::new());
    let shared = if is_linked { schema.shared() } else { Shared::default() };
    let rows = if is_edited { rows_left(&graph) } else { Vec::new() };
    let (mut own, mut edited) = (Own::new(schema), Edited::new(schema, &shared, &graph, &rows));
    let parts: &mut dyn Parts = if is_edited { &mut edited } else { &mut own };
    if !is_linked {
        by_schema::put(parts, &schema.root, tree, &mut out)?;
        return Ok(out);
    }
    by_schema::put(parts, &schema.root, graph.root, &mut out)?;
    let (mut tables, mut lens) = (graph.named(), Vec::new());
    for (table, ty) in shared.iter().enumerate() {
        let start = out.len();
        // A value without objects has empty tables.
        let (name, objects) = match tables.next() {
            Some((name, objects)) => (name, by_schema::items(objects)),
            None => ("", Some(Vec::new())),
        };
        let objects = objects.ok_or_else(|| by_schema::strange(tree))?;
        let left = rows.get(table);
        let is_left = |row: usize| left.is_none_or(|left| matches!(left.get(row), Some(Some(_))));
        write_len(&mut out, (0..objects.len()).filter(|row| is_left(*row)).count());
        for (row, object) in objects.iter().enumerate().filter(|(row, _)| is_left(*row)) {
            by_schema::put(parts, ty, object, &mut out)
                .map_err(|error| error.within(Step::Element(row)).in_part(name))?;
        }
        let len = u64::try_from(out.len().saturating_sub(start)).unwrap_or(u64::MAX);
        lens.extend(len.to_le_bytes());
    }
    out.extend(lens);
    Ok(out)
}

/// The new row of each object in each table. Objects that no link reaches any more are left out and have
/// `None`.
fn rows_left(graph: &Graph<'_, '_>) -> Vec<Vec<Option<u32>>> {
    let tables: Vec<_> = graph
        .named()
        .map(|(name, objects)| (name, by_schema::items(objects).unwrap_or_default()))
        .collect();
    let mut rows: Vec<Vec<Option<u32>>> =
        tables.iter().map(|(_, objects)| alloc::vec![None; objects.len()]).collect();
    let mut open = alloc::vec![graph.root];
    while let Some(value) = open.pop() {
        if let Some((name, row)) = link_of(value) {
            let Some(table) = tables.iter().position(|(it, _)| *it == name) else { continue };
            let place = rows.get_mut(table).and_then(|rows| rows.get_mut(row));
            if let Some(place) = place.filter(|place| place.is_none()) {
                *place = Some(0);
                open.extend(
                    tables.get(table).and_then(|(_, objects)| objects.get(row)).map(|it| &**it),
                );
            }
            continue;
        }
        open.extend(value.held());
    }
    for rows in &mut rows {
        for (row, place) in (0..).zip(rows.iter_mut().flatten()) {
            *place = row;
        }
    }
    rows
}
