//! The header of an archive (FORMAT.md §2 and §3).

mod cursor;
mod file;
mod message;
mod names;

use alloc::borrow::ToOwned;
use alloc::format;

use crate::codec::Codec;
use crate::facts::Edition;
use crate::{Error, ErrorKind, Layout, Limits, VersionTable};

use cursor::Cursor;
pub(crate) use file::too_long;
#[cfg(feature = "std")]
pub(crate) use file::{
    FILE_FIXED, check_start, file_header_len, is_file, lost_its_start, most_of_header,
};
pub(crate) use file::{FileForm, seal_file, write_file};
#[cfg(feature = "std")]
pub(crate) use message::MessageParts;
pub(crate) use message::{MESSAGE_FIXED, MESSAGE_MAGIC, write_message};
pub(crate) use names::{file_names, message_table};

/// The contents of a header.
#[derive(Debug)]
pub(crate) struct Header<'a> {
    /// Its own length.
    pub(crate) len: usize,
    pub(crate) fingerprint: u64,
    /// The canonical name of the root type. A message does not have it.
    pub(crate) root: Option<&'a str>,
    /// The version of the root in a message. In a file, it is in the table.
    root_version: u32,
    /// The encoded version table. In a file, the root's name precedes it.
    names: &'a [u8],
    /// The encoded schema, if there is one.
    pub(crate) schema: Option<&'a [u8]>,
    /// The length of the body. `None` if it extends to the end of the input.
    pub(crate) body_len: Option<u64>,
    /// In a file, the length of the body before compression.
    pub(crate) raw_len: u64,
    /// The checksum of the body, or in columns of its directory, if there is one.
    pub(crate) body_crc: Option<u32>,
    pub(crate) layout: Layout,
    pub(crate) codec: Codec,
    /// Whether shared objects are in tables, with links to them.
    pub(crate) is_linked: bool,
}

impl<'a> Header<'a> {
    /// Reads the header at the start of `bytes`.
    ///
    /// # Errors
    ///
    /// There is no header, or it is damaged or larger than the limits allow.
    pub(crate) fn read(bytes: &'a [u8], limits: &Limits) -> Result<Self, Error> {
        Self::read_expected(bytes, limits, None)
    }

    /// Like [`read`](Self::read), but faster if the header has the names of `expected`.
    pub(crate) fn read_expected(
        bytes: &'a [u8],
        limits: &Limits,
        expected: Option<&'static Edition>,
    ) -> Result<Self, Error> {
        match bytes.first() {
            None => Err(Error::new(ErrorKind::Truncated, "the input is empty").at_offset(0)),
            Some(&MESSAGE_MAGIC) => Self::read_message(bytes, limits),
            Some(_) => Self::read_file(bytes, limits, expected),
        }
    }

    /// The versions of the types in the archive.
    pub(crate) fn version_table(&self) -> Result<VersionTable, Error> {
        let mut rest = Cursor::new(self.names);
        let mut table = VersionTable::new();
        if self.root.is_some() {
            rest.text()?;
            file::visit_table(&mut rest, |name, version| {
                table.named.insert(name.to_owned(), version);
            })?;
            return Ok(table);
        }
        table.root = Some(self.root_version);
        if !self.names.is_empty() {
            message::visit_table(&mut rest, |hash, version| {
                table.hashed.insert(hash, version);
            })?;
        }
        Ok(table)
    }

    /// Whether its version table is the same as an edition's.
    pub(crate) fn has_table_of(&self, edition: &Edition) -> bool {
        match self.root {
            Some(_) => self.names == edition.file_names,
            None => {
                self.root_version == edition.root_version && self.names == edition.message_table
            }
        }
    }
}

#[cold]
fn unknown_flags(flags: u8, offset: u64) -> Error {
    let detail =
        format!("the flags {flags:#04x} ask for a feature that this program does not have");
    Error::new(ErrorKind::Unsupported, detail).at_offset(offset)
}
