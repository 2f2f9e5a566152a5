//! Texts of which few differ: each of these once, and which of them every text is.

use alloc::vec::Vec;

use crate::columns::bytes::Bytes;
use crate::rows::or_zeros;

/// The places of the table as long as few differ, and when more do: at least twice as many as texts that differ.
const FEW_SLOTS: usize = 256;
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 10;

/// So many texts may differ before half of those that follow have to be known.
const FEW: usize = 32;

/// The most that are looked up at once, so that the table has room for all of them.
pub(crate) const AT_ONCE: usize = 64;

/// The bytes of a text that tell it from all that are as long.
const FRONT: usize = 16;

/// A text that was met.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: [u64; 2],
    /// Its length, and the use of the table.
    tag: u32,
    number: u8,
}

impl Entry {
    #[inline(always)]
    fn is_like(&self, other: &Self) -> bool {
        self.tag == other.tag && self.key == other.key
    }
}

/// The texts of a column, as long as few of them differ.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    entries: Vec<Entry>,
    /// Which use of the table this is, above the eight bits of a length: what is left of others need not be cleared.
    epoch: u32,
    differing: Texts,
    /// Which of them each text is.
    which: Bytes,
    /// The bytes of all texts.
    total: usize,
    /// Whether one has more than [`FRONT`] bytes.
    has_long: bool,
    /// Whether too many differ, so that no more are taken.
    is_over: bool,
}

/// Texts one behind the other.
#[derive(Clone, Debug, Default)]
struct Texts {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Texts {
    #[inline(always)]
    fn get(&self, index: usize) -> Option<&[u8]> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).and_then(|index| self.ends.get(index).copied());
        self.bytes.get(start.unwrap_or(0)..end)
    }

    fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
    }

    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len()).map_while(|index| self.get(index))
    }
}

impl Known {
    /// How many texts were taken.
    pub(crate) fn len(&self) -> usize {
        self.which.len()
    }

    /// The bytes of all texts that were taken.
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// Which of those that differ each text is.
    pub(crate) fn which(&self) -> &[u8] {
        self.which.as_slice()
    }

    /// The texts that differ, in the order in which they came.
    pub(crate) fn differing(&self) -> impl Iterator<Item = &[u8]> {
        self.differing.iter()
    }

    /// How many texts differ.
    pub(crate) fn count(&self) -> usize {
        self.differing.ends.len()
    }

    /// The texts that differ, one behind the other.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.differing.bytes
    }

    /// All texts, in their order.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &[u8]> {
        let text = |which: &u8| self.differing.get(usize::from(*which));
        self.which.as_slice().iter().map_while(text)
    }

    /// Forgets all texts, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.differing.bytes.clear();
        self.differing.ends.clear();
        self.which.clear();
        self.total = 0;
        self.has_long = false;
        self.is_over = false;
    }

    /// Forgets all texts, and takes no more.
    pub(crate) fn end(&mut self) {
        self.clear();
        self.is_over = true;
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Takes the texts of values, at most [`AT_ONCE`], and gives how many bytes they have; none of them if one has 255
    /// bytes or more, more than 256 differ, or among the first ones too many.
    pub(crate) fn take<'t, V: Copy>(
        &mut self,
        values: &[V],
        text: impl Fn(V) -> &'t [u8],
    ) -> Option<usize> {
        self.make_ready()?;
        let (had, is_large) = (self.len(), self.entries.len() > FEW_SLOTS);
        let (mut rest, mut total) = (values, 0_usize);
        while !rest.is_empty() {
            let found = match (is_large, self.has_long) {
                (false, false) => self.find_all::<FEW_SLOTS, true, V>(rest, &text),
                (false, true) => self.find_all::<FEW_SLOTS, false, V>(rest, &text),
                (true, false) => self.find_all::<SLOTS, true, V>(rest, &text),
                (true, true) => self.find_all::<SLOTS, false, V>(rest, &text),
            };
            let Some((count, bytes)) = found else {
                self.which.truncate(had);
                return None;
            };
            rest = rest.get(count..).unwrap_or_default();
            total = total.wrapping_add(bytes);
        }
        self.total = self.total.wrapping_add(total);
        Some(total)
    }

    /// Makes a table that has room for [`AT_ONCE`] more that differ.
    #[inline(always)]
    fn make_ready(&mut self) -> Option<()> {
        if self.len() == 0 {
            self.epoch = self.epoch.checked_add(1).filter(|epoch| *epoch < 1 << 24)?;
        }
        match self.entries.len() {
            0 => self.grow(FEW_SLOTS),
            FEW_SLOTS if self.count() > AT_ONCE => self.grow(SLOTS),
            _ => {}
        }
        Some(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, slots: usize) {
        let had = core::mem::replace(&mut self.entries, alloc::vec![Entry::default(); slots]);
        for entry in had.into_iter().filter(|entry| entry.tag >> 8 == self.epoch) {
            let mut slot = hash(entry.key);
            while let Some(place) = self.entries.get_mut(slot & slots.wrapping_sub(1)) {
                if place.tag == 0 {
                    *place = entry;
                    break;
                }
                slot = slot.wrapping_add(1);
            }
        }
    }

    /// Finds the number of each text, and gives how many were found and how many bytes they have; stops at the first of
    /// more than [`FRONT`] bytes if `SHORT`, so that the loop has nothing for others.
    #[inline(never)]
    fn find_all<'t, const SLOTS: usize, const SHORT: bool, V: Copy>(
        &mut self,
        values: &[V],
        text: impl Fn(V) -> &'t [u8],
    ) -> Option<(usize, usize)> {
        let Self { entries, epoch, differing, which, .. } = self;
        let entries: &mut [Entry; SLOTS] = entries.first_chunk_mut()?;
        let (had, epoch, mut bytes) = (which.len(), *epoch << 8, 0_usize);
        for (index, (value, to)) in values.iter().zip(which.append(values.len())).enumerate() {
            let text = text(*value);
            let is_short = text.len() <= FRONT;
            if SHORT && !is_short {
                which.truncate(had.wrapping_add(index));
                self.has_long = true;
                return Some((index, bytes));
            }
            let key = if is_short { short(text) } else { long(text)? };
            let len = u32::try_from(text.len() & 0xff).unwrap_or(0);
            let like = Entry { key, tag: epoch | len, number: 0 };
            let entry = entries.get(hash(key) & const { SLOTS.wrapping_sub(1) })?;
            let is_known = entry.is_like(&like)
                && (is_short || differing.get(usize::from(entry.number)) == Some(text));
            *to = match is_known {
                true => entry.number,
                false => find(entries, differing, like, text, had.wrapping_add(index))?,
            };
            bytes = bytes.wrapping_add(text.len());
        }
        Some((values.len(), bytes))
    }
}

