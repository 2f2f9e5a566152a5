//! Saves a value to the bytes of an archive.

mod buffer;
mod classes;
mod origin;
pub(crate) mod retained;
mod stated;

pub use buffer::Buffer;

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::codec::Codec;
use crate::columns::{self, Bytes, Scratch, Seal};
use crate::facts::{Edition, EditionRef};
use crate::graph::{Graph, Trace};
use crate::header::{self, FileForm};
use crate::numbered::Shown;
use crate::rows::{self, Apart};
use crate::traits::SaveRoot;
use crate::varint::write_len;
use crate::versions::Versions;
use crate::{Error, ErrorKind, Layout, Limits, UnknownPolicy};

/// The form of a header. A message's header is used whenever it can express the options.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    File(FileForm),
    Message,
    /// No header, by agreement. In a stream, only the length of the body.
    Body,
}

/// How a value is saved: its edition and the form of the archive.
pub(crate) struct Saving {
    pub(crate) edition: EditionRef,
    pub(crate) form: Form,
    /// Whether shared objects are saved once, in tables.
    pub(crate) is_linked: bool,
    pub(crate) limits: Limits,
    pub(crate) unknown: UnknownPolicy,
    /// Whether exactly the requested versions must be written.
    pub(crate) is_for_peer: bool,
}

impl Saving {
    fn versions(&self) -> Option<&Versions> {
        match self.unknown {
            UnknownPolicy::Skip => self.edition.past_lossy(),
            UnknownPolicy::Error | UnknownPolicy::Retain => self.edition.past(),
        }
    }

    /// Whether the archive can be written in place: rows without a codec and without tables.
    fn is_plain(&self) -> bool {
        match self.form {
            _ if self.is_linked => false,
            Form::Message | Form::Body => true,
            Form::File(form) => form.layout == Layout::Rows && form.codec == Codec::None,
        }
    }

