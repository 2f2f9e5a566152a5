//! Values as bytes in memory.

use alloc::vec::Vec;

use super::Options;
use super::peer::{Agreed, Peer};
use crate::declared;
use crate::facts::{self, Edition, Facts};
use crate::header::FileForm;
use crate::message;
use crate::open;
use crate::rows;
use crate::saving::{Form, Saving};
use crate::traits::SaveRoot;
use crate::{Context, Deserialize, Error, Lend, SchemaPolicy, Serialize, UnknownPolicy};

impl Options {
    /// Saves a value to bytes.
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be represented in an archive, is nested too deeply, or cannot be expressed in the
    /// version it is written for.
    pub fn to_vec<T: Serialize + ?Sized>(&self, value: &T) -> Result<Vec<u8>, Error> {
        declared::checked(self.root_to_vec(&value), &value, &self.limits)
    }

    fn root_to_vec(&self, value: &dyn SaveRoot) -> Result<Vec<u8>, Error> {
        if let Some(header) = self.plain_header(value.facts()?) {
            // If this fails, the general code below tries again and says why.
            if let Ok(bytes) = self.plain_message(header, value) {
                return Ok(bytes);
            }
        }
        self.saving(value)?.to_vec(value, false)
    }

    /// A message at today's versions, whose header is known.
    fn plain_message(&self, header: &[u8], value: &dyn SaveRoot) -> Result<Vec<u8>, Error> {
        let limits = &self.limits;
        let len = rows::size(value.rows(), None, limits)?;
        let mut out = crate::limits::room(header.len().saturating_add(len))?;
        out.extend_from_slice(header);
        rows::append_sized(value.rows(), None, limits, len, &mut out)?;
        Ok(out)
    }

    /// Returns the number of bytes that [`to_vec`](Self::to_vec) would return. For columns, compressed archives
    /// and values with shared objects, this takes as long as saving.
    ///
    /// # Errors
    ///
    /// Fails like [`to_vec`](Self::to_vec).
    pub fn encoded_len<T: Serialize + ?Sized>(&self, value: &T) -> Result<usize, Error> {
        declared::checked(self.saving(&value)?.encoded_len(&value), &value, &self.limits)
    }

    /// Saves a value to the front of a buffer and returns the number of bytes written.
    ///
    /// # Errors
    ///
    /// Fails like [`to_vec`](Self::to_vec), or if the buffer is too short: the error then reports the length
    /// [`needed`](Error::needed), and the buffer's contents are unspecified.
    pub fn write_into<T: Serialize + ?Sized>(
        &self,
        value: &T,
        buffer: &mut [u8],
    ) -> Result<usize, Error> {
        let written = match self.write_message(value, buffer) {
            Some(Ok(len)) => Ok(len),
            // Only with `Skip` may the value still be written, without its retained data.
            Some(Err(error)) if self.unknown != UnknownPolicy::Skip => {
                Err(self.saving(&value)?.not_written(error, &value, buffer.len()))
            }
            _ => self.saving(&value)?.write_into(&value, buffer),
        };
        declared::checked(written, &value, &self.limits)
    }

    /// Writes a message at today's versions, whose header is known, to the front of a buffer. Returns its length;
    /// `None` if the options ask for something else, or if the header does not fit.
    #[inline]
    pub(crate) fn write_message<T: Serialize + ?Sized>(
        &self,
        value: &T,
        buffer: &mut [u8],
    ) -> Option<Result<usize, Error>> {
        let header = match facts::of::<T>() {
            Ok(facts) => self.plain_header(facts)?,
            Err(error) => return Some(Err(error)),
        };
        let space = buffer.len();
        let room = message::put(header, buffer)?;
        let left = rows::write_today(value, &self.limits, room);
        Some(left.map(|left| space.saturating_sub(left)))
    }

    /// The header that all values of a type have, if they are saved as messages at today's versions without tables.
    #[inline]
    fn plain_header(&self, facts: &'static Facts) -> Option<&'static [u8]> {
        let today = &facts.today;
        if !self.is_message || !today.tables.is_empty() {
            return None;
        }
        self.peer.plain_header(facts)
    }

    /// The agreed versions, if messages have no header.
    #[inline]
    pub(crate) fn get_agreed(&self) -> Option<&Agreed> {
        match &self.peer {
            Peer::Agreed(agreed) if self.is_message => Some(agreed),
            _ => None,
        }
    }

    /// Whether the shared objects of an edition are saved once, in tables.
    pub(crate) fn links(&self, edition: &Edition) -> bool {
        !self.by_value && !edition.tables.is_empty()
    }

    /// Loads a value, which may borrow from the bytes.
    ///
    /// # Errors
    ///
    /// Fails unless the bytes are exactly one archive of a `T` whose version this program reads.
    pub fn from_slice<'a, T: Deserialize<'a>>(&self, bytes: &'a [u8]) -> Result<T, Error> {
        open::load(bytes, self, Context::empty())
    }

    /// Loads a value, lending `context` to its hooks, converters and handles.
    ///
    /// # Errors
    ///
    /// Fails like [`from_slice`](Self::from_slice).
    pub fn from_slice_with<'a, T: Deserialize<'a>>(
        &self,
        bytes: &'a [u8],
        mut context: impl Lend,
    ) -> Result<T, Error> {
        open::load(bytes, self, Context::of(&mut context))
    }

    /// How to save a value. Checks that the options are possible.
    pub(crate) fn saving(&self, value: &dyn SaveRoot) -> Result<Saving, Error> {
        let facts = value.facts()?;
        let edition = self.peer.edition(facts)?;
        let is_linked = self.links(&edition);
        let form = match &self.peer {
            Peer::Agreed(_) if self.is_message => Form::Body,
            _ if self.is_message => Form::Message,
            _ => Form::File(FileForm {
                is_linked,
                layout: self.layout,
                codec: self.compression.codec(),
                schema: self.schema == SchemaPolicy::Embed,
                checksum: self.checksum,
            }),
        };
        let is_for_peer = !matches!(self.peer, Peer::Any);
        let (limits, unknown) = (self.limits, self.unknown);
        Ok(Saving { edition, form, is_linked, limits, unknown, is_for_peer })
    }
}
