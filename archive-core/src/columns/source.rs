//! Where the blocks of a body are read from, and how its directory is found (FORMAT.md §7.4).

use alloc::borrow::Cow;

use super::{Block, BodySize, Directory, Seal, TAIL, damaged};
use crate::Error;
use crate::open::{BodyForm, wrong_checksum};

/// Where the blocks of a body are read from.
pub(crate) trait Source<'a> {
    /// The stored bytes of a block.
    ///
    /// # Errors
    ///
    /// They cannot be read.
    fn block(&mut self, block: &Block) -> Result<Cow<'a, [u8]>, Error>;
}

/// A body that is in memory.
impl<'a> Source<'a> for &'a [u8] {
    fn block(&mut self, block: &Block) -> Result<Cow<'a, [u8]>, Error> {
        Ok(Cow::Borrowed(self.get(block.stored.clone()).unwrap_or_default()))
    }
}

/// Where the directory starts within `end`, the last bytes of a body.
///
/// # Errors
///
/// It starts before `end`.
fn directory_start(end: &[u8], body: &BodySize, form: BodyForm) -> Result<usize, Error> {
    let cut = || longer(body, form);
    let (start, tail) = end.split_last_chunk::<TAIL>().ok_or_else(cut)?;
    let len = usize::try_from(u32::from_le_bytes(*tail)).unwrap_or(usize::MAX);
    start.len().checked_sub(len).ok_or_else(cut)
}

/// The length of a directory exceeds the body, so it was damaged. With a checksum, that is a wrong checksum, like any
/// other damage of the directory.
#[cold]
pub(crate) fn longer(body: &BodySize, form: BodyForm) -> Error {
    match form.crc {
        Some(_) => wrong_checksum(body.offset.saturating_add(body.stored).saturating_sub(TAIL)),
        None => damaged("the body is too short", body),
    }
}

/// Reads the directory of a body, whose last bytes are given.
///
/// # Errors
///
/// It is damaged, or does not belong to a schema with so many columns.
pub(crate) fn directory(
    bytes: &[u8],
    columns: usize,
    body: BodySize,
    form: BodyForm,
) -> Result<Directory, Error> {
    let from = directory_start(bytes, &body, form)?;
    let (directory, checked) =
        (bytes.get(from..bytes.len().saturating_sub(TAIL)), bytes.get(from..));
    if form.crc.is_some_and(|crc| crc32fast::hash(checked.unwrap_or_default()) != crc) {
        let start = body.offset.saturating_add(body.stored).saturating_sub(bytes.len());
        return Err(wrong_checksum(start.saturating_add(from)));
    }
    let seal = Seal { codec: form.codec, checksum: form.crc.is_some() };
    Directory::read(directory.unwrap_or_default(), columns, seal, &body)
}
