//! Where the bytes of a body come from, and its directory (FORMAT.md §7).

use alloc::borrow::Cow;

use super::{Block, BodySize, Directory, Plan, Seal, TAIL, damaged};
use crate::Error;
use crate::open::{BodyForm, wrong_checksum};

/// Where the blocks of a body come from.
pub(crate) trait Source<'a> {
    /// The bytes of a block as they are stored.
    ///
    /// # Errors
    ///
    /// They are not there.
    fn block(&mut self, block: &Block) -> Result<Cow<'a, [u8]>, Error>;
}

/// A body that is all there.
impl<'a> Source<'a> for &'a [u8] {
    fn block(&mut self, block: &Block) -> Result<Cow<'a, [u8]>, Error> {
        Ok(Cow::Borrowed(self.get(block.stored.clone()).unwrap_or_default()))
    }
}

/// Where the directory starts in the end of a body.
///
/// # Errors
///
/// It starts before.
fn directory_start(end: &[u8], body: &BodySize, form: BodyForm) -> Result<usize, Error> {
    // A length that leads nowhere was damaged, as far as there is a checksum to tell.
    let cut = || match form.crc {
        Some(_) => wrong_checksum(body.offset.saturating_add(body.stored).saturating_sub(TAIL)),
        None => damaged("the body is too short", body),
    };
    let (start, tail) = end.split_last_chunk::<TAIL>().ok_or_else(cut)?;
    let len = usize::try_from(u32::from_le_bytes(*tail)).unwrap_or(usize::MAX);
    start.len().checked_sub(len).ok_or_else(cut)
}

/// The directory of a body, of which the end is given that holds it.
///
/// # Errors
///
/// It is damaged, or is not that of the plan's schema.
pub(crate) fn directory(
    bytes: &[u8],
    plan: &Plan,
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
    Directory::read(directory.unwrap_or_default(), plan.tree.columns, seal, &body)
}
