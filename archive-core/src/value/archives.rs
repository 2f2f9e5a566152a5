//! Archives changed as trees, without the types that wrote them.

use alloc::vec::Vec;

use super::graph::{Graph, link_of};
use super::open::with_schema;
use super::{Value, by_schema};
use crate::facts::{Edition, write_len};
use crate::header::{FileForm, Header};
use crate::rows::Apart;
use crate::saving::retained::append_schema;
use crate::schema::{Schema, Shared, TypeRef};
use crate::{Describe, Error, Options, Step};

/// Changes a file's bytes through the tree that they are, without the types that wrote them: for editors of saves.
///
/// The tree is checked against the schema that the file carries, and written in its layout, with its codec and its versions, so
/// that the program which saved it loads it. What only that program knows, its hooks and bounds, it checks then.
///
/// ```
/// use archive_core::{Describe, Deserialize, ErrorKind, Serialize, edit_archive};
/// # use archive_derive::Archive;
///
/// #[derive(Archive)]
/// # #[archive(crate = archive_core)]
/// struct Hero { name: String, level: u8, bag: Vec<String> }
///
/// let file = archive_core::to_vec(&Hero { name: "Ann".into(), level: 7, bag: vec![] })?;
///
/// // In a program that does not know what a hero is:
/// let edited = edit_archive(&file, |tree| {
///     tree.set("level", 8)?;
///     tree.insert("bag[0]", "torch")
/// })?;
/// let hero: Hero = archive_core::from_slice(&edited)?;
/// assert_eq!((hero.level, hero.bag.as_slice()), (8, &["torch".to_owned()][..]));
///
/// let error = edit_archive(&file, |tree| tree.set("level", 300).map(drop)).unwrap_err();
/// assert_eq!((error.kind(), error.path()), (ErrorKind::CannotWrite, "level"));
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// # Errors
///
/// Those of `edit`, as [`Value::from_slice`], and what the edited tree has that its schema has not.
pub fn edit_archive<'a>(
    bytes: &'a [u8],
    edit: impl FnOnce(&mut Value<'a>) -> Result<(), Error>,
) -> Result<Vec<u8>, Error> {
    Options::file().edit_archive(bytes, edit)
}

impl Options {
    /// Changes a file's bytes through the tree that they are, as [`edit_archive`] does, within these limits.
    ///
    /// # Errors
    ///
    /// As [`edit_archive`].
    pub fn edit_archive<'a>(
        &self,
        bytes: &'a [u8],
        edit: impl FnOnce(&mut Value<'a>) -> Result<(), Error>,
    ) -> Result<Vec<u8>, Error> {
        let limits = self.get_limits();
        let (schema, mut tree, is_linked) = with_schema(bytes, limits)?;
        edit(&mut tree)?;
        let header = Header::read(bytes, limits)?;
        let form = FileForm {
            layout: header.layout,
            codec: header.codec,
            schema: true,
            checksum: header.body_crc.is_some(),
            is_linked,
        };
        let body = Apart { rows: rows(&schema, &tree, is_linked)?, is_linked };
        // What is only asked of a file has nothing to do with the root's type.
        let edition = Edition::foreign(&schema, <()>::TYPE);
        let edited = append_schema(&edition, form, &body, limits)?;
        // Links may lead to what is no longer there, and nothing may be too deep.
        with_schema(&edited, limits)?;
        Ok(edited)
    }
}

/// The rows of a tree, with the tables of what it links to.
fn rows(schema: &Schema, tree: &Value<'_>, is_linked: bool) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    let graph = Graph::of(tree);
    let shared = if is_linked { schema.shared() } else { Shared::default() };
    let names = graph.named().map(|(name, _)| name).collect();
    let mut parts = Edited { schema, shared: &shared, names };
    if !is_linked {
        by_schema::put(&mut parts, &schema.root, tree, &mut out)?;
        return Ok(out);
    }
    by_schema::put(&mut parts, &schema.root, graph.root, &mut out)?;
    let mut lens = Vec::new();
    for table in 0..shared.len() {
        let start = out.len();
        // Without an object there is no table in the tree.
        let (name, objects) = match graph.named().nth(table) {
            Some((name, objects)) => (name, by_schema::items(objects)),
            None => ("", Some(Vec::new())),
        };
        let objects = objects.ok_or_else(|| by_schema::strange(tree))?;
        write_len(&mut out, objects.len());
        for (row, object) in objects.iter().enumerate() {
            let Some(ty) = shared.get(table) else { break };
            by_schema::put(&mut parts, ty, object, &mut out)
                .map_err(|error| error.within(Step::Element(row)).at_path(name))?;
        }
        let len = u64::try_from(out.len().saturating_sub(start)).unwrap_or(u64::MAX);
        lens.extend(len.to_le_bytes());
    }
    out.extend(lens);
    Ok(out)
}

/// Values that have the names of the schema, of which somebody changed some.
struct Edited<'s> {
    schema: &'s Schema,
    /// The types of the tables, and what these are called: links have the rows that they had.
    shared: &'s Shared<'s>,
    names: Vec<&'s str>,
}

impl by_schema::Parts for Edited<'_> {
    fn named(&mut self, def: usize, value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        let schema = self.schema;
        by_schema::own(self, schema, def, value, out)
    }

    fn shared(
        &mut self,
        inner: &TypeRef,
        value: &Value<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let Some(table) = self.shared.table_of(inner) else {
            return by_schema::put(self, inner, value, out);
        };
        let link = link_of(value).filter(|(name, _)| self.names.get(table) == Some(name));
        match link.map(|(_, row)| u32::try_from(row)) {
            Some(Ok(row)) => {
                out.extend(row.to_le_bytes());
                Ok(())
            }
            _ => Err(by_schema::strange(value)),
        }
    }

    fn is_in_order(&self) -> bool {
        // By what links lead to, their order is that of what these are.
        !self.names.is_empty()
    }
}
