//! Unpacks the columns that say how many rows parts have: lengths, flags and tags.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::{Unpack, at};
use crate::columns::bytes::Bytes;
use crate::columns::convert::check_bits;
use crate::columns::pack::{Dictionary, unpack_u32};
use crate::columns::plan::Spot;
use crate::columns::tags::Variants;
use crate::columns::tree::Part;
use crate::limits::over_budget;
use crate::{Error, ErrorKind};

impl<'a, 'b> Unpack<'a, 'b, '_> {
    /// Stores the start and length of each row, given the lengths. Returns the total.
    pub(super) fn places(
        &mut self,
        index: usize,
        lens: impl ExactSizeIterator<Item = u32>,
    ) -> Result<usize, Error> {
        self.claim(lens.len(), 8)?;
        let mut places = Bytes::ready(lens.len().saturating_mul(8))?;
        let mut start = 0_u64;
        let place = |len: u32| {
            let place = (start & u64::from(u32::MAX)) | (u64::from(len) << 32);
            start = start.saturating_add(u64::from(len));
            place
        };
        lens.map(place).for_each(|place| places.push(place.to_le_bytes()));
        let total = u32::try_from(start).ok().and_then(|total| usize::try_from(total).ok());
        let total = total.ok_or_else(|| over_budget(usize::MAX, self.budget))?;
        let places = places.into_vec();
        self.put(index, |unpacked| unpacked.places = places);
        Ok(total)
    }

    fn stored_lens(&mut self, spot: &Spot, rows: usize) -> Result<(Vec<u32>, usize), Error> {
        let (stored, _, offset) = self.column(self.own(spot, 0))?;
        self.claim(rows, 4)?;
        let lens = unpack_u32(stored, rows).map_err(|error| at(offset, error))?;
        Ok((lens, offset))
    }

    pub(super) fn lens(&mut self, index: usize, spot: &Spot, rows: usize) -> Result<usize, Error> {
        let (lens, offset) = self.stored_lens(spot, rows)?;
        let total = self.places(index, lens.iter().copied()).map_err(|error| at(offset, error))?;
        self.put(index, |unpacked| unpacked.offset = offset);
        self.budget = self.budget.saturating_add(rows.saturating_mul(4));
        Ok(total)
    }

    /// If a column of lengths has a dictionary, stores the place of each text. Returns the total length of the
    /// dictionary's texts.
    pub(super) fn dictionary(
        &mut self,
        index: usize,
        spot: &Spot,
        rows: usize,
    ) -> Result<Option<usize>, Error> {
        if self.plan.tree.get(spot.node).part != Part::Text {
            return Ok(None);
        }
        let (stored, _, offset) = self.column(self.own(spot, 0))?;
        let found = Dictionary::read(stored, rows).map_err(|error| at(offset, error))?;
        let Some(found) = found else { return Ok(None) };
        self.claim(rows, 9)?;
        let all = found.places();
        let (mut which, mut room) = (found.which, Vec::new());
        let mut places = Bytes::ready(rows.saturating_mul(8))?;
        for number in which.next(rows, &mut room) {
            let number = usize::from(*number);
            match all.get(number).filter(|_| number < found.len()) {
                Some(place) => places.push(*place),
                None => {
                    let detail = format!("no text has the number {number}");
                    return Err(at(offset, Error::new(ErrorKind::InvalidValue, detail)));
                }
            }
        }
        let places = places.into_vec();
        self.put(index, |unpacked| (unpacked.places, unpacked.offset) = (places, offset));
        self.budget = self.budget.saturating_add(rows);
        Ok(Some(found.total()))
    }

    /// Checks that a list which is an array in the program has that length in every row.
    pub(super) fn check_lens(&mut self, spot: &Spot, rows: usize, len: usize) -> Result<(), Error> {
        let (lens, offset) = self.stored_lens(spot, rows)?;
        match lens.iter().find(|found| usize::try_from(**found) != Ok(len)) {
            None => Ok(()),
            Some(found) => {
                let detail = format!(
                    "the archive has a list of {found} elements, but this program has an \
                    array of {len}"
                );
                Err(at(offset, Error::new(ErrorKind::InvalidValue, detail)))
            }
        }
    }

    /// Numbers the rows whose option has a value. Returns how many there are.
    pub(super) fn presence(
        &mut self,
        index: usize,
        spot: &Spot,
        rows: usize,
    ) -> Result<usize, Error> {
        let (presence, offset) = self.flags(spot.node, rows)?;
        self.claim(rows, 4)?;
        let mut held = 0_u32;
        let mut places = Bytes::ready(rows.saturating_mul(4))?;
        let place = |is_some: &u8| {
            held = held.wrapping_add(u32::from(*is_some));
            held.wrapping_mul(u32::from(*is_some))
        };
        presence.iter().map(place).for_each(|place| places.push(place.to_le_bytes()));
        let places = places.into_vec();
        self.put(index, |unpacked| (unpacked.places, unpacked.offset) = (places, offset));
        Ok(usize::try_from(held).unwrap_or(usize::MAX))
    }

    /// The flags of an option, checked to be 0 or 1.
    fn flags(&mut self, node: usize, rows: usize) -> Result<(Cow<'b, [u8]>, usize), Error> {
        let (stored, _, offset) = self.column(self.plan.tree.get(node).column)?;
        let flags = self.unpacked(stored, 1, rows, offset)?;
        check_bits(&flags, "the tag of an option is neither 0 nor 1")
            .map_err(|error| at(offset, error))?;
        Ok((flags, offset))
    }

    pub(super) fn check_required(&mut self, node: usize, rows: usize) -> Result<(), Error> {
        let (flags, offset) = self.flags(node, rows)?;
        if flags.iter().all(|is_some| *is_some == 1) {
            return Ok(());
        }
        let detail = "the archive has no value where this program needs one";
        Err(at(offset, Error::new(ErrorKind::InvalidValue, detail)))
    }

    /// Numbers the rows of each variant. Returns how many each has.
    pub(super) fn tags(
        &mut self,
        index: usize,
        spot: &Spot,
        rows: usize,
    ) -> Result<Vec<usize>, Error> {
        let width = if self.plan.tree.get(spot.node).part == (Part::Enum { is_wide: true }) {
            4
        } else {
            1
        };
        let (stored, _, offset) = self.column(self.own(spot, 0))?;
        let tags = self.unpacked(stored, width, rows, offset)?;
        self.claim(rows, 8)?;
        let variants = Variants::of(self.plan, spot);
        let mut counts = alloc::vec![0_u32; spot.len];
        let mut places = Vec::new();
        if places.try_reserve_exact(rows.saturating_mul(8)).is_err() {
            return Err(crate::limits::out_of_memory(rows, 8));
        }
        let mut unknown = None;
        for tag in tags.chunks_exact(width) {
            let (tag, variant) = variants.of_tag(tag);
            match counts.get_mut(variant) {
                Some(row) => {
                    let variant = u64::try_from(variant).unwrap_or(u64::MAX);
                    let place = (variant & u64::from(u32::MAX)) | (u64::from(*row) << 32);
                    places.extend_from_slice(&place.to_le_bytes());
                    *row = row.wrapping_add(1);
                }
                None => unknown = unknown.or(Some(tag)),
            }
        }
        if let Some(tag) = unknown {
            let detail = format!("no variant has the tag {tag}");
            return Err(at(offset, Error::new(ErrorKind::UnknownTag, detail)));
        }
        self.put(index, |unpacked| (unpacked.places, unpacked.offset) = (places, offset));
        Ok(counts.into_iter().map(|count| usize::try_from(count).unwrap_or(usize::MAX)).collect())
    }
}
