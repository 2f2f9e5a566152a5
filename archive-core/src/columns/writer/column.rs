//! What has been taken of one spot of a plan.

use alloc::vec::Vec;

use super::texts::Extent;
use crate::columns::bytes::Bytes;
use crate::{Error, ErrorKind};

/// What has been taken of one spot of a plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Column {
    /// The bytes of numbers, texts, tags, or of what options hold.
    pub(crate) data: Bytes,
    /// The lengths of texts, lists and maps, [`LONG`] for those that are in `long`.
    pub(crate) lens: Bytes,
    /// The lengths of [`LONG`] and more.
    pub(crate) long: Vec<u32>,
    /// The sum of the lengths.
    pub(crate) total: usize,
    pub(super) extent: Extent,
}

/// The shortest length that is not in a byte.
pub(crate) const LONG: u8 = u8::MAX;

impl Column {
    pub(crate) fn clear(&mut self) {
        self.data.clear();
        self.lens.clear();
        self.long.clear();
        self.total = 0;
        self.extent = Extent::default();
    }

    #[inline(always)]
    pub(in crate::columns) fn push_len(&mut self, len: usize) -> Result<(), Error> {
        self.total = self.total.saturating_add(len);
        match u8::try_from(len) {
            Ok(len) if len != LONG => {
                self.lens.push([len]);
                Ok(())
            }
            _ => {
                self.lens.push([LONG]);
                self.push_long(len)
            }
        }
    }

    /// Adds a length if it is long.
    #[cold]
    #[inline(never)]
    pub(super) fn push_long(&mut self, len: usize) -> Result<(), Error> {
        if len >= usize::from(LONG) {
            self.long.push(u32::try_from(len).map_err(|_| too_long(len))?);
        }
        Ok(())
    }
}

#[cold]
#[inline(never)]
pub(crate) fn too_long(len: usize) -> Error {
    let detail = alloc::format!("columns hold at most 4294967295 values each, this has {len}");
    Error::new(ErrorKind::Unrepresentable, detail).with_help("write `Layout::Rows`")
}
