//! The data collected for one spot of a plan, before it is packed.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use super::texts::Extent;
use crate::columns::bytes::Bytes;
use crate::columns::pack::{FEWEST, Known};
use crate::{Error, ErrorKind};

/// The data collected for one spot of a plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Column {
    /// The bytes of numbers, texts and tags, or the flags of options.
    pub(crate) data: Bytes,
    /// The lengths of texts, lists and maps, a byte each; [`LONG`] for those that are in `long`.
    pub(crate) lens: Bytes,
    /// The lengths from [`LONG`] on.
    pub(crate) long: Vec<u32>,
    /// The sum of all lengths.
    pub(crate) total: usize,
    pub(super) extent: Extent,
    /// The texts so far, while few of them differ. They come before those in `data`.
    known: Option<Box<Known>>,
}

/// The number of collected texts that are looked up at once.
const AT_ONCE: usize = 64;

/// The smallest length that does not fit in a byte of `lens`.
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

    /// Frees spare memory.
    pub(crate) fn fit(&mut self) {
        self.data.fit();
        self.lens.fit();
        if let Some(known) = &mut self.known {
            known.fit();
        }
    }

    /// A number that is zero if nothing has been collected.
    #[inline(always)]
    pub(crate) fn filled(&self) -> usize {
        let known = self.known.as_ref().map_or(0, |known| known.len());
        self.data.len() | self.lens.len() | known
    }

    /// Empties a packed column. Frees its memory unless it `keeps` that.
    #[inline(always)]
    pub(crate) fn end(&mut self, keeps: bool) {
        if keeps {
            self.clear();
        } else {
            *self = Self::default();
        }
    }

    /// The same for its lengths alone, after which a column of lists is empty.
    pub(crate) fn end_lens(&mut self, keeps: bool) {
        self.lens.end(keeps);
        self.long.clear();
        self.total = 0;
        self.extent = Extent::default();
    }

    /// The texts, if all have been looked up and few of them differ.
    pub(crate) fn known(&self) -> Option<&Known> {
        self.known.as_deref().filter(|known| !known.is_over())
    }

    /// Looks up the texts collected so far, if with `more` texts there are enough for a dictionary. Returns whether
    /// further texts are to be looked up.
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

    /// Looks up the texts in `data`. Returns `false` if too many differ.
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

    /// Takes texts by looking them up. Returns their total length, or `None` if too many differ; then it has taken
    /// none.
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

    /// Moves the texts that were looked up into `data`, which must be empty.
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

    /// Adds a length to `long`, if it does not fit in a byte.
    #[cold]
    #[inline(never)]
    pub(super) fn push_long(&mut self, len: usize) -> Result<(), Error> {
        if len >= usize::from(LONG) {
            self.long.push(u32::try_from(len).map_err(|_| too_long(len))?);
        }
        Ok(())
    }
}

/// Splits off the first texts with the given lengths, at most [`AT_ONCE`]; also returns the bytes after them. `None`
/// if there are none.
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
    let detail = alloc::format!("a column holds at most 4294967295 values, but this one has {len}");
    Error::new(ErrorKind::Unrepresentable, detail).with_help("save it with `Layout::Rows`")
}
