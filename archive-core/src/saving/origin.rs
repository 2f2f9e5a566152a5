//! Finds out which program's archives a value's retained data comes from.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::shown;
use crate::rows::{Held, Retained};
use crate::schema::todays_name;
use crate::unknown::{FromText, nothing_retained};
use crate::{Error, ErrorKind, Schema, Type, Unknown};

/// Where all retained data of a value comes from.
pub(super) enum Origin<'r> {
    /// Archives of one program. The value is saved with this schema.
    Schema(Arc<Schema>),
    /// Texts that state the same versions.
    Text(&'r FromText),
}

/// Where all retained data of a value of the type `root` comes from.
///
/// # Errors
///
/// It comes from several programs, from both texts and files, or from an unknown origin.
pub(super) fn origin<'r>(retained: &'r Retained, root: &'static Type) -> Result<Origin<'r>, Error> {
    let mut all = retained.list.iter().filter(|it| !it.held.is_empty()).peekable();
    let first = &all.peek().ok_or_else(nothing_retained)?.held;
    let drop = retained.way_out();
    if let Some(text) = first.text() {
        return match all.find_map(|it| text.differs(&it.held, drop)) {
            Some(error) => Err(error),
            None => Ok(Origin::Text(text)),
        };
    }
    let mut sources: Vec<Source<'_>> = Vec::new();
    for Held { key: (name, _), held, .. } in all {
        if held.text().is_some() {
            return Err(file_and_text(drop));
        }
        let schema = held.schema().ok_or_else(no_schema)?;
        let is_known = |source: &&mut Source<'_>| {
            Arc::ptr_eq(source.schema, schema) || **source.schema == **schema
        };
        match sources.iter_mut().find(is_known) {
            Some(source) => {
                source.names.insert(name);
            }
            None => sources.push(Source { schema, names: BTreeSet::from([&**name]) }),
        }
    }
    one_of(&sources, root, drop).map(Origin::Schema)
}

/// Archives with the same schema, and the types that retained data of them.
struct Source<'r> {
    schema: &'r Arc<Schema>,
    names: BTreeSet<&'r str>,
}

/// The schema by which the data of all sources can be saved.
fn one_of(sources: &[Source<'_>], root: &'static Type, drop: &str) -> Result<Arc<Schema>, Error> {
    let mut error = None;
    for (index, source) in sources.iter().enumerate() {
        match said_by(source.schema, root, drop) {
            Ok(schema) => {
                let is_only = sources.len() == 1;
                let places = if is_only { BTreeMap::new() } else { schema.places() };
                let mut others = sources.iter().enumerate().filter(|(other, _)| *other != index);
                let is_said = others.all(|(_, other)| other.is_said_by(&schema, &places));
                return if is_said { Ok(schema) } else { Err(several(drop)) };
            }
            Err(found) => error = error.or(Some(found)),
        }
    }
    Err(error.unwrap_or_else(no_schema))
}

impl Source<'_> {
    /// Whether another schema, whose types are at `places`, contains all types that retained data, and all types in both
    /// schemas are the same.
    fn is_said_by(&self, schema: &Schema, places: &BTreeMap<String, usize>) -> bool {
        let theirs = self.schema;
        let mut said = BTreeSet::new();
        for def in &theirs.types {
            let place = places.get(&theirs.name_of(def));
            if let Some(known) = place.and_then(|place| schema.types.get(*place)) {
                if schema.own_shape(known) != theirs.own_shape(def) {
                    return false;
                }
                said.insert(&*def.name);
            }
        }
        self.names.is_subset(&said)
    }
}

/// The schema for saving a value of type `root` that retained data of archives with this schema, whose root may be a
/// type that contains `root`.
///
/// # Errors
///
/// The schema has no type for `root`.
fn said_by(schema: &Arc<Schema>, root: &'static Type, drop: &str) -> Result<Arc<Schema>, Error> {
    if schema.is_root(root) {
        return Ok(Arc::clone(schema));
    }
    match schema.find(root) {
        Some(found) => Ok(Arc::new(schema.rooted(found))),
        None => Err(not_of(schema, root, drop)),
    }
}

impl FromText {
    /// The error if other data was retained of another text, or of a file.
    fn differs(&self, held: &Unknown, drop: &str) -> Option<Error> {
        match held.text() {
            None if held.schema().is_some() => Some(file_and_text(drop)),
            None => Some(no_schema()),
            Some(other) if other.is_json != self.is_json => Some(text_and_json(drop)),
            Some(other) if other.of.versions == self.of.versions => None,
            Some(other) => Some(other_versions(self, other, drop)),
        }
    }

    /// The retained data cannot be expressed in a text of the other kind.
    #[cold]
    pub(super) fn other_kind(&self) -> Error {
        let other = if self.is_json { "a text" } else { "JSON or another serde format" };
        let detail = format!(
            "the retained parts come from {}, and cannot be written as {other}",
            self.source()
        );
        Error::new(ErrorKind::Retained, detail).with_help(self.ways_out(false))
    }
}

#[cold]
fn no_schema() -> Error {
    let detail = "the retained parts come from a tree, which has no schema";
    Error::new(ErrorKind::Retained, detail)
        .with_help("load the value from its file or text, not from a `Value` or `Record`")
}

#[cold]
fn several(drop: &str) -> Error {
    let detail = "the retained parts come from archives of different programs, which one archive cannot hold";
    Error::new(ErrorKind::Retained, detail).with_help(apart(drop))
}

/// The value's type is not in the schema of the archive that the data was retained from.
#[cold]
fn not_of(schema: &Schema, root: &'static Type, drop: &str) -> Error {
    let (theirs, ours) = (schema.type_name(&schema.root), todays_name(root));
    let detail = format!(
        "the retained parts come from an archive of `{}`, which has no `{}`",
        shown(&theirs),
        shown(&ours)
    );
    Error::new(ErrorKind::Retained, detail)
        .with_help(format!("save the values that were loaded from it separately, or {drop}"))
}

/// Help for data from several origins.
fn apart(drop: &str) -> String {
    format!("save what comes from each separately, or {drop}")
}

#[cold]
fn file_and_text(drop: &str) -> Error {
    let detail = "some parts were retained from a file and others from a text, which one archive cannot hold";
    Error::new(ErrorKind::Retained, detail).with_help(apart(drop))
}

#[cold]
fn text_and_json(drop: &str) -> Error {
    let detail =
        "some parts were retained from a text and others from JSON, which one archive cannot hold";
    Error::new(ErrorKind::Retained, detail).with_help(apart(drop))
}

#[cold]
fn other_versions(one: &FromText, other: &FromText, drop: &str) -> Error {
    let shown = |text: &FromText| match text.of.versions.iter().next() {
        Some(_) => format!("states {}", text.of.versions),
        None => "states no versions".to_owned(),
    };
    let detail = format!(
        "some parts were retained from texts of different programs: one {}, another {}",
        shown(one),
        shown(other)
    );
    Error::new(ErrorKind::Retained, detail).with_help(apart(drop))
}
