//! Reads a packed column in parts.

use alloc::vec::Vec;

use super::sink::{Room, Sink};
use super::stored::Stored;
use super::together::Together;
use super::word::Word;
use super::{bits, fault, unpack_words, word};
use crate::Error;

/// Some numbers of a column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Numbers<'r> {
    /// All bytes of each number.
    Whole(&'r [u8]),
    /// The lowest byte of each number, for numbers of four bytes below 256.
    Short(&'r [u8]),
}

/// With a base below this, a base plus an offset of bits fits in a byte.
const SHORT_BASE: u8 = 0x80;

/// What is left of a packed column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed<'a> {
    stored: Stored<'a>,
    width: usize,
}

impl<'a> Packed<'a> {
    /// A column of `count` numbers of `width` bytes.
    ///
    /// # Errors
    ///
    /// `stored` is not a valid column of these numbers.
    pub(crate) fn read(stored: &'a [u8], width: usize, count: usize) -> Result<Self, Error> {
        Ok(Self { stored: Stored::read(stored, width, count)?, width })
    }

    /// A column of `count` floats of `width` bytes that is stored together with others, as the one at `index`.
    ///
    /// # Errors
    ///
    /// `first` does not contain it.
    pub(crate) fn read_together(
        first: &'a [u8],
        (index, width): (usize, usize),
        count: usize,
    ) -> Result<Self, Error> {
        let Together { columns, rows } = Together::read(first, width, count)?;
        if index >= columns {
            return Err(fault::not_together());
        }
        let rows = rows.get(index.saturating_mul(width)..).unwrap_or_default();
        Ok(Self { stored: Stored::Among { rows, step: columns.saturating_mul(width) }, width })
    }

    /// The floats of all columns that are stored together, as one column.
    ///
    /// # Errors
    ///
    /// `first` does not contain them.
    pub(crate) fn read_rows(
        first: &'a [u8],
        (columns, width): (usize, usize),
        count: usize,
    ) -> Result<Self, Error> {
        let found = Together::read(first, width, count)?;
        if found.columns != columns {
            return Err(fault::not_together());
        }
        Ok(Self { stored: Stored::Raw(found.rows), width })
    }

    /// The bytes of all numbers, if the column is raw.
    pub(crate) fn raw(&self) -> Option<&'a [u8]> {
        match self.stored {
            Stored::Raw(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Whether the bytes of a number are far apart.
    pub(crate) fn is_planes(&self) -> bool {
        matches!(self.stored, Stored::Planes { .. })
    }

    /// The bytes of the next `count` numbers (a multiple of 64, or all that are left). Unpacks into `room` unless they
    /// can be borrowed.
    #[inline]
    pub(crate) fn next<'r>(&mut self, count: usize, room: &'r mut Vec<u8>) -> &'r [u8]
    where
        'a: 'r,
    {
        let part = self.stored.next(self.width, count);
        whole(part, self.width, count, room)
    }

    /// Like [`next`](Self::next), but may return numbers of four bytes as [`Numbers::Short`].
    pub(crate) fn next_numbers<'r>(&mut self, count: usize, room: &'r mut Vec<u8>) -> Numbers<'r>
    where
        'a: 'r,
    {
        let part = self.stored.next(self.width, count);
        if self.width != u32::WIDTH {
            return Numbers::Whole(whole(part, self.width, count, room));
        }
        match part {
            Stored::Exceptions { bytes, exceptions: [] } => Numbers::Short(bytes),
            Stored::Bytes { width: 1, base: [0, 0, 0, 0], offsets } => Numbers::Short(offsets),
            Stored::Bits { width, base: [low, 0, 0, 0], offsets } if *low < SHORT_BASE => {
                room.clear();
                bits::unpack(offsets, width, *low, count, room);
                Numbers::Short(room)
            }
            Stored::Constant([low, 0, 0, 0]) => {
                room.clear();
                room.resize(count, *low);
                Numbers::Short(room)
            }
            _ => Numbers::Whole(whole(part, self.width, count, room)),
        }
    }

