//! Which texts of a column differ.

use alloc::vec::Vec;

/// The places of the table: four for each text that there may be, and fewer if there are no more texts than [`FEW_SLOTS`].
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 10;
const FEW_SLOTS: usize = 256;

/// So many texts may differ before half of those that follow have to be known.
const FEW: usize = 32;

/// The bytes of a text that are compared as two numbers.
const FRONT: usize = 16;

/// A text that was met.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    ends: [u64; 2],
    /// Its length, and the column that it is of.
    tag: u32,
    number: u8,
}

impl Entry {
    /// Whether it has the same length and ends, and is of the same column.
    #[inline(always)]
    fn is_like(&self, other: &Self) -> bool {
        self.tag == other.tag && self.ends == other.ends
    }
}

/// Finds texts that are the same; kept for one column after the other.
#[derive(Debug, Default)]
pub(crate) struct Known {
    entries: Vec<Entry>,
    /// The column that is looked at, so that what is left of others need not be cleared.
    column: u32,
}

/// Texts that differ, in the order in which they come.
#[derive(Debug)]
pub(super) struct Distinct<'t> {
    pub(super) texts: Vec<&'t [u8]>,
    /// Which of them each text is.
    pub(super) which: Vec<u8>,
}

impl Known {
    /// The texts that differ, at most 256; nothing if more do, or among the first ones too many. They have these lengths and
    /// stand in `all`, one behind the other.
    pub(super) fn distinct<'t>(&mut self, lens: &[u8], all: &'t [u8]) -> Option<Distinct<'t>> {
        self.column = self.column.checked_add(1).filter(|column| *column < 1 << 24)?;
        match lens.len() {
            0..=FEW_SLOTS => self.distinct_in::<FEW_SLOTS>(lens, all),
            _ => self.distinct_in::<SLOTS>(lens, all),
        }
    }

    fn distinct_in<'t, const SLOTS: usize>(
        &mut self,
        lens: &[u8],
        all: &'t [u8],
    ) -> Option<Distinct<'t>> {
        if self.entries.len() < SLOTS {
            self.entries = alloc::vec![Entry::default(); SLOTS];
        }
        let entries: &mut [Entry; SLOTS] = self.entries.first_chunk_mut()?;
        let mut texts = Texts { entries, column: self.column << 8, texts: Vec::with_capacity(FEW) };
        let mut which = alloc::vec![0; lens.len()];
        let longest = lens.iter().fold(0, |longest, len| longest.max(*len));
        if usize::from(longest) <= FRONT {
            texts.find_all::<true>(lens, all, &mut which)?;
        } else {
            texts.find_all::<false>(lens, all, &mut which)?;
        }
        Some(Distinct { texts: texts.texts, which })
    }
}

/// The texts of a column that were met.
struct Texts<'e, 't, const SLOTS: usize> {
    /// A power of two of them, more than there can be texts.
    entries: &'e mut [Entry; SLOTS],
    /// The column, above the eight bits of a length.
    column: u32,
    texts: Vec<&'t [u8]>,
}

impl<'t, const SLOTS: usize> Texts<'_, 't, SLOTS> {
    const MASK: usize = SLOTS.wrapping_sub(1);

    /// The number of each text; `SHORT` if none has more than [`FRONT`] bytes, so that the loop has nothing for others.
    #[inline(never)]
    fn find_all<const SHORT: bool>(
        &mut self,
        lens: &[u8],
        all: &'t [u8],
        which: &mut [u8],
    ) -> Option<()> {
        let mut rest = all;
        for (index, (len, to)) in lens.iter().zip(which).enumerate() {
            let (text, after) = rest.split_at_checked(usize::from(*len))?;
            let is_short = SHORT || text.len() <= FRONT;
            let ends = if is_short { short(rest, text.len()) } else { long(text) };
            let key = Entry { ends, tag: self.column | u32::from(*len), number: 0 };
            let entry = self.entries.get(hash(ends) & Self::MASK)?;
            let is_known =
                entry.is_like(&key) && (is_short || is_same(text, &self.texts, entry.number));
            *to = if is_known { entry.number } else { self.find(key, text, index)? };
            rest = after;
        }
        Some(())
    }

    /// The number of a text that is not at its first place; it may be new.
    #[cold]
    #[inline(never)]
    fn find(&mut self, key: Entry, text: &'t [u8], index: usize) -> Option<u8> {
        let mut slot = hash(key.ends);
        loop {
            let entry = self.entries.get_mut(slot & Self::MASK)?;
            if entry.tag >> 8 != self.column >> 8 {
                let number = u8::try_from(self.texts.len()).ok()?;
                *entry = Entry { number, ..key };
                self.texts.push(text);
                let is_worth_it = self.texts.len() <= index.div_euclid(2).saturating_add(FEW);
                return is_worth_it.then_some(number);
            }
            if entry.is_like(&key) && self.texts.get(usize::from(entry.number)) == Some(&text) {
                return Some(entry.number);
            }
            slot = slot.wrapping_add(1);
        }
    }
}

/// A text of at most [`FRONT`] bytes at the front of `rest`, and zeros behind it.
#[inline(always)]
fn short(rest: &[u8], len: usize) -> [u64; 2] {
    match rest.first_chunk::<FRONT>() {
        Some(front) => masked(front, len),
        None => masked(&padded(rest), len),
    }
}

/// Numbers of some bytes of a text of more than [`FRONT`]: at its ends and in its middle.
#[inline(always)]
fn long(text: &[u8]) -> [u64; 2] {
    let middle = text.get(text.len().wrapping_shr(1).wrapping_sub(4)..).unwrap_or_default();
    let of = |bytes: Option<&[u8; 8]>| bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes));
    let front = of(text.first_chunk()).rotate_left(7) ^ of(middle.first_chunk());
    [front, of(text.last_chunk())]
}

/// The first so many bytes, and zeros in place of the others.
// Loaded as two numbers from the start: sixteen bytes at once go through memory before they are two.
#[inline(always)]
fn masked(front: &[u8; FRONT], len: usize) -> [u64; 2] {
    let mask = MASK.get(FRONT.wrapping_sub(len)..).and_then(<[u8]>::first_chunk::<FRONT>);
    let mask = mask.unwrap_or(&[0; FRONT]);
    let low = |bytes: &[u8; FRONT]| bytes.first_chunk().map_or(0, |low| u64::from_le_bytes(*low));
    let high = |bytes: &[u8; FRONT]| bytes.last_chunk().map_or(0, |high| u64::from_le_bytes(*high));
    [low(front) & low(mask), high(front) & high(mask)]
}

#[cold]
#[inline(never)]
fn padded(rest: &[u8]) -> [u8; FRONT] {
    let mut bytes = [0; FRONT];
    bytes.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    bytes
}

/// From byte `FRONT - len` on, the bits of the first `len` of `FRONT` bytes.
const MASK: [u8; 2 * FRONT] = {
    let [ones, zeros] = [[u8::MAX; FRONT], [0; FRONT]];
    bytemuck::must_cast([ones, zeros])
};

#[inline(always)]
fn hash([first, last]: [u64; 2]) -> usize {
    let mixed = (first ^ last.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = mixed >> (64 - SLOT_BITS);
    usize::try_from(high).unwrap_or(0)
}

/// Whether a text of more than [`FRONT`] bytes is one that was met and has the same length and ends.
#[inline(always)]
fn is_same(text: &[u8], texts: &[&[u8]], number: u8) -> bool {
    texts.get(usize::from(number)) == Some(&text)
}
