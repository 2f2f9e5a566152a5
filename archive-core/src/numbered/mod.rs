//! Rows with shared objects, prepared for formats that show objects by number: texts, JSON and serde.
//!
//! An object with one link is shown in place, as if it were owned. An object with several links gets a number and is
//! shown separately, and its links show the number (FORMAT.md §8).

mod choose;
mod of_archive;
mod retained;
mod scan;

use alloc::vec::Vec;

use crate::omitted::Omitted;
use crate::rows::objects;
use crate::rows::{Body, Reader, State};
use crate::schema::{Schema, Shared, TypeRef};
use crate::versions::Versions;
use crate::{Context, Error, ErrorKind, InputArchive, Limits};

pub(crate) use of_archive::of_archive;
pub(crate) use retained::{Holders, Meeting, Place};

/// The rows of a value that is to be shown.
pub(crate) struct Shown {
    pub(crate) rows: Vec<u8>,
    /// Whether shared objects are in tables after the value.
    pub(crate) is_linked: bool,
    /// The table and row of each object, after all objects that must exist when it is built. Empty if that order is
    /// unknown and only the tables are given.
    pub(crate) sequence: Vec<(usize, usize)>,
    /// The data that the value retained of a text, which is shown with it.
    pub(crate) holders: Option<Holders>,
    /// The defaults of fields that are left out if they hold them.
    pub(crate) omitted: Option<Omitted>,
}

impl Shown {
    /// Rows without tables.
    pub(crate) fn plain(rows: Vec<u8>) -> Self {
        Self { rows, is_linked: false, sequence: Vec::new(), holders: None, omitted: None }
    }
}

/// Rows, split into the value and the objects in its tables.
pub(crate) struct Numbered<'r> {
    /// The rows of the value itself.
    pub(crate) value: &'r [u8],
    /// Whether the rows contain links.
    is_linked: bool,
    /// The type of each table, and the index of its first object.
    tables: Vec<(&'r TypeRef, usize)>,
    objects: Vec<Object<'r>>,
    /// The indices of the objects that have numbers, in the order in which they are listed.
    listed: Vec<usize>,
}

/// A shared object.
pub(crate) struct Object<'r> {
    pub(crate) ty: &'r TypeRef,
    /// Its table, and its row in the table.
    pub(crate) place: Place,
    /// Its rows.
    pub(crate) rows: &'r [u8],
    /// Its number, from 1; or 0 if it is shown in place of the only link to it.
    pub(crate) number: u32,
}

impl<'r> Numbered<'r> {
    /// Splits rows of a schema and numbers the objects in the order in which a text shows their links.
    ///
    /// # Errors
    ///
    /// The bytes are not valid rows of the schema.
    pub(crate) fn new(
        schema: &'r Schema,
        shown: &'r Shown,
        limits: &Limits,
    ) -> Result<Self, Error> {
        let (rows, is_linked) = (&*shown.rows, shown.is_linked);
        let shared = if is_linked { schema.shared() } else { Shared::default() };
        if shared.is_empty() {
            let (tables, objects, listed) = (Vec::new(), Vec::new(), Vec::new());
            return Ok(Self { value: rows, is_linked: false, tables, objects, listed });
        }
        let body = Body { bytes: rows, offset: 0, weight: usize::MAX };
        let (sections, value) = objects::split(body, shared.len())?;
        let mut state = State::with_budget(limits, usize::MAX, Context::empty());
        let versions = Versions::default();
        let reader = Reader::resume(value, rows.len(), &versions, limits.depth, &mut state);
        let mut scan = scan::Scan::new(reader, schema, limits.depth);
        let (mut tables, mut objects) = (Vec::new(), Vec::new());
        for (table, (ty, section)) in shared.iter().zip(&sections).enumerate() {
            tables.push((ty, objects.len()));
            scan.go_to(section.bytes);
            for row in 0..section.len {
                let before = scan.left();
                scan.object(ty)?;
                let len = before.len().saturating_sub(scan.left().len());
                let rows = before.get(..len).unwrap_or_default();
                let place = Some((table, row));
                objects.push(Object { ty, place, rows, number: 0 });
            }
        }
        scan.go_to(value);
        scan.object(&schema.root)?;
        let found = scan.finish(&tables, &shown.sequence)?;
        let listed = choose::number(&mut objects, &found, limits.depth);
        Ok(Self { value, is_linked, tables, objects, listed })
    }

    /// Reads the next link in rows and returns its object, if a shared value of type `ty` is a link here.
    ///
    /// # Errors
    ///
    /// The rows end there, or the link is invalid.
    pub(crate) fn link(
        &self,
        ty: &TypeRef,
        rows: &mut Reader<'_, '_, '_>,
    ) -> Result<Option<&Object<'r>>, Error> {
        if !self.is_linked {
            return Ok(None);
        }
        let row = usize::try_from(rows.u32()?).unwrap_or(usize::MAX);
        let table = self.tables.iter().find(|(known, _)| *known == ty);
        let object = table.and_then(|(_, first)| self.objects.get(first.checked_add(row)?));
        object.map(Some).ok_or_else(leads_nowhere)
    }

    /// The numbered objects, in the order in which they are listed.
    pub(crate) fn listed(&self) -> impl ExactSizeIterator<Item = &Object<'r>> {
        self.listed.iter().map(|at| self.objects.get(*at).unwrap_or(&NOTHING))
    }
}

/// A placeholder for an object that does not exist, which never happens.
static NOTHING: Object<'static> = Object {
    ty: &TypeRef::Primitive(crate::PrimitiveKind::Unit),
    place: None,
    rows: &[],
    number: 0,
};

#[cold]
pub(crate) fn leads_nowhere() -> Error {
    Error::new(ErrorKind::InvalidLink, "a link leads to no object")
}
