//! Collects the texts of a column that differ, and the index of each row's text among them.

use alloc::vec::Vec;

use super::differ::too_many_differ;
use super::keys::{ANY, Key, Lengths, SLOTS, is_same, is_text, key_and_slot};
use crate::columns::bytes::Bytes;

/// At most this many texts may differ before half of the following ones have to be known.
const FEW: usize = 32;

/// An empty slot of the table, or the slot of the last text if as many differ as may: no text is added after it.
const NONE: u8 = u8::MAX;

/// A text that differs from those before it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    /// Its start in `bytes`.
    start: usize,
    len: usize,
}

impl Entry {
    #[inline(always)]
    fn text<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        let text = bytes.get(self.start..).and_then(|text| text.get(..self.len));
        text.unwrap_or_default()
    }
}

/// The texts of a column, while few of them differ.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// A hash table from keys to indices in `entries`. Empty until the first text.
    slots: Vec<u8>,
    /// The texts that differ, in order of their first use.
    entries: Vec<Entry>,
    /// The bytes of the texts that differ, one after another.
    bytes: Bytes,
    /// The index of each row's text.
    which: Bytes,
    /// The total length of all texts.
    total: usize,
    /// The length of the shortest and of the longest text.
    fewest: usize,
    most: usize,
    /// Whether too many texts differ, so that no more are taken.
    is_over: bool,
}

impl Known {
    /// The number of texts that were taken.
    pub(crate) fn len(&self) -> usize {
        self.which.len()
    }

    /// The total length of the texts that were taken.
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// For each text, its index among those that differ.
    pub(crate) fn which(&self) -> &[u8] {
        self.which.as_slice()
    }

    /// The texts that differ, in order of their first use.
    pub(crate) fn differing(&self) -> impl Iterator<Item = &[u8]> {
        self.entries.iter().map(|entry| entry.text(self.bytes()))
    }

    /// The number of texts that differ.
    pub(crate) fn count(&self) -> usize {
        self.entries.len()
    }

