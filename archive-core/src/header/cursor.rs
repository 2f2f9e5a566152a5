//! A position in a header.

use alloc::format;

use crate::{Error, ErrorKind, varint};

/// A position in a header.
pub(super) struct Cursor<'a> {
    all: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub(super) fn new(all: &'a [u8]) -> Self {
        Self { all, rest: all }
    }

    pub(super) fn at(&self) -> usize {
        self.all.len().saturating_sub(self.rest.len())
    }

    #[cold]
    pub(super) fn invalid(&self, detail: &'static str) -> Error {
        let error = Error::new(ErrorKind::InvalidValue, detail);
        error.at_offset(u64::try_from(self.at()).unwrap_or(u64::MAX))
    }

    pub(super) fn take(&mut self, len: usize) -> Result<&'a [u8], Error> {
        let needed = self.at().saturating_add(len);
        let (bytes, rest) =
            self.rest.split_at_checked(len).ok_or_else(|| truncated(self.all.len(), needed))?;
        self.rest = rest;
        Ok(bytes)
    }

    /// Passes over `expected`, if it comes next.
    pub(super) fn skip(&mut self, expected: &[u8]) -> bool {
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let bytes = self.take(N)?;
        <[u8; N]>::try_from(bytes).map_err(|_| self.invalid("the header has the wrong size"))
    }

    pub(super) fn varint(&mut self) -> Result<u64, Error> {
        let at = u64::try_from(self.at()).unwrap_or(u64::MAX);
        varint::read(&mut self.rest).map_err(|error| error.at_offset(at))
    }

    /// Reads a version, which must be above `floor`.
    pub(super) fn version(&mut self, floor: u32) -> Result<u32, Error> {
        let version = u32::try_from(self.varint()?).ok().filter(|version| *version > floor);
        version.ok_or_else(|| self.invalid("the header has an invalid version"))
    }

    /// Reads a number of entries, each of which takes at least two bytes.
    pub(super) fn count(&mut self) -> Result<usize, Error> {
        let count = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        if count > self.rest.len() / 2 {
            return Err(Error::new(
                ErrorKind::Length,
                "the version table claims more entries than there are bytes for",
            ));
        }
        Ok(count)
    }

    pub(super) fn bytes(&mut self) -> Result<&'a [u8], Error> {
        let len = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        self.take(len)
    }

    pub(super) fn text(&mut self) -> Result<&'a str, Error> {
        let bytes = self.bytes()?;
        core::str::from_utf8(bytes).map_err(|_| self.invalid("a name is not valid UTF-8"))
    }

    pub(super) fn finish(&self) -> Result<(), Error> {
        if self.rest.is_empty() {
            return Ok(());
        }
        Err(self.invalid("the header is longer than its content"))
    }
}

#[cold]
pub(super) fn truncated(len: usize, needed: usize) -> Error {
    let detail =
        format!("the header ends too early: {needed} bytes are expected, but there are {len}");
    Error::new(ErrorKind::Truncated, detail).at_offset(u64::try_from(len).unwrap_or(u64::MAX))
}
