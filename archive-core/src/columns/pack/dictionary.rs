//! Dictionaries: the texts of a column that differ, and for each row the index of its text (FORMAT.md §7.2).

use super::distinct::Known;
use super::part::Packed;
use super::stored::take;
use super::{bits, code, fault, word};
use crate::Error;
use crate::columns::bytes::Bytes;

/// The most texts of a dictionary.
const MOST: usize = 256;

/// The fewest rows for which a dictionary is made.
pub(crate) const FEWEST: usize = 32;

/// The most bytes of texts for each byte of indices, so that a small input cannot load into a large memory.
const MOST_EACH: usize = 64;

/// A column of lengths that has a dictionary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dictionary<'a> {
    /// The length of each text of the dictionary. The texts are in the column of bytes.
    lens: &'a [u8],
    /// The index of each row's text.
    pub(crate) which: Packed<'a>,
}

/// The start and the length of each text of a dictionary, as two `u32`s. An index that does not exist has a place
/// beyond every column.
pub(crate) type Places = [[u8; 8]; MOST];

impl<'a> Dictionary<'a> {
    /// Reads a column of the lengths of `count` texts. `None` if it has no dictionary.
    ///
    /// # Errors
    ///
    /// It is not a valid dictionary for `count` texts.
    pub(crate) fn read(stored: &'a [u8], count: usize) -> Result<Option<Self>, Error> {
        let [code::DICTIONARY, rest @ ..] = stored else { return Ok(None) };
        if count == 0 {
            return Err(fault::too_long());
        }
        let (last, mut rest) = rest.split_first().ok_or_else(fault::truncated)?;
        let lens = take(&mut rest, usize::from(*last).checked_add(1))?;
        Ok(Some(Self { lens, which: Packed::read(rest, 1, count)? }))
    }

    /// The total length of the dictionary's texts.
    pub(crate) fn total(&self) -> usize {
        self.lens.iter().map(|len| usize::from(*len)).sum()
    }

    /// The number of texts in the dictionary.
    pub(crate) fn len(&self) -> usize {
        self.lens.len()
    }

    pub(crate) fn places(&self) -> Places {
        let mut places = [[u8::MAX; 8]; MOST];
        let mut start = 0_u64;
        for (place, len) in places.iter_mut().zip(self.lens) {
            let len = u64::from(*len);
            *place = (start | (len << 32)).to_le_bytes();
            start = start.wrapping_add(len);
        }
        places
    }
}

/// How indices are packed: raw, or with this many bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    Bits(u32),
    Raw,
}

/// The smallest width that can represent `texts` indices, and for which `count` indices may stand for `bytes` bytes of
/// texts.
fn width(texts: usize, count: usize, bytes: usize) -> Option<Width> {
    let is_enough = |width: &u32| {
        let tells = 1_usize.checked_shl(*width).is_some_and(|most| texts <= most);
        let each = bits::size(count, *width).map(|size| size.saturating_mul(MOST_EACH));
        tells && each.is_some_and(|most| bytes <= most)
    };
    match (1..8).find(is_enough) {
        Some(width) => Some(Width::Bits(width)),
        None => (bytes <= count.saturating_mul(MOST_EACH)).then_some(Width::Raw),
    }
}

/// The dictionary that will be written for some texts.
#[derive(Debug)]
pub(crate) struct Chosen<'t> {
    texts: &'t Known,
    width: Width,
    /// The size of the two columns.
    pub(crate) size: usize,
}

impl<'t> Chosen<'t> {
    /// The dictionary for some texts. `None` if the rules do not allow one.
    pub(crate) fn of(texts: &'t Known) -> Option<Self> {
        let count = texts.len();
        if count < FEWEST {
            return None;
        }
        let width = width(texts.count(), count, texts.total())?;
        let which = match width {
            Width::Bits(width) => bits::size(count, width)?.checked_add(1)?,
            Width::Raw => count,
        };
        let lens = which.checked_add(texts.count())?.checked_add(3)?;
        Some(Self { texts, width, size: lens.checked_add(texts.bytes().len())? })
    }

    /// Appends the column of lengths.
    pub(crate) fn pack_lens(&self, out: &mut Bytes) {
        let last = u8::try_from(self.texts.count().saturating_sub(1)).unwrap_or(u8::MAX);
        out.push([code::DICTIONARY, last]);
        for text in self.texts.differing() {
            out.push([u8::try_from(text.len()).unwrap_or(u8::MAX)]);
        }
        match self.width {
            Width::Bits(width) => {
                bits::pack::<u8>(word::words::<u8>(self.texts.which()), width, 0, out);
            }
            Width::Raw => super::pack_raw(self.texts.which(), out),
        }
    }

    /// Appends the column of bytes.
    pub(crate) fn pack_bytes(&self, out: &mut Bytes) {
        out.extend_long(self.texts.bytes());
    }
}
