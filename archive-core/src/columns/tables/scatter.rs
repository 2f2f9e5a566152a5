//! Copies columns into rows.

use core::ops::Range;

use super::place::{self, PLACE};
use crate::columns::pack::{Numbers, Places};

/// Where columns are copied to: rows of `size` bytes, in each at the offset `at`.
pub(super) struct Rows<'r> {
    pub(super) rows: &'r mut [u8],
    pub(super) size: usize,
    pub(super) at: usize,
}

impl Rows<'_> {
    /// Copies columns to adjacent places, `bytes` for each in a row.
    pub(super) fn put<const N: usize>(&mut self, columns: [Numbers<'_>; N], bytes: usize) {
        match columns.as_slice() {
            [a, b, c, d] if self.four([*a, *b, *c, *d], bytes) => {}
            [a, b] if self.two([*a, *b], bytes) => {}
            _ => {
                let start = self.at;
                for column in columns {
                    self.one(column, bytes);
                    self.at = self.at.wrapping_add(bytes);
                }
                self.at = start;
            }
        }
    }

    fn four(&mut self, columns: [Numbers<'_>; 4], bytes: usize) -> bool {
        use Numbers::{Short, Whole};
        match (columns, bytes) {
            ([Short(a), Short(b), Short(c), Short(d)], 4) => self.copy_four::<1, 4>([a, b, c, d]),
            ([Whole(a), Whole(b), Whole(c), Whole(d)], 1) => self.copy_four::<1, 1>([a, b, c, d]),
            ([Whole(a), Whole(b), Whole(c), Whole(d)], 2) => self.copy_four::<2, 2>([a, b, c, d]),
            ([Whole(a), Whole(b), Whole(c), Whole(d)], 4) => self.copy_four::<4, 4>([a, b, c, d]),
            ([Whole(a), Whole(b), Whole(c), Whole(d)], 8) => self.copy_four::<8, 8>([a, b, c, d]),
            _ => return false,
        }
        true
    }

    fn two(&mut self, columns: [Numbers<'_>; 2], bytes: usize) -> bool {
        use Numbers::{Short, Whole};
        match (columns, bytes) {
            ([Short(a), Short(b)], 4) => self.copy_two::<1, 4>([a, b]),
            ([Whole(a), Whole(b)], 1) => self.copy_two::<1, 1>([a, b]),
            ([Whole(a), Whole(b)], 2) => self.copy_two::<2, 2>([a, b]),
            ([Whole(a), Whole(b)], 4) => self.copy_two::<4, 4>([a, b]),
            ([Whole(a), Whole(b)], 8) => self.copy_two::<8, 8>([a, b]),
            _ => return false,
        }
        true
    }

    fn one(&mut self, column: Numbers<'_>, bytes: usize) {
        match (column, bytes) {
            (Numbers::Short(numbers), _) => self.copy::<1, 4>(numbers),
            (Numbers::Whole(numbers), 1) => self.copy::<1, 1>(numbers),
            (Numbers::Whole(numbers), 2) => self.copy::<2, 2>(numbers),
            (Numbers::Whole(numbers), 4) => self.copy::<4, 4>(numbers),
            (Numbers::Whole(numbers), 8) => self.copy::<8, 8>(numbers),
            (Numbers::Whole(numbers), 12) => self.copy::<12, 12>(numbers),
            (Numbers::Whole(numbers), 16) => self.copy::<16, 16>(numbers),
            (Numbers::Whole(numbers), _) => {
                let end = self.at.wrapping_add(bytes);
                let rows = self.rows.chunks_exact_mut(self.size);
                for (row, number) in rows.zip(numbers.chunks_exact(bytes.max(1))) {
                    if let Some(place) = row.get_mut(self.at..end) {
                        place.copy_from_slice(number);
                    }
                }
            }
        }
    }

    /// Copies the lengths of texts, each after the start of its text. Returns the starts of the next texts.
    pub(super) fn put_places<const N: usize>(
        &mut self,
        columns: [Numbers<'_>; N],
        starts: [u32; N],
    ) -> [u32; N] {
        use Numbers::{Short, Whole};
        let mut starts = starts;
        match (columns.as_slice(), starts.as_mut_slice()) {
            ([Short(a), Short(b), Short(c), Short(d)], [e, f, g, h]) => {
                self.four_places([*a, *b, *c, *d], [e, f, g, h]);
            }
            ([Short(a), Short(b)], [e, f]) => self.two_places([*a, *b], [e, f]),
            (columns, starts) => {
                for (column, start) in columns.iter().zip(starts) {
                    match column {
                        Short(lengths) => self.places::<1>(lengths, start),
                        Whole(lengths) => self.places::<4>(lengths, start),
                    }
                    self.at = self.at.wrapping_add(PLACE);
                }
            }
        }
        starts
    }

    /// Writes the places of texts, given their indices in a dictionary.
    pub(super) fn put_chosen(&mut self, which: &[u8], all: &Places) {
        let end = self.at.wrapping_add(PLACE);
        for (row, number) in self.rows.chunks_exact_mut(self.size).zip(which) {
            let place = places::<PLACE>(row.get_mut(self.at..end));
            if let (Some([place]), Some(known)) = (place, all.get(usize::from(*number))) {
                *place = *known;
            }
        }
    }

    fn places<const FROM: usize>(&mut self, lengths: &[u8], start: &mut u32) {
        let end = self.at.wrapping_add(PLACE);
        let (rows, mut next) = (self.rows.chunks_exact_mut(self.size), *start);
        for (row, len) in rows.zip(cut::<FROM>(lengths)) {
            if let Some([start, to]) = places(row.get_mut(self.at..end)) {
                (*start, *to) = advance(&mut next, len);
            }
        }
        *start = next;
    }

    fn two_places(&mut self, [a, b]: [&[u8]; 2], [e, f]: [&mut u32; 2]) {
        let end = self.at.wrapping_add(PLACE.wrapping_mul(2));
        let (rows, mut starts) = (self.rows.chunks_exact_mut(self.size), (*e, *f));
        for (row, (a, b)) in rows.zip(cut::<1>(a).iter().zip(cut::<1>(b))) {
            if let Some([a_0, a_1, b_0, b_1]) = places(row.get_mut(self.at..end)) {
                (*a_0, *a_1) = advance(&mut starts.0, a);
                (*b_0, *b_1) = advance(&mut starts.1, b);
            }
        }
        (*e, *f) = starts;
    }

    fn four_places(&mut self, [a, b, c, d]: [&[u8]; 4], [e, f, g, h]: [&mut u32; 4]) {
        let end = self.at.wrapping_add(PLACE.wrapping_mul(4));
        let (rows, mut starts) = (self.rows.chunks_exact_mut(self.size), (*e, *f, *g, *h));
        let lengths = cut::<1>(a).iter().zip(cut::<1>(b)).zip(cut::<1>(c)).zip(cut::<1>(d));
        for (row, (((a, b), c), d)) in rows.zip(lengths) {
            let to = places(row.get_mut(self.at..end));
            if let Some([a_0, a_1, b_0, b_1, c_0, c_1, d_0, d_1]) = to {
                (*a_0, *a_1) = advance(&mut starts.0, a);
                (*b_0, *b_1) = advance(&mut starts.1, b);
                (*c_0, *c_1) = advance(&mut starts.2, c);
                (*d_0, *d_1) = advance(&mut starts.3, d);
            }
        }
        (*e, *f, *g, *h) = starts;
    }

    #[inline(always)]
    fn copy<const FROM: usize, const TO: usize>(&mut self, numbers: &[u8]) {
        let end = self.at.wrapping_add(TO);
        // The row is this one number: the rows are contiguous.
        if self.size == TO && self.at == 0 {
            if const { FROM == TO } {
                let len = self.rows.len().min(numbers.len());
                if let (Some(to), Some(from)) = (self.rows.get_mut(..len), numbers.get(..len)) {
                    to.copy_from_slice(from);
                }
                return;
            }
            let rows: &mut [[u8; TO]] = bytemuck::try_cast_slice_mut(self.rows).unwrap_or_default();
            for (row, number) in rows.iter_mut().zip(cut::<FROM>(numbers)) {
                *row = widened::<FROM, TO>(number);
            }
            return;
        }
        let (mut rows, mut numbers) = (&mut *self.rows, cut::<FROM>(numbers));
        if const { TO <= 2 } {
            let done = pairs(rows, (self.size, self.at..end), numbers);
            rows = rows.get_mut(done.wrapping_mul(self.size)..).unwrap_or_default();
            numbers = numbers.get(done..).unwrap_or_default();
        }
        for (row, number) in rows.chunks_exact_mut(self.size).zip(numbers) {
            if let Some(place) = row.get_mut(self.at..end) {
                place.copy_from_slice(&widened::<FROM, TO>(number));
            }
        }
    }

    #[inline(always)]
    fn copy_two<const FROM: usize, const TO: usize>(&mut self, [a, b]: [&[u8]; 2]) {
        let end = self.at.wrapping_add(TO.wrapping_mul(2));
        let numbers = cut::<FROM>(a).iter().zip(cut::<FROM>(b));
        for (row, (a, b)) in self.rows.chunks_exact_mut(self.size).zip(numbers) {
            if let Some([to_a, to_b]) = places(row.get_mut(self.at..end)) {
                (*to_a, *to_b) = (widened::<FROM, TO>(a), widened(b));
            }
        }
    }

    #[inline(always)]
    fn copy_four<const FROM: usize, const TO: usize>(&mut self, [a, b, c, d]: [&[u8]; 4]) {
        let end = self.at.wrapping_add(TO.wrapping_mul(4));
        let numbers =
            cut::<FROM>(a).iter().zip(cut::<FROM>(b)).zip(cut::<FROM>(c)).zip(cut::<FROM>(d));
        for (row, (((a, b), c), d)) in self.rows.chunks_exact_mut(self.size).zip(numbers) {
            if let Some([to_a, to_b, to_c, to_d]) = places(row.get_mut(self.at..end)) {
                (*to_a, *to_b) = (widened::<FROM, TO>(a), widened(b));
                (*to_c, *to_d) = (widened(c), widened(d));
            }
        }
    }
}

/// Copies numbers to two rows at a time, since the compiler does not unroll a loop that copies one or two bytes to one
/// row. Returns how many were copied: all but the last of an odd number.
#[inline(always)]
fn pairs<const N: usize>(
    rows: &mut [u8],
    (size, place): (usize, Range<usize>),
    numbers: &[[u8; N]],
) -> usize {
    // Lets the compiler know this for all rows.
    if place.start > place.end || place.end > size {
        return 0;
    }
    let two = size.wrapping_mul(2).max(1);
    for (rows, numbers) in rows.chunks_exact_mut(two).zip(numbers.chunks_exact(2)) {
        let Some((first, second)) = rows.split_at_mut_checked(size) else { break };
        let (first, second) = (first.get_mut(place.clone()), second.get_mut(place.clone()));
        let (Some(first), Some(second), [a, b]) = (first, second, numbers) else { break };
        first.copy_from_slice(a);
        second.copy_from_slice(b);
    }
    numbers.len() & !1
}

/// The numbers in `bytes`, which must have no bytes left over.
#[inline(always)]
pub(super) fn cut<const N: usize>(bytes: &[u8]) -> &[[u8; N]] {
    bytemuck::try_cast_slice(bytes).unwrap_or_default()
}

/// The place of the next text.
#[inline(always)]
fn advance<const FROM: usize>(start: &mut u32, len: &[u8; FROM]) -> ([u8; 4], [u8; 4]) {
    let [start, len] = place::advance(start, u32::from_le_bytes(widened(len)));
    (start, len)
}

/// Splits a part of a row into the places of numbers.
#[inline(always)]
fn places<const N: usize>(part: Option<&mut [u8]>) -> Option<&mut [[u8; N]]> {
    bytemuck::try_cast_slice_mut(part?).ok()
}

/// A number, extended with zeros.
#[inline(always)]
fn widened<const FROM: usize, const TO: usize>(number: &[u8; FROM]) -> [u8; TO] {
    let mut wide = [0; TO];
    for (to, from) in wide.iter_mut().zip(number) {
        *to = *from;
    }
    wide
}
