//! Texts of which few differ: each of these once, and which of them every text is.

use alloc::vec::Vec;

use crate::columns::bytes::Bytes;
use crate::rows::or_zeros;

/// The places of the table: four for each text that there may be.
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 10;

/// So many texts may differ before half of those that follow have to be known.
const FEW: usize = 32;

/// The bytes of a text that tell it from all that are as long.
const FRONT: usize = 16;

/// A text that differs from those before it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: [u64; 2],
    /// Where it is among the bytes of all.
    start: usize,
    len: usize,
}

impl Entry {
    /// Whether it is a text of this key, which has more than [`FRONT`] bytes unless `is_short`.
    #[inline(always)]
    fn is(&self, key: [u64; 2], text: &[u8], bytes: &[u8], is_short: bool) -> bool {
        self.key == key && self.len == text.len() && (is_short || self.text(bytes) == text)
    }

    #[inline(always)]
    fn text<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        let text = bytes.get(self.start..).and_then(|text| text.get(..self.len));
        text.unwrap_or_default()
    }
}

/// The texts of a column, as long as few of them differ.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// By their keys, the places of texts among those that differ, plus one; nothing if none was taken yet.
    slots: Vec<u16>,
    /// Those that differ, in the order in which they came.
    entries: Vec<Entry>,
    /// Their bytes, one behind the other.
    bytes: Vec<u8>,
    /// Which of them each text is.
    which: Bytes,
    /// The bytes of all texts.
    total: usize,
    /// Whether one has more than [`FRONT`] bytes.
    has_long: bool,
    /// Whether too many differ, so that no more are taken.
    is_over: bool,
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
        self.entries.iter().map(|entry| entry.text(&self.bytes))
    }

    /// How many texts differ.
    pub(crate) fn count(&self) -> usize {
        self.entries.len()
    }

    /// The texts that differ, one behind the other.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All texts, in their order.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &[u8]> {
        let entries =
            self.which.as_slice().iter().map_while(|at| self.entries.get(usize::from(*at)));
        entries.map(|entry| entry.text(&self.bytes))
    }

    /// Forgets all texts, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(0);
        self.entries.clear();
        self.bytes.clear();
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

    /// Takes the texts of values, and gives how many bytes they have; none of them if one has 255 bytes or more, more than
    /// 256 differ, or among the first ones too many.
    pub(crate) fn take<'t, V: Copy>(
        &mut self,
        values: &[V],
        text: impl Fn(V) -> &'t [u8],
    ) -> Option<usize> {
        self.slots.resize(SLOTS, 0);
        let had = self.len();
        let (mut rest, mut total) = (values, 0_usize);
        while !rest.is_empty() {
            let found = match self.has_long {
                false => self.find_all::<true, V>(rest, &text),
                true => self.find_all::<false, V>(rest, &text),
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

    /// Finds the number of each text, and gives how many were found and how many bytes they have; stops at the first of
    /// more than [`FRONT`] bytes if `SHORT`, so that the loop has nothing for others.
    #[inline(never)]
    fn find_all<'t, const SHORT: bool, V: Copy>(
        &mut self,
        values: &[V],
        text: impl Fn(V) -> &'t [u8],
    ) -> Option<(usize, usize)> {
        let Self { slots, entries, bytes, which, .. } = self;
        let slots: &mut [u16; SLOTS] = slots.first_chunk_mut()?;
        let (had, mut total) = (which.len(), 0_usize);
        for (index, (value, to)) in values.iter().zip(which.append(values.len())).enumerate() {
            let text = text(*value);
            let is_short = text.len() <= FRONT;
            if SHORT && !is_short {
                which.truncate(had.wrapping_add(index));
                self.has_long = true;
                return Some((index, total));
            }
            let key = if is_short { short(text) } else { long(text)? };
            let number = slots.get(hash(key))?.wrapping_sub(1);
            let is_known = match entries.get(usize::from(number)) {
                Some(entry) => entry.is(key, text, bytes, is_short),
                None => false,
            };
            let number = match is_known {
                true => number,
                false => find(slots, entries, bytes, (key, text), had.wrapping_add(index))?,
            };
            [*to, _] = number.to_le_bytes();
            total = total.wrapping_add(text.len());
        }
        Some((values.len(), total))
    }
}

/// The number of the text at `index`, which is not at its first place; it may be new.
#[cold]
#[inline(never)]
fn find(
    slots: &mut [u16; SLOTS],
    entries: &mut Vec<Entry>,
    bytes: &mut Vec<u8>,
    (key, text): ([u64; 2], &[u8]),
    index: usize,
) -> Option<u16> {
    let mut slot = hash(key);
    loop {
        let place = slots.get_mut(slot % SLOTS)?;
        let Some(number) = place.checked_sub(1) else {
            let number = u8::try_from(entries.len()).ok()?.into();
            *place = u16::wrapping_add(number, 1);
            entries.push(Entry { key, start: bytes.len(), len: text.len() });
            bytes.extend_from_slice(text);
            let is_worth_it = entries.len() <= index.div_euclid(2).saturating_add(FEW);
            return is_worth_it.then_some(number);
        };
        if entries.get(usize::from(number))?.is(key, text, bytes, text.len() <= FRONT) {
            return Some(number);
        }
        slot = slot.wrapping_add(1);
    }
}

/// The bytes of a text of at most [`FRONT`]. Whether it has eight is the one branch that depends on its length: those of
/// fewer are read whatever they are, as which of them it is would not be foreseen.
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
