//! Where what a value retained comes from, and what an archive of it states.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::sync::Arc;

use crate::rows::Retained;
use crate::schema::walk;
use crate::unknown::FromText;
use crate::{Error, ErrorKind, Schema, Type, Unknown, VersionTable};

/// Where all that a value retained comes from.
pub(super) enum Origin<'r> {
    /// Archives with this schema.
    Schema(Arc<Schema>),
    /// Texts that state the same versions.
    Text(&'r FromText),
}

/// Where all of it comes from.
///
/// # Errors
///
/// From several programs, from texts as well as files, or from something that tells neither.
pub(super) fn origin(retained: &Retained) -> Result<Origin<'_>, Error> {
    let mut all = retained.list.iter().map(|it| &it.held).filter(|held| !held.is_empty());
    let first = all.next().ok_or_else(no_schema)?;
    if let Some(text) = first.text() {
        return match all.find_map(|held| text.differs(held)) {
            Some(error) => Err(error),
            None => Ok(Origin::Text(text)),
        };
    }
    let schema = first.schema().ok_or_else(no_schema)?;
    for held in all {
        if held.text().is_some() {
            return Err(file_and_text());
        }
        let other = held.schema().ok_or_else(no_schema)?;
        if !Arc::ptr_eq(other, schema) && **other != **schema {
            return Err(several());
        }
    }
    Ok(Origin::Schema(Arc::clone(schema)))
}

impl FromText {
    /// The error of something that was retained of another text, or of a file.
    fn differs(&self, held: &Unknown) -> Option<Error> {
        match held.text() {
            None if held.schema().is_some() => Some(file_and_text()),
            None => Some(no_schema()),
            Some(other) if other.is_json != self.is_json => Some(text_and_json()),
            Some(other) if Arc::ptr_eq(&other.versions, &self.versions) => None,
            Some(other) if other.versions == self.versions => None,
            Some(other) => Some(other_versions(self, other)),
        }
    }

    /// The versions to be stated: those of the text, but today's of types that are older there.
    ///
    /// # Errors
    ///
    /// Two types have one name.
    pub(super) fn stated(&self, root: &'static Type) -> Result<VersionTable, Error> {
        let mut table = (*self.versions).clone();
        for instance in walk(root, &mut |shape, _| Ok(shape.version))?.values() {
            let shape = instance.shape;
            let stated = self.versions.version_of(shape, false);
            if stated.is_some_and(|stated| stated <= shape.version) {
                for name in shape.names() {
                    table.named.remove(name);
                }
                table.named.insert(shape.name.to_owned(), shape.version);
            }
        }
        Ok(table)
    }

    /// The error of what cannot be said in an archive of the other kind.
    #[cold]
    pub(super) fn other_kind(&self) -> Error {
        let other = if self.is_json { "a text" } else { "JSON or a format of serde" };
        let detail = format!(
            "what was retained comes from {}, and cannot be said in {other}",
            self.source()
        );
        Error::new(ErrorKind::Retained, detail).with_help(self.ways_out(false))
    }
}

#[cold]
fn no_schema() -> Error {
    let detail = "what was retained comes from something without a schema";
    Error::new(ErrorKind::Retained, detail)
}

#[cold]
fn several() -> Error {
    let detail =
        "what was retained comes from archives of several programs, which no one archive holds";
    Error::new(ErrorKind::Retained, detail)
}

/// The ways out of a mixture.
const APART: &str =
    "save the parts apart, or without what was retained by `Options::unknown(Unknown::Skip)`";

#[cold]
fn file_and_text() -> Error {
    let detail =
        "parts of this were retained of a file and others of a text, which no one archive holds";
    Error::new(ErrorKind::Retained, detail).with_help(APART)
}

#[cold]
fn text_and_json() -> Error {
    let detail =
        "parts of this were retained of a text and others of JSON, which no one archive holds";
    Error::new(ErrorKind::Retained, detail).with_help(APART)
}

#[cold]
fn other_versions(one: &FromText, other: &FromText) -> Error {
    let shown = |text: &FromText| match text.versions.iter().next() {
        Some(_) => format!("states {}", text.versions),
        None => "states no versions".to_owned(),
    };
    let detail = format!(
        "parts of this were retained of texts of several programs: one {}, another {}",
        shown(one),
        shown(other)
    );
    Error::new(ErrorKind::Retained, detail).with_help(APART)
}