    /// The bytes of the next `count` numbers, if the column is raw.
    #[inline]
    pub(crate) fn next_raw(&mut self, count: usize) -> Option<&'a [u8]> {
        let Stored::Raw(bytes) = &mut self.stored else { return None };
        let (front, rest) = bytes.split_at_checked(count.checked_mul(self.width)?)?;
        *bytes = rest;
        Some(front)
    }

    /// Like [`next`](Self::next), but writes the bytes to the front of `room`.
    pub(crate) fn fill(&mut self, count: usize, room: &mut [u8]) {
        let part = self.stored.next(self.width, count);
        let mut room = Room { bytes: room, filled: 0 };
        match self.width {
            1 => unpack_words::<u8, _>(&part, count, &mut room),
            2 => unpack_words::<u16, _>(&part, count, &mut room),
            4 => unpack_words::<u32, _>(&part, count, &mut room),
            8 => unpack_words::<u64, _>(&part, count, &mut room),
            _ => unpack_words::<u128, _>(&part, count, &mut room),
        }
    }

    /// The sum of `count` numbers of one or four bytes.
    pub(crate) fn sum(&self, count: usize) -> u64 {
        let mut sum = Sum { sum: 0 };
        match (self.width, self.stored) {
            (1, Stored::Raw(bytes)) => sum.put(bytes),
            (1, _) => unpack_words::<u8, _>(&self.stored, count, &mut sum),
            (4, Stored::Bits { width, base: [low, 0, 0, 0], offsets }) if *low < SHORT_BASE => {
                bits::unpack(offsets, width, *low, count, &mut sum);
            }
            (4, Stored::Exceptions { bytes, exceptions }) => {
                // Each exception is among the bytes as 255.
                sum.put(bytes);
                let long = word::words::<u32>(exceptions).iter().map(|long| u32::of(*long));
                let over = long.map(|long| u64::from(long).wrapping_sub(255));
                sum.sum = over.fold(sum.sum, u64::wrapping_add);
            }
            _ => unpack_words::<u32, _>(&self.stored, count, &mut sum),
        }
        sum.sum
    }

    /// How often each byte occurs among `count` bytes.
    pub(crate) fn histogram(&self, count: usize) -> [u32; 256] {
        let mut counts = Counts([0; 256]);
        unpack_words::<u8, _>(&self.stored, count, &mut counts);
        counts.0
    }
}

/// The bytes of `count` numbers, unpacked into `room` unless they can be borrowed.
#[inline]
fn whole<'r>(part: Stored<'r>, width: usize, count: usize, room: &'r mut Vec<u8>) -> &'r [u8] {
    if let Stored::Raw(bytes) = part {
        return bytes;
    }
    room.clear();
    match width {
        1 => unpack_words::<u8, _>(&part, count, room),
        2 => unpack_words::<u16, _>(&part, count, room),
        4 => unpack_words::<u32, _>(&part, count, room),
        8 => unpack_words::<u64, _>(&part, count, room),
        _ => unpack_words::<u128, _>(&part, count, room),
    }
    room
}

/// Adds up numbers.
struct Sum {
    sum: u64,
}

impl Sink<u8> for Sum {
    #[inline(always)]
    fn put(&mut self, numbers: &[u8]) {
        // In `u32`, in chunks that cannot overflow it: only then the loop is vectorised.
        for part in numbers.chunks(1 << 16) {
            let sum = part.iter().fold(0_u32, |sum, number| sum.wrapping_add(u32::from(*number)));
            self.sum = self.sum.wrapping_add(u64::from(sum));
        }
    }

    #[inline(always)]
    fn replace(&mut self, _: usize, _: u8) {}
}

impl Sink<u32> for Sum {
    #[inline(always)]
    fn put(&mut self, numbers: &[u32]) {
        let part = numbers.iter().fold(0_u64, |sum, number| sum.wrapping_add(u64::from(*number)));
        self.sum = self.sum.wrapping_add(part);
    }

    #[inline(always)]
    fn replace(&mut self, _: usize, _: u32) {}
}

/// Counts how often each byte occurs.
struct Counts([u32; 256]);

impl Sink<u8> for Counts {
    #[inline(always)]
    fn put(&mut self, numbers: &[u8]) {
        for number in numbers {
            if let Some(count) = self.0.get_mut(usize::from(*number)) {
                *count = count.wrapping_add(1);
            }
        }
    }

    #[inline(always)]
    fn replace(&mut self, _: usize, _: u8) {}
}
