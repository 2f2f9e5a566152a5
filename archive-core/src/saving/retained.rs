//! Saves values that retained data of another program's archive.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::classes::Classes;
use super::origin::{Origin, origin};
use super::{Form, Saving};
use crate::columns::{self, Bytes, Most, Plan, Seal, Tree};
use crate::facts::{Edition, EditionRef};
use crate::graph::Trace;
use crate::header::{self, FileForm};
use crate::numbered::Holders;
use crate::rows::{self, Apart, Retained, Said};
use crate::schema::{Differing, Schema};
use crate::traits::SaveRoot;
use crate::value::Value;
use crate::value::newer;
use crate::versions::Versions;
use crate::{Error, ErrorKind, Layout, Limits, UnknownPolicy};

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
                let (edition, rows, _) = self.retained_rows(value, error, None, true)?;
                append_schema(&edition, form, &rows, &self.limits)
            }
            Form::Message | Form::Body if is_skipped => {
                let (_, body, _) = self.retained_rows(value, error, None, true)?;
                let header = self.header(for_stream.then_some(body.rows.len()));
                Ok([&*header, &body.rows].concat())
            }
            _ => Err(error),
        }
    }

    /// The rows of a value with its retained data, and their edition. With links only if `links`. What comes from a
    /// text stays apart from the rows, and can only be shown by the same kind of text: JSON or not (`is_json`).
    #[cold]
    pub(crate) fn retained_rows(
        &self,
        value: &dyn SaveRoot,
        error: Error,
        is_json: Option<bool>,
        links: bool,
    ) -> Result<(EditionRef, Apart, Option<Holders>), Error> {
        let (root, today) = (self.edition.root_type, &self.edition.schema);
        if self.unknown == UnknownPolicy::Skip {
            return self.rows_skipping(value, is_json.is_some(), links);
        }
        if self.is_for_peer {
            return Err(error);
        }
        let (apart, retained) = self.rows_apart(value, Said::All, links)?;
        match (origin(&retained, root), is_json) {
            (Ok(Origin::Text(text)), Some(is_json)) if text.is_json == is_json => {
                let mut edition = Edition::foreign(&newer::with_catches(today), root);
                if !text.of.is_oldest {
                    edition.table = text.stated(root, &retained)?;
                }
                Ok((EditionRef::fresh(edition), apart, Some(Holders::new(retained))))
            }
            (Ok(Origin::Text(text)), Some(_)) => Err(text.other_kind()),
            // `error` is about the first retained data, which comes from a text like all the rest.
            (Ok(Origin::Text(_)), None) => Err(error),
            (Ok(Origin::Schema(schema)), _) => self.say_all((&apart, &retained), Ok(schema), links),
            (Err(error), _) => self.say_all((&apart, &retained), Err(error), links),
        }
    }

    /// Converts rows of today and all retained data to the schema of the `source`, or to today's with the classes of
    /// the source.
    fn say_all(
        &self,
        parts: (&Apart, &Retained),
        source: Result<Arc<Schema>, Error>,
        links: bool,
    ) -> Result<(EditionRef, Apart, Option<Holders>), Error> {
        let by_source = || self.say(parts, &*source?, &Differing::default(), links);
        let classes = Classes::of(parts.1, self.edition.root_type, &self.edition.schema)?;
        let Some(Classes { all, is_today }) = classes else { return by_source() };
        let by_classes = || self.say(parts, &all.schema, &all.differing, links);
        if is_today {
            return by_source().or_else(|_| by_classes());
        }
        // Today's values may mean something else in an older schema.
        by_classes().or_else(|error| by_source().map_err(|_| error))
    }

    /// The rows of a value without the fields that it retained. Objects of unknown classes cannot be left out, and are
    /// saved if the archive has a schema.
    fn rows_skipping(
        &self,
        value: &dyn SaveRoot,
        is_shown: bool,
        links: bool,
    ) -> Result<(EditionRef, Apart, Option<Holders>), Error> {
        let (root, today) = (self.edition.root_type, &self.edition.schema);
        let error = match self.rows_apart(value, Said::Nothing, links) {
            Ok((apart, _)) => return Ok((EditionRef::foreign(today, root), apart, None)),
            Err(error) => error,
        };
        let has_schema = is_shown || matches!(self.form, Form::File(form) if form.schema);
        if error.kind() != ErrorKind::Retained || self.is_for_peer || !has_schema {
            return Err(error);
        }
        let (apart, retained) = self.rows_apart(value, Said::Variants, links)?;
        match Classes::of(&retained, root, today)? {
            Some(Classes { all, .. }) => {
                self.say((&apart, &retained), &all.schema, &all.differing, links)
            }
            // What comes from a text has advice of its own.
            None if retained.list.iter().any(|it| it.held.text().is_some()) => Err(error),
            None => Err(error.with_help(
                "put another value in its place, or save the archive without `Unknown::Skip`",
            )),
        }
    }

    /// Converts rows of today to a schema in which the retained data has a place.
    fn say(
        &self,
        (apart, retained): (&Apart, &Retained),
        schema: &Schema,
        differing: &Differing,
        links: bool,
    ) -> Result<(EditionRef, Apart, Option<Holders>), Error> {
        let (root, today) = (self.edition.root_type, &self.edition.schema);
        // Even if today's types have no shared objects, the archive's types may.
        let links = links && (self.is_linked || self.edition.tables.is_empty());
        let schemas = (schema, differing, today);
        let said = newer::say((apart, retained.clone()), root, schemas, links, &self.limits)?;
        Ok((EditionRef::foreign(schema, root), said, None))
    }

    /// The rows of a value, and separately its retained data.
    fn rows_apart(
        &self,
        value: &dyn SaveRoot,
        said: Said,
        links: bool,
    ) -> Result<(Apart, Retained), Error> {
        if !links || !self.is_linked {
            let versions = self.versions().unwrap_or(Versions::TODAY);
            return rows::write_apart(value.rows(), versions, &self.limits, said);
        }
        let edition: &Edition = &self.edition;
        let (count, table_of) = (edition.tables.len(), |ty| edition.table_of(ty));
        let (versions, limits) = (self.versions(), &self.limits);
        let traced = Trace::graph_apart(value.rows(), versions, limits, said, count, &table_of);
        let (graph, retained) = traced?;
        let mut rows = Bytes::default();
        graph.append_rows(&mut rows)?;
        let (rows, sequence) = (rows.into_vec(), graph.sequence()?);
        Ok((Apart { rows, is_linked: true, sequence }, retained))
    }
}

/// Saves rows of an edition as a file, by the schema alone.
pub(crate) fn append_schema(
    edition: &Edition,
    form: FileForm,
    body: &Apart,
    limits: &Limits,
) -> Result<Vec<u8>, Error> {
    let Apart { rows, is_linked, .. } = body;
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
            let plan = Plan::whole(schema, Tree::new(schema, Most::OWN, *is_linked)?);
            let seal = Seal { codec: form.codec, checksum: form.checksum };
            columns::append_tree(&tree, schema, &plan, seal, &mut out)?
        }
        Layout::Rows => {
            let mut body = Vec::new();
            form.codec.compress(rows, &mut body)?;
            out.extend_long(&body);
            (if form.checksum { crc32fast::hash(&body) } else { 0 }, rows.len())
        }
    };
    let mut out = out.into_vec();
    let len = out.len().saturating_sub(start);
    header::seal_file(out.get_mut(..start).unwrap_or_default(), len, raw_len, crc);
    Ok(out)
}