    /// The header for a body that is not written yet. Only messages in streams need its length.
    #[inline]
    fn header(&self, body_len: Option<usize>) -> Cow<'_, [u8]> {
        let mut out = Vec::new();
        match (self.form, body_len) {
            (Form::Message, None) if self.is_linked || self.edition.tables.is_empty() => {
                return Cow::Borrowed(&self.edition.message_header);
            }
            (Form::Body, None) => return Cow::Borrowed(&[]),
            (Form::Body, Some(len)) => write_len(&mut out, len),
            (Form::Message, len) => {
                header::write_message(&mut out, &self.edition, len, self.is_linked);
            }
            (Form::File(form), _) => header::write_file(&mut out, &self.edition, form),
        }
        Cow::Owned(out)
    }

    /// Completes the header, of `header` bytes, of an archive of uncompressed rows.
    fn seal(&self, archive: &mut [u8], header: usize) {
        let parts = archive.split_at_mut_checked(header);
        if let (Form::File(form), Some((header, body))) = (self.form, parts) {
            let crc = if form.checksum { crc32fast::hash(body) } else { 0 };
            header::seal_file(header, body.len(), body.len(), crc);
        }
    }

    /// Saves to bytes. With `for_stream`, they include their length if a stream needs it.
    pub(crate) fn to_vec(&self, value: &dyn SaveRoot, for_stream: bool) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        let written = if self.is_plain() {
            self.append_rows(value, for_stream, &mut out)
        } else {
            let mut bytes = Bytes::default();
            let written = self.append(value, for_stream, &mut Scratch::default(), &mut bytes);
            out = bytes.into_vec();
            written
        };
        match written {
            Err(error) if error.kind() == ErrorKind::Retained => {
                self.retained(value, for_stream, error)
            }
            written => written.map(|()| out),
        }
    }

    fn append_rows(
        &self,
        value: &dyn SaveRoot,
        for_stream: bool,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        if let Some(versions) = self.versions().filter(|_| !for_stream) {
            let header = self.header(None);
            let start = header.len();
            out.extend_from_slice(&header);
            rows::append_past(value.rows(), versions, &self.limits, out)?;
            self.seal(out, start);
            return Ok(());
        }
        let len = rows::size(value.rows(), self.versions(), &self.limits)?;
        let header = self.header(for_stream.then_some(len));
        let start = header.len();
        *out = crate::limits::room(start.saturating_add(len))?;
        out.extend_from_slice(&header);
        rows::append_sized(value.rows(), self.versions(), &self.limits, len, out)?;
        self.seal(out, start);
        Ok(())
    }

    /// The shared objects of a value, if they are saved in tables. With `as_rows`, they are encoded in rows already.
    pub(crate) fn graph(
        &self,
        value: &dyn SaveRoot,
        as_rows: bool,
    ) -> Result<Option<Graph>, Error> {
        if self.is_linked { self.objects(value, as_rows).map(Some) } else { Ok(None) }
    }

    /// Like [`graph`](Self::graph), if objects are known to be saved in tables.
    fn objects(&self, value: &dyn SaveRoot, as_rows: bool) -> Result<Graph, Error> {
        let edition: &Edition = &self.edition;
        let table_of = |ty| edition.table_of(ty);
        let count = edition.tables.len();
        Trace::graph(value.rows(), self.versions(), &self.limits, as_rows, count, &table_of)
    }

    /// The body of an archive in rows.
    pub(crate) fn body_rows(&self, value: &dyn SaveRoot) -> Result<Vec<u8>, Error> {
        let Some(graph) = self.graph(value, true)? else {
            let (mut out, limits) = (Vec::new(), &self.limits);
            match self.versions() {
                Some(versions) => rows::append_past(value.rows(), versions, limits, &mut out)?,
                None => {
                    let len = rows::size(value.rows(), None, limits)?;
                    rows::append_sized(value.rows(), None, limits, len, &mut out)?;
                }
            }
            return Ok(out);
        };
        let mut raw = Bytes::default();
        graph.append_rows(&mut raw)?;
        Ok(raw.into_vec())
    }

    /// Prepares a value to be shown as JSON or text. With links only if `links`.
    pub(crate) fn shown(
        self,
        value: &dyn SaveRoot,
        is_json: bool,
        links: bool,
    ) -> Result<(Self, Shown), Error> {
        match self.shown_rows(value) {
            Ok(shown) => Ok((self, shown)),
            Err(error) if error.kind() == ErrorKind::Retained => {
                let (edition, apart, holders) =
                    self.retained_rows(value, error, Some(is_json), links)?;
                let Apart { rows, is_linked, .. } = apart;
                let shown = Shown { is_linked, holders, ..Shown::plain(rows) };
                Ok((Self { edition, ..self }, shown))
            }
            Err(error) => Err(error),
        }
    }

    /// The rows of a value, for formats that show objects by number.
    fn shown_rows(&self, value: &dyn SaveRoot) -> Result<Shown, Error> {
        let Some(graph) = self.graph(value, true)? else {
            return self.body_rows(value).map(Shown::plain);
        };
        let mut rows = Bytes::default();
        graph.append_rows(&mut rows)?;
        let (rows, sequence) = (rows.into_vec(), graph.sequence()?);
        Ok(Shown { is_linked: true, sequence, ..Shown::plain(rows) })
    }

    /// Appends an archive in columns, in compressed rows, or with tables.
    fn append(
        &self,
        value: &dyn SaveRoot,
        for_stream: bool,
        scratch: &mut Scratch,
        out: &mut Bytes,
    ) -> Result<(), Error> {
        let Form::File(form) = self.form else {
            return self.append_message(value, for_stream, out);
        };
        scratch.header.clear();
        header::write_file(&mut scratch.header, &self.edition, form);
        out.extend_long(&scratch.header);
        let start = out.len();
        let (crc, raw_len) = match form.layout {
            Layout::Columns => {
                let seal = Seal { codec: form.codec, checksum: form.checksum };
                let plan = self.edition.columns(self.is_linked)?;
                let (versions, limits) = (self.versions(), &self.limits);
                let mut graph = self.graph(value, false)?;
                columns::append(
                    value,
                    plan,
                    (versions, limits, graph.as_mut()),
                    seal,
                    scratch,
                    out,
                )?
            }
            Layout::Rows => {
                let len = self.append_body(value, form.codec, out)?;
                let body = out.as_slice().get(start..).unwrap_or_default();
                (if form.checksum { crc32fast::hash(body) } else { 0 }, len)
            }
        };
        let len = out.len().saturating_sub(start);
        header::seal_file(
            out.as_mut_slice().get_mut(..start).unwrap_or_default(),
            len,
            raw_len,
            crc,
        );
        Ok(())
    }

    /// Appends the body in rows, compressed. Returns its length before compression.
    fn append_body(
        &self,
        value: &dyn SaveRoot,
        codec: Codec,
        out: &mut Bytes,
    ) -> Result<usize, Error> {
        let graph = if codec == Codec::None { self.graph(value, true)? } else { None };
        if let Some(graph) = graph {
            let start = out.len();
            graph.append_rows(out)?;
            return Ok(out.len().saturating_sub(start));
        }
        let raw = self.body_rows(value)?;
        let mut body = Vec::new();
        codec.compress(&raw, &mut body)?;
        out.extend_long(&body);
        Ok(raw.len())
    }

    /// Appends a message with tables of shared objects.
    fn append_message(
        &self,
        value: &dyn SaveRoot,
        for_stream: bool,
        out: &mut Bytes,
    ) -> Result<(), Error> {
        let graph = self.objects(value, true)?;
        let len = graph.rows_len();
        let header = self.header(for_stream.then_some(len));
        out.make_ready(header.len().saturating_add(len))?;
        out.extend_long(&header);
        graph.append_rows(out)
    }

    /// The length of an archive of plain rows.
    fn rows_len(&self, value: &dyn SaveRoot) -> Result<usize, Error> {
        let body = rows::size(value.rows(), self.versions(), &self.limits)?;
        Ok(self.header(None).len().saturating_add(body))
    }

    /// The length of what [`to_vec`](Self::to_vec) would return.
    pub(crate) fn encoded_len(&self, value: &dyn SaveRoot) -> Result<usize, Error> {
        if self.is_plain() {
            match self.rows_len(value) {
                Err(error) if error.kind() == ErrorKind::Retained => {}
                len => return len,
            }
        }
        Ok(self.to_vec(value, false)?.len())
    }

    /// Writes an archive to the front of a buffer. Returns its length.
    pub(crate) fn write_into(
        &self,
        value: &dyn SaveRoot,
        buffer: &mut [u8],
    ) -> Result<usize, Error> {
        let space = buffer.len();
        if self.is_plain() {
            let written = self.write_rows(value, buffer);
            match written.map_err(|error| self.not_written(error, value, space)) {
                Err(error) if error.kind() == ErrorKind::Retained => {}
                written => return written,
            }
        }
        let bytes = self.to_vec(value, false)?;
        let Some(room) = buffer.get_mut(..bytes.len()) else {
            return Err(too_short(space, bytes.len()));
        };
        room.copy_from_slice(&bytes);
        Ok(bytes.len())
    }

    /// Completes the error of a value that could not be written into `space` bytes: if they were too few, adds the
    /// number that is needed.
    #[cold]
    #[inline(never)]
    pub(crate) fn not_written(&self, error: Error, value: &dyn SaveRoot, space: usize) -> Error {
        if error.kind() != ErrorKind::BufferTooSmall {
            return error;
        }
        match self.rows_len(value) {
            Ok(needed) if needed <= space => rows::changed(),
            Ok(needed) => too_short(space, needed),
            Err(error) => error,
        }
    }

    /// Writes rows to the front of a buffer. If that is too short, the error has no message yet.
    fn write_rows(&self, value: &dyn SaveRoot, buffer: &mut [u8]) -> Result<usize, Error> {
        let header = self.header(None);
        let space = buffer.len();
        let left = match buffer.split_at_mut_checked(header.len()) {
            Some((start, room)) => {
                start.copy_from_slice(&header);
                rows::write(value.rows(), self.versions(), &self.limits, room)?
            }
            None => return Err(Error::new(ErrorKind::BufferTooSmall, "")),
        };
        let len = space.saturating_sub(left);
        self.seal(buffer.get_mut(..len).unwrap_or_default(), header.len());
        Ok(len)
    }
}

#[cold]
fn too_short(space: usize, needed: usize) -> Error {
    let detail = alloc::format!("the buffer has {space} bytes, but the archive takes {needed}");
    Error::new(ErrorKind::BufferTooSmall, detail).with_needed(needed)
}