/// The number of the text at `index`, which is not at its first place; it may be new.
#[cold]
#[inline(never)]
fn find(
    entries: &mut [Entry],
    differing: &mut Texts,
    like: Entry,
    text: &[u8],
    index: usize,
) -> Option<u8> {
    let mut slot = hash(like.key);
    let mask = entries.len().wrapping_sub(1);
    loop {
        let entry = entries.get_mut(slot & mask)?;
        if entry.tag >> 8 != like.tag >> 8 {
            let number = u8::try_from(differing.ends.len()).ok()?;
            *entry = Entry { number, ..like };
            differing.push(text);
            let is_worth_it = differing.ends.len() <= index.div_euclid(2).saturating_add(FEW);
            return is_worth_it.then_some(number);
        }
        if entry.is_like(&like) && differing.get(usize::from(entry.number)) == Some(text) {
            return Some(entry.number);
        }
        slot = slot.wrapping_add(1);
    }
}

/// The bytes of a text of at most [`FRONT`], without a branch that depends on its length.
#[inline(always)]
fn short(text: &[u8]) -> [u64; 2] {
    let eights = ends::<8>(text).map(u64::from_le_bytes);
    let [first, last] = ends::<4>(text).map(u32::from_le_bytes);
    let fours = u64::from(first) | (u64::from(last) << 32);
    let ones = or_zeros::<1>(text);
    let middle = ones.get(ones.len() >> 1).copied().unwrap_or(0);
    let [[first], [last]] = ends::<1>(text);
    let few = u64::from(u32::from_le_bytes([first, middle, last, 0]));
    match text.len() {
        8.. => eights,
        4..8 => [fours, 0],
        _ => [few, 0],
    }
}

/// The first and the last `N` bytes, or zeros if there are fewer.
#[inline(always)]
fn ends<const N: usize>(text: &[u8]) -> [[u8; N]; 2] {
    let text = or_zeros::<N>(text);
    let or_none = |bytes: Option<&[u8; N]>| bytes.copied().unwrap_or([0; N]);
    [or_none(text.first_chunk()), or_none(text.last_chunk())]
}

/// Numbers of some bytes of a text of more than [`FRONT`], at its ends and in its middle; nothing if it has 255 bytes or
/// more.
#[inline(always)]
fn long(text: &[u8]) -> Option<[u64; 2]> {
    if text.len() >= usize::from(u8::MAX) {
        return None;
    }
    let middle = text.get(text.len().wrapping_shr(1).wrapping_sub(4)..).unwrap_or_default();
    let of = |bytes: Option<&[u8; 8]>| bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes));
    let front = of(text.first_chunk()).rotate_left(7) ^ of(middle.first_chunk());
    Some([front, of(text.last_chunk())])
}

#[inline(always)]
fn hash([first, last]: [u64; 2]) -> usize {
    let mixed = (first ^ last.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = mixed >> (64 - SLOT_BITS);
    usize::try_from(high).unwrap_or(0)
}
