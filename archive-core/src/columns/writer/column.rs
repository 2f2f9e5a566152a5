//! What has been taken of one spot of a plan.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use super::texts::Extent;
use crate::columns::bytes::Bytes;
use crate::columns::pack::{FEWEST, Known};
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
    /// Texts that come before those in `data`, as long as few of them differ.
    known: Option<Box<Known>>,
}

/// So many of the texts that were taken are looked up at once.
const AT_ONCE: usize = 64;

/// The shortest length that is not in a byte.
pub(crate) const LONG: u8 = u8::MAX;

impl Column {
    pub(crate) fn clear(&mut self) {
        self.data.clear();
        self.lens.clear();
        self.long.clear();
        self.total = 0;
        self.extent = Extent::default();
        if let Some(known) = &mut self.known {
            known.clear();
        }
    }

    /// Gives back the memory behind what has been taken.
    pub(crate) fn fit(&mut self) {
        self.data.fit();
        self.lens.fit();
        if let Some(known) = &mut self.known {
            known.fit();
        }
    }

    /// The bytes that have been taken, a byte for each length included.
    pub(crate) fn size(&self) -> usize {
        let known =
            self.known.as_ref().map_or(0, |known| known.total().saturating_add(known.len()));
        self.data.len().saturating_add(self.lens.len()).saturating_add(known)
    }

    /// The texts, if few of them differ so far and all were looked up.
    pub(crate) fn known(&self) -> Option<&Known> {
        self.known.as_deref().filter(|known| !known.is_over())
    }

    /// Looks up the texts that were taken, where they are enough with so many more; gives `false` if those need not be.
    pub(crate) fn look_up(&mut self, more: usize) -> bool {
        let count = self.lens.len();
        let known = match &mut self.known {
            Some(known) => known,
            None if count.saturating_add(more) < FEWEST => return false,
            known => known.get_or_insert_with(Box::default),
        };
        if known.is_over() {
            return false;
        }
        count == 0 || self.look_up_taken()
    }

    /// Looks up the texts in `data`; gives `false` if too many differ.
    #[inline(never)]
    fn look_up_taken(&mut self) -> bool {
        let (mut data, mut lens) = (mem::take(&mut self.data), mem::take(&mut self.lens));
        let (mut texts, mut rest) = (data.as_slice(), lens.as_slice());
        while let Some((block, after)) = cut(texts, rest).filter(|_| self.long.is_empty()) {
            let count = rest.len().min(AT_ONCE);
            if self.take_known(block.get(..count).unwrap_or_default(), |text| text).is_none() {
                break;
            }
            (texts, rest) = (after, rest.get(count..).unwrap_or_default());
        }
        if rest.is_empty() && texts.is_empty() {
            data.clear();
            lens.clear();
            (self.data, self.lens) = (data, lens);
            return true;
        }
        self.spread();
        self.data.extend_long(texts);
        self.lens.extend_long(rest);
        false
    }

    /// Takes texts by looking them up, and gives how many bytes they have; takes none if too many differ.
    pub(super) fn take_known<'t, V: Copy>(
        &mut self,
        values: &[V],
        text: impl Fn(V) -> &'t [u8],
    ) -> Option<usize> {
        let taken = self.known.as_mut().and_then(|known| known.take(values, text));
        if taken.is_none() {
            self.spread();
        }
        taken
    }

    /// Puts texts that were looked up to where the others are, of which none is there yet.
    #[cold]
    #[inline(never)]
    pub(crate) fn spread(&mut self) {
        let Some(known) = &mut self.known else { return };
        let mut all_lens = [0_u8; 256];
        for (len, text) in all_lens.iter_mut().zip(known.differing()) {
            *len = u8::try_from(text.len()).unwrap_or(LONG);
        }
        let which = known.which();
        for (len, which) in self.lens.append(which.len()).iter_mut().zip(which) {
            *len = all_lens.get(usize::from(*which)).copied().unwrap_or_default();
        }
        if known.total() > 0 {
            for text in known.texts() {
                self.data.extend(text);
            }
        }
        known.end();
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

/// The first texts of these lengths, at most as many as are looked up at once, and what is behind them; nothing if there
/// are none.
fn cut<'t>(texts: &'t [u8], lens: &[u8]) -> Option<([&'t [u8]; AT_ONCE], &'t [u8])> {
    let (mut block, mut rest) = ([&[][..]; AT_ONCE], texts);
    for (text, len) in block.iter_mut().zip(lens) {
        (*text, rest) = rest.split_at_checked(usize::from(*len))?;
    }
    (!lens.is_empty()).then_some((block, rest))
}

#[cold]
#[inline(never)]
pub(crate) fn too_long(len: usize) -> Error {
    let detail = alloc::format!("columns hold at most 4294967295 values each, this has {len}");
    Error::new(ErrorKind::Unrepresentable, detail).with_help("write `Layout::Rows`")
}
