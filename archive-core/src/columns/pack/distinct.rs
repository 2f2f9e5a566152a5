//! Which texts of a column differ.

use alloc::vec::Vec;

/// The places of the table: four for each text that there may be.
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 10;

/// So many texts may differ before half of those that follow have to be known.
const FEW: usize = 32;

/// The bytes of a text that are compared as two numbers. Of a longer one these are its first and its last eight.
const FRONT: usize = 16;

/// A text as it is looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Key {
    ends: [u64; 2],
    /// Its length, and the column that it is of.
    tag: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: Key,
    number: u8,
}

/// Finds texts that are the same; kept for one column after the other.
#[derive(Debug)]
pub(crate) struct Table {
    entries: Vec<Entry>,
    /// The column that is looked at, so that what is left of others need not be cleared.
    column: u32,
}

/// Texts that differ, in the order in which they come.
#[derive(Debug, Default)]
pub(super) struct Distinct<'t> {
    pub(super) texts: Vec<&'t [u8]>,
    /// Which of them each text is.
    pub(super) which: Vec<u8>,
}

impl Table {
    pub(crate) fn new() -> Self {
        Self { entries: alloc::vec![Entry::default(); SLOTS], column: 0 }
    }

    /// The texts that differ, at most 256; nothing if more do, or among the first ones too many. They have these lengths and
    /// stand in `all`, one behind the other.
    #[inline(never)]
    pub(super) fn distinct<'t>(&mut self, lens: &[u8], all: &'t [u8]) -> Option<Distinct<'t>> {
        self.column = self.column.checked_add(1).filter(|column| *column < 1 << 24)?;
        let column = self.column << 8;
        let entries: &mut [Entry; SLOTS] = self.entries.first_chunk_mut()?;
        let (mut texts, mut which) = (Vec::with_capacity(FEW), alloc::vec![0; lens.len()]);
        let mut rest = all;
        for (index, (len, to)) in lens.iter().zip(&mut which).enumerate() {
            let (text, after) = rest.split_at_checked(usize::from(*len))?;
            let key = Key { ends: ends(rest, text), tag: column | u32::from(*len) };
            let slot = hash(key);
            let entry = entries.get(slot & (SLOTS - 1))?;
            let is_known = entry.key == key;
            *to = if is_known && (text.len() <= FRONT || is_same(text, &texts, entry.number)) {
                entry.number
            } else {
                let number = find(entries, (key, slot), text, &mut texts)?;
                if texts.len() > index.div_euclid(2).saturating_add(FEW) {
                    return None;
                }
                number
            };
            rest = after;
        }
        Some(Distinct { texts, which })
    }
}

/// The number of a text that is not at its first place; it may be new.
#[inline(never)]
fn find<'t>(
    entries: &mut [Entry; SLOTS],
    (key, slot): (Key, usize),
    text: &'t [u8],
    texts: &mut Vec<&'t [u8]>,
) -> Option<u8> {
    let mut slot = slot;
    loop {
        let entry = entries.get_mut(slot & (SLOTS - 1))?;
        if entry.key.tag >> 8 != key.tag >> 8 {
            let number = u8::try_from(texts.len()).ok()?;
            *entry = Entry { key, number };
            texts.push(text);
            return Some(number);
        }
        if entry.key == key && texts.get(usize::from(entry.number)) == Some(&text) {
            return Some(entry.number);
        }
        slot = slot.wrapping_add(1);
    }
}

/// The bytes by which a text is looked up that is at the front of `rest`.
#[inline(always)]
fn ends(rest: &[u8], text: &[u8]) -> [u64; 2] {
    if text.len() > FRONT {
        let ends = text.first_chunk().zip(text.last_chunk());
        return ends.map_or([0; 2], |(first, last)| {
            [u64::from_le_bytes(*first), u64::from_le_bytes(*last)]
        });
    }
    let bytes = match rest.first_chunk::<FRONT>() {
        Some(bytes) => *bytes,
        None => padded(rest),
    };
    let [low, high]: [[u8; 8]; 2] = bytemuck::must_cast(bytes);
    let mask = MASK.get(FRONT.wrapping_sub(text.len())..).and_then(<[u8]>::first_chunk::<FRONT>);
    let [low_mask, high_mask]: [[u8; 8]; 2] = bytemuck::must_cast(*mask.unwrap_or(&[0; FRONT]));
    let of = |bytes, mask| u64::from_le_bytes(bytes) & u64::from_le_bytes(mask);
    [of(low, low_mask), of(high, high_mask)]
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
fn hash(key: Key) -> usize {
    let [first, last] = key.ends;
    let mixed = (first ^ last.rotate_left(29)).wrapping_add(u64::from(key.tag & 0xff));
    let high = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOT_BITS);
    usize::try_from(high).unwrap_or(0)
}

/// Whether a text of more than [`FRONT`] bytes is one that was met and has the same length and ends.
#[inline(always)]
fn is_same(text: &[u8], texts: &[&[u8]], number: u8) -> bool {
    texts.get(usize::from(number)) == Some(&text)
}