    /// The bytes of the texts that differ, one after another.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// All texts, in order.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &[u8]> {
        let entries =
            self.which.as_slice().iter().map_while(|at| self.entries.get(usize::from(*at)));
        entries.map(|entry| entry.text(self.bytes()))
    }

    /// Removes all texts and keeps the memory.
    pub(crate) fn clear(&mut self) {
        if !self.entries.is_empty() {
            self.slots.fill(NONE);
        }
        self.entries.clear();
        self.bytes.clear();
        self.which.clear();
        self.total = 0;
        (self.fewest, self.most) = (0, 0);
        self.is_over = false;
    }

    /// Removes all texts and takes no more.
    pub(crate) fn end(&mut self) {
        self.clear();
        self.is_over = true;
    }

    /// Frees memory that is not needed any more.
    pub(crate) fn fit(&mut self) {
        if self.is_over {
            *self = Self { is_over: true, ..Self::default() };
        }
        self.bytes.fit();
        self.which.fit();
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Takes texts and returns their total length. Takes none and returns `None` if a text has 255 bytes or more, if
    /// more than 256 differ, or if too many of the first ones do.
    pub(crate) fn take<'t, V: Copy>(
        &mut self,
        values: &[V],
        text: impl Fn(V) -> &'t [u8],
    ) -> Option<usize> {
        let had = self.len();
        let taken = self.take_all(values, text);
        match taken {
            Some(total) => self.total = self.total.wrapping_add(total),
            None => self.which.truncate(had),
        }
        taken
    }

    fn take_all<'t, V: Copy>(
        &mut self,
        values: &[V],
        text: impl Fn(V) -> &'t [u8],
    ) -> Option<usize> {
        if self.len() == 0 && too_many_differ(values, &text) {
            return None;
        }
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, NONE);
        }
        let (mut rest, mut total) = (values, 0_usize);
        // As long as all texts are empty, each has index 0, without a look-up.
        if self.most == 0 && values.iter().all(|value| text(*value).is_empty()) {
            let (first, others) = values.split_at_checked(usize::from(self.entries.is_empty()))?;
            if !first.is_empty() {
                self.admit(core::iter::once(0))?;
                self.find_all::<0, 8, V>(first, &text)?;
            }
            self.which.append(others.len()).fill(0);
            return Some(0);
        }
        if self.entries.is_empty() {
            self.admit(rest.iter().map(|value| text(*value).len()))?;
        }
        while !rest.is_empty() {
            let (count, bytes) = match Lengths::of(self.fewest, self.most) {
                Lengths::From1To3 => self.find_all::<1, 3, V>(rest, &text),
                Lengths::From1To8 => self.find_all::<1, 8, V>(rest, &text),
                Lengths::To8 => self.find_all::<0, 8, V>(rest, &text),
                Lengths::From1To16 => self.find_all::<1, 16, V>(rest, &text),
                Lengths::To16 => self.find_all::<0, 16, V>(rest, &text),
                Lengths::From4To8 => self.find_all::<4, 8, V>(rest, &text),
                Lengths::From8To16 => self.find_all::<8, 16, V>(rest, &text),
                Lengths::From4To16 => self.find_all::<4, 16, V>(rest, &text),
                Lengths::To32 => self.find_all::<0, 32, V>(rest, &text),
                Lengths::From4To32 => self.find_all::<4, 32, V>(rest, &text),
                Lengths::From16To64 => self.find_all::<16, 64, V>(rest, &text),
                Lengths::Any => self.find_all::<0, ANY, V>(rest, &text),
            }?;
            total = total.wrapping_add(bytes);
            rest = rest.get(count..)?;
            if !rest.is_empty() {
                self.admit(rest.iter().map(|value| text(*value).len()))?;
            }
        }
        Some(total)
    }

    /// Extends the range of lengths by those of new texts. `None` if a text is too long.
    #[cold]
    fn admit(&mut self, lens: impl Iterator<Item = usize>) -> Option<()> {
        let had = Lengths::of(self.fewest, self.most);
        if self.entries.is_empty() {
            (self.fewest, self.most) = (ANY, 0);
        }
        for len in lens {
            (self.fewest, self.most) = (self.fewest.min(len), self.most.max(len));
        }
        if self.most > ANY {
            return None;
        }
        let lengths = Lengths::of(self.fewest, self.most);
        if lengths == had || self.entries.is_empty() {
            return Some(());
        }
        let slots: &mut [u8; SLOTS] = self.slots.first_chunk_mut()?;
        slots.fill(NONE);
        for (entry, number) in self.entries.iter_mut().zip(0..=NONE) {
            let (key, mut slot) = lengths.key(entry.text(self.bytes.as_slice()))?;
            while *slots.get(slot % SLOTS)? != NONE {
                slot = slot.wrapping_add(1);
            }
            *slots.get_mut(slot % SLOTS)? = number;
            entry.key = key;
        }
        Some(())
    }

    /// Finds the index of each text. Returns how many were found, and their total length; stops at the first text that
    /// does not have `FEWEST` to `MOST` bytes.
    #[inline(never)]
    fn find_all<'t, const FEWEST: usize, const MOST: usize, V: Copy>(
        &mut self,
        values: &[V],
        text: impl Fn(V) -> &'t [u8],
    ) -> Option<(usize, usize)> {
        let Self { slots, entries, bytes, which, .. } = self;
        let slots: &mut [u8; SLOTS] = slots.first_chunk_mut()?;
        let (had, mut total) = (which.len(), 0_usize);
        let (room, mut done) = (which.append(values.len()), 0_usize);
        loop {
            // Slices stay valid until a new text is added, so the loop keeps them in registers.
            let (known, all, mut other) = (entries.as_slice(), bytes.as_slice(), None);
            let places = values.get(done..)?.iter().zip(room.get_mut(done..)?);
            for (index, (value, to)) in places.enumerate() {
                let text = text(*value);
                let Some((key, slot)) = key_and_slot::<FEWEST, MOST>(text) else {
                    which.truncate(had.wrapping_add(done).wrapping_add(index));
                    return Some((done.wrapping_add(index), total));
                };
                let number = usize::from(*slots.get(slot)?);
                let is_known = known.get(number).is_some_and(|entry| {
                    is_same::<MOST>(&entry.key, &key)
                        && entry.len == text.len()
                        && is_text::<MOST>(text, || entry.text(all))
                });
                if !is_known {
                    other = Some((index, text, to));
                    break;
                }
                [*to, ..] = number.to_le_bytes();
                total = total.wrapping_add(text.len());
            }
            let Some((index, text, to)) = other else { return Some((values.len(), total)) };
            done = done.wrapping_add(index);
            let at = had.wrapping_add(done);
            *to = find::<FEWEST, MOST>(slots, entries, bytes, text, at)?;
            total = total.wrapping_add(text.len());
            done = done.wrapping_add(1);
        }
    }
}

/// The index of a text that is not in its first slot, or is new. `index` is the number of texts before it.
#[cold]
#[inline(never)]
fn find<const FEWEST: usize, const MOST: usize>(
    slots: &mut [u8; SLOTS],
    entries: &mut Vec<Entry>,
    bytes: &mut Bytes,
    text: &[u8],
    index: usize,
) -> Option<u8> {
    // The key is computed again: passing it in memory would make the loop store every key, and wide loads right after
    // narrow stores stall the processor.
    let (key, mut slot) = key_and_slot::<FEWEST, MOST>(text)?;
    loop {
        let place = slots.get_mut(slot % SLOTS)?;
        let entry = entries.get(usize::from(*place));
        if entry.is_some_and(|entry| entry.key == key && entry.text(bytes.as_slice()) == text) {
            return Some(*place);
        }
        if *place == NONE {
            let number = u8::try_from(entries.len()).ok()?;
            *place = number;
            entries.push(Entry { key, start: bytes.len(), len: text.len() });
            bytes.extend(text);
            let is_worth_it = entries.len() <= (index >> 1).saturating_add(FEW);
            return is_worth_it.then_some(number);
        }
        slot = slot.wrapping_add(1);
    }
}
