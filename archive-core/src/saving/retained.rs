//! Saves values that retained data of another program's archive.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::origin::{Origin, origin};
use super::{Form, Saving};
use crate::codec::Codec;
use crate::columns::{self, Bytes, Plan, Seal, Tree};
use crate::facts::{Edition, EditionRef, MOST_PLACES};
use crate::graph::Trace;
use crate::header::{self, FileForm};
use crate::numbered::{Holders, Shown};
use crate::rows::{self, Apart, Retained};
use crate::traits::SaveRoot;
use crate::value::Value;
use crate::value::newer;
use crate::versions::Versions;
use crate::{Error, Layout, Limits, Schema, UnknownPolicy};

/// How values that retained data are saved.
impl Saving {
    /// Saves a value to bytes, with or without its retained data, as the options say. Returns `error` if the data
    /// cannot be saved.
    #[cold]
    #[inline(never)]
    pub(super) fn retained(
        &self,
        value: &dyn SaveRoot,
        for_stream: bool,
        error: Error,
    ) -> Result<Vec<u8>, Error> {
        let is_skipped = self.unknown == UnknownPolicy::Skip;
        match self.form {
            Form::File(form) if form.schema || is_skipped => {
                let (edition, rows) = self.retained_rows(value, error, true)?;
                append_schema(&edition, form, &rows, &self.limits)
            }
            Form::Message | Form::Body if is_skipped => {
                let (_, body) = self.retained_rows(value, error, true)?;
                let header = self.header(for_stream.then_some(body.rows.len()));
                Ok([&*header, &body.rows].concat())
            }
            _ => Err(error),
        }
    }

    /// The rows of a value with its retained data, and their edition. With links only if `links`.
    #[cold]
    pub(crate) fn retained_rows(
        &self,
        value: &dyn SaveRoot,
        error: Error,
        links: bool,
    ) -> Result<(EditionRef, Apart), Error> {
        if self.unknown == UnknownPolicy::Skip {
            return self.skipped_rows(value, links);
        }
        if self.is_for_peer {
            return Err(error);
        }
        let (apart, retained) = self.rows_apart(value, true, links)?;
        match origin(&retained, self.edition.root_type)? {
            Origin::Schema(schema) => self.said((&apart, retained), &schema, links),
            // `error` is about the first retained data, which comes from a text like all the rest.
            Origin::Text(_) => Err(error),
        }
    }

    /// Prepares a value with its retained data to be shown as JSON or text. With links only if `links`.
    #[cold]
    pub(crate) fn retained_shown(
        &self,
        value: &dyn SaveRoot,
        error: Error,
        (is_json, links): (bool, bool),
    ) -> Result<(EditionRef, Shown), Error> {
        let plain = |(edition, body): (EditionRef, Apart)| {
            let Apart { rows, is_linked } = body;
            (edition, Shown { is_linked, ..Shown::plain(rows) })
        };
        if self.unknown == UnknownPolicy::Skip {
            return self.skipped_rows(value, links).map(plain);
        }
        if self.is_for_peer {
            return Err(error);
        }
        let (apart, retained) = self.rows_apart(value, true, links)?;
        let text = match origin(&retained, self.edition.root_type)? {
            Origin::Schema(schema) => {
                return self.said((&apart, retained), &schema, links).map(plain);
            }
            Origin::Text(text) if text.is_json != is_json => return Err(text.other_kind()),
            Origin::Text(text) => text,
        };
        let root = self.edition.root_type;
        let mut edition = Edition::foreign(&newer::with_catches(&self.edition.schema), root);
        edition.table = text.stated(root)?;
        let holders = Some(Holders::new(retained));
        let Apart { rows, is_linked } = apart;
        let shown = Shown { is_linked, holders, ..Shown::plain(rows) };
        Ok((EditionRef::fresh(edition), shown))
    }

    /// The rows of a value without its retained data.
    fn skipped_rows(
        &self,
        value: &dyn SaveRoot,
        links: bool,
    ) -> Result<(EditionRef, Apart), Error> {
        let (apart, _) = self.rows_apart(value, false, links)?;
        Ok((EditionRef::foreign(&self.edition.schema, self.edition.root_type), apart))
    }

    /// Rows by the schema of the archive that they were loaded from.
    fn said(
        &self,
        apart: (&Apart, Retained),
        schema: &Arc<Schema>,
        links: bool,
    ) -> Result<(EditionRef, Apart), Error> {
        let root = self.edition.root_type;
        // Even if today's types have no shared objects, the archive's types may.
        let links = links && (self.is_linked || self.edition.tables.is_empty());
        let today = &self.edition.schema;
        let said = newer::say(apart, root, (schema, today), links, &self.limits)?;
        Ok((EditionRef::foreign(schema, root), said))
    }

    /// The rows of a value, and separately its retained data.
    fn rows_apart(
        &self,
        value: &dyn SaveRoot,
        is_said: bool,
        links: bool,
    ) -> Result<(Apart, Retained), Error> {
        if !links || !self.is_linked {
            let versions = self.versions().unwrap_or(Versions::TODAY);
            return rows::write_apart(value.rows(), versions, &self.limits, is_said);
        }
        let edition: &Edition = &self.edition;
        let (count, table_of) = (edition.tables.len(), |ty| edition.table_of(ty));
        let (versions, limits) = (self.versions(), &self.limits);
        let traced = Trace::graph_apart(value.rows(), versions, limits, is_said, count, &table_of);
        let (graph, retained) = traced?;
        let mut rows = Bytes::default();
        graph.append_rows(&mut rows)?;
        Ok((Apart { rows: rows.into_vec(), is_linked: true }, retained))
    }
}

/// Saves rows of an edition as a file, by the schema alone.
pub(crate) fn append_schema(
    edition: &Edition,
    form: FileForm,
    body: &Apart,
    limits: &Limits,
) -> Result<Vec<u8>, Error> {
    let Apart { rows, is_linked } = body;
    let mut header = Vec::new();
    header::write_file(&mut header, edition, FileForm { is_linked: *is_linked, ..form });
    let start = header.len();
    let mut out = Bytes::default();
    out.extend_long(&header);
    let (crc, raw_len) = match form.layout {
        Layout::Columns => {
            let schema = &edition.schema;
            let mut budget = usize::MAX;
            let tree = Value::from_rows(schema, rows, 0, *is_linked, limits, &mut budget)?;
            let plan = Plan::whole(schema, Tree::new(schema, MOST_PLACES, *is_linked)?);
            let seal = Seal { codec: form.codec, checksum: form.checksum };
            columns::append_tree(&tree, schema, &plan, seal, &mut out)?
        }
        Layout::Rows => {
            let mut body = Vec::new();
            match form.codec {
                Codec::None => body.extend_from_slice(rows),
                codec => codec.compress(rows, &mut body)?,
            }
            out.extend_long(&body);
            (if form.checksum { crc32fast::hash(&body) } else { 0 }, rows.len())
        }
    };
    let mut out = out.into_vec();
    let len = out.len().saturating_sub(start);
    header::seal_file(out.get_mut(..start).unwrap_or_default(), len, raw_len, crc);
    Ok(out)
}
