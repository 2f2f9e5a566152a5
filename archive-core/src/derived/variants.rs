//! Groups the values of an enum by variant, to save them in columns.

use crate::traits::BLOCK;
use crate::traits::Batches;
use crate::{Serialize, Shape};

/// The most variants that are grouped: an index is one byte.
const MOST: usize = 256;

/// A batch of an enum's values, sorted by variant.
#[derive(Debug)]
pub struct Variants<'v, T> {
    rows: [&'v T; BLOCK],
    /// Where the values of each variant end.
    ends: [u8; MOST],
}

/// Visits the variants of many values, all without fields.
#[inline(always)]
pub fn units<T: Serialize, A: Batches>(
    archive: &mut A,
    shape: &'static Shape,
    rows: &[&T],
    index: impl Fn(&T) -> usize,
) -> Result<(), A::Error> {
    let mut indices = [0; BLOCK];
    let few = indices.get_mut(..rows.len()).filter(|_| shape.variants().len() <= MOST);
    let Some(indices) = few else {
        return archive.one_by_one(rows);
    };
    fill(indices, rows, index);
    archive.unit_variant_rows(shape, indices)
}

/// Visits the variants of many values, then the values grouped by variant.
#[inline(always)]
pub fn by_variant<'v, T: Serialize, A: Batches>(
    archive: &mut A,
    shape: &'static Shape,
    rows: &[&'v T],
    index: impl Fn(&'v T) -> usize,
    visit: impl FnOnce(&mut A, &Variants<'v, T>) -> Result<(), A::Error>,
) -> Result<(), A::Error> {
    let variants = shape.variants().len();
    let Some(first) = rows.first() else { return Ok(()) };
    let mut indices = [0; BLOCK];
    let (Some(indices), true) = (indices.get_mut(..rows.len()), variants <= MOST) else {
        return archive.one_by_one(rows);
    };
    fill(indices, rows, index);
    archive.unit_variant_rows(shape, indices)?;
    let mut sorted = Variants { rows: [*first; BLOCK], ends: [0; MOST] };
    sorted.sort(rows, indices, variants);
    visit(archive, &sorted)
}

/// Fills in the variant index of each value.
#[inline(always)]
fn fill<'v, T>(indices: &mut [u8], rows: &[&'v T], index: impl Fn(&'v T) -> usize) {
    for (place, row) in indices.iter_mut().zip(rows) {
        *place = u8::try_from(index(row)).unwrap_or(u8::MAX);
    }
}

impl<'v, T> Variants<'v, T> {
    /// Sorts as many values as fit; the order within each variant is kept.
    #[inline(always)]
    fn sort(&mut self, rows: &[&'v T], indices: &[u8], variants: usize) {
        for index in indices {
            if let Some(count) = self.ends.get_mut(usize::from(*index)) {
                *count = count.wrapping_add(1);
            }
        }
        let mut start = 0_u8;
        for end in self.ends.iter_mut().take(variants) {
            (*end, start) = (start, start.wrapping_add(*end));
        }
        for (index, row) in indices.iter().zip(rows) {
            if let Some(end) = self.ends.get_mut(usize::from(*index)) {
                if let Some(place) = self.rows.get_mut(usize::from(*end) % BLOCK) {
                    *place = *row;
                }
                *end = end.wrapping_add(1);
            }
        }
    }

    /// The values of the variant at `index`.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, index: usize) -> &[&'v T] {
        let end = |index: usize| self.ends.get(index).map_or(0, |end| usize::from(*end));
        let start = index.checked_sub(1).map_or(0, end);
        self.rows.get(start..end(index)).unwrap_or_default()
    }
}
