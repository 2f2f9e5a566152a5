//! Unpacks and checks the columns of an archive for the reader by row number.
//!
//! It goes through the plan from the root, and counts the rows of each spot from the columns above it. All memory is
//! charged to the budget before it is reserved. Once everything is unpacked, a row of any spot can be found by its
//! number.

mod counts;

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::block::{BodySize, Directory};
use super::convert::{check_numbers, convert};
use super::pack::{Packed, index_together, is_raw, unpack};
use super::plan::{Act, NONE, Plan, Spot};
use super::tree::{Part, width};
use crate::limits::{claimed, too_deep};
use crate::{Error, ErrorKind, PrimitiveKind};

/// The bytes of a column, the same bytes if they live as long as the input, and their offset in the archive.
type Stored<'a, 'b> = (&'b [u8], Option<&'a [u8]>, usize);

/// The unpacked data of a spot.
#[derive(Clone, Debug, Default)]
pub(super) struct Unpacked<'a, 'b> {
    /// Numbers as little-endian bytes.
    pub(super) numbers: Cow<'b, [u8]>,
    /// An entry for each row. For texts, bytes, lists, maps and values in rows: eight bytes, the start and the length.
    /// For enums: eight bytes, the variant and the row in it. For options: four bytes, the row of the value plus 1, or
    /// 0.
    pub(super) places: Vec<u8>,
    /// Text and bytes that can be borrowed as long as the input lives (`text`, `bytes`), and those that cannot.
    pub(super) text: &'a str,
    pub(super) held_text: &'b str,
    pub(super) bytes: &'a [u8],
    pub(super) held_bytes: &'b [u8],
    /// The offset of its column in the archive.
    pub(super) offset: usize,
}

/// The blocks of a body by their index in the directory; `None` for those that are not needed.
pub(super) type Blocks<'a> = Vec<Option<Cow<'a, [u8]>>>;

/// Unpacks the columns that a plan needs.
pub(super) struct Unpack<'a, 'b, 'p> {
    pub(super) plan: &'p Plan,
    pub(super) directory: &'p Directory,
    pub(super) blocks: &'b [Option<Cow<'a, [u8]>>],
    pub(super) body: BodySize,
    /// How much memory may still be reserved.
    pub(super) budget: usize,
    pub(super) depth: u32,
    pub(super) spots: Vec<Unpacked<'a, 'b>>,
    /// If given, lists and maps with one row are not unpacked if tables can read them: their spots are added here.
    pub(super) later: Option<Vec<usize>>,
}

/// The columns that a plan needs.
pub(super) fn needed(plan: &Plan) -> Vec<usize> {
    let mut columns = Vec::new();
    let mut add = |node: usize| {
        let node = plan.tree.get(node);
        columns.extend(node.column..node.column.saturating_add(node.part.columns()));
    };
    for spot in plan.spots.iter().filter(|spot| spot.node != NONE) {
        add(spot.node);
        if spot.required != NONE {
            add(spot.required);
        }
    }
    columns
}

impl<'a, 'b> Unpack<'a, 'b, '_> {
    /// Unpacks a spot with `rows` rows, and its parts.
    pub(super) fn unpack(&mut self, at: usize, rows: usize) -> Result<(), Error> {
        let spot = self.plan.get(at);
        if spot.act == Act::Absent {
            return Ok(());
        }
        if rows > 0 && spot.depth > self.depth {
            return Err(too_deep(self.depth));
        }
        if spot.required != NONE {
            self.check_required(spot.required, rows)?;
        }
        self.unpack_act(at, spot, rows)?;
        self.share_offset(at, spot);
        Ok(())
    }

    /// Gives a spot without an offset that of its first part, and parts without an offset that of the spot. So every
    /// error has a place.
    fn share_offset(&mut self, at: usize, spot: &Spot) {
        let of = |unpacked: &Unpacked<'_, '_>| Some(unpacked.offset).filter(|offset| *offset > 0);
        let parts = spot.first..spot.first.saturating_add(spot.len);
        let own = self.spots.get(at).and_then(of);
        let first = self.spots.get(parts.clone()).unwrap_or_default().iter().find_map(of);
        let Some(offset) = own.or(first) else {
            return;
        };
        let parts = self.spots.get_mut(parts).unwrap_or_default().iter_mut();
        parts.filter(|part| part.offset == 0).for_each(|part| part.offset = offset);
        self.put(at, |unpacked| unpacked.offset = offset);
    }

    fn unpack_act(&mut self, at: usize, spot: &Spot, rows: usize) -> Result<(), Error> {
        let parts = spot.first..spot.first.saturating_add(spot.len);
        if let (1, Act::List | Act::Map, Some(later)) = (rows, spot.act, &mut self.later) {
            let is_run = matches!(self.plan.get(spot.first).act, Act::Number(_));
            if !is_run && self.plan.may_be_in_tables(at) {
                later.push(at);
                return Ok(());
            }
        }
        match spot.act {
            Act::Absent | Act::Unit => Ok(()),
            Act::Number(kind) => self.numbers(at, spot, kind, rows),
            Act::Link(_) | Act::Follow(_) => self.links(at, spot, rows),
            Act::Text | Act::Bytes | Act::Rows | Act::ForeignRows => self.bytes(at, spot, rows),
            Act::Option => {
                let held = self.presence(at, spot, rows)?;
                self.unpack(spot.first, held)
            }
            Act::List => {
                let total = self.lens(at, spot, rows)?;
                self.unpack(spot.first, total)
            }
            Act::FixedList(len) | Act::FixedBytes(len) => {
                let lens = core::iter::repeat_n(u32::try_from(len).unwrap_or(u32::MAX), rows);
                let total = self.places(at, lens)?;
                self.unpack(spot.first, total)
            }
            Act::Map => {
                let total = self.lens(at, spot, rows)?;
                parts.into_iter().try_for_each(|part| self.unpack(part, total))
            }
            Act::Array(len) => {
                let total = rows.checked_mul(len).filter(|total| u32::try_from(*total).is_ok());
                if matches!(self.plan.tree.get(spot.node).part, Part::List | Part::Bytes) {
                    self.check_lens(spot, rows, len)?;
                }
                self.unpack(spot.first, total.ok_or_else(|| self.damaged(spot, "too many rows"))?)
            }
            Act::Always | Act::Tuple | Act::Struct | Act::Variant => {
                parts.into_iter().try_for_each(|part| self.unpack(part, rows))
            }
            Act::Enum => {
                let counts = self.tags(at, spot, rows)?;
                parts.zip(counts).try_for_each(|(part, count)| self.unpack(part, count))
            }
        }
    }

    /// The bytes of a column, and its offset in the archive.
    fn column(&self, column: usize) -> Result<Stored<'a, 'b>, Error> {
        let missing = || super::block::damaged("a column is missing", &self.body);
        let (block, range) = self.directory.column(column).ok_or_else(missing)?;
        let offset = self.directory.blocks.get(*block).map_or(0, |block| block.offset(range));
        let offset = self.body.offset.saturating_add(offset);
        let block = self.blocks.get(*block).and_then(Option::as_ref).ok_or_else(missing)?;
        let held = block.get(range.clone()).ok_or_else(missing)?;
        let borrowed = match block {
            Cow::Borrowed(bytes) if self.directory.lends() => bytes.get(range.clone()),
            _ => None,
        };
        Ok((held, borrowed, offset))
    }

    /// The number of a spot's own column.
    fn own(&self, spot: &Spot, index: usize) -> usize {
        self.plan.tree.get(spot.node).column.saturating_add(index)
    }

    #[cold]
    fn damaged(&self, spot: &Spot, what: &'static str) -> Error {
        let offset = self.column(self.own(spot, 0)).map_or(0, |(_, _, offset)| offset);
        at(offset, Error::new(ErrorKind::InvalidValue, what))
    }

    fn claim(&mut self, count: usize, bytes: usize) -> Result<(), Error> {
        self.budget = claimed(self.budget, count.saturating_mul(bytes))?;
        Ok(())
    }

    /// Unpacks a column of numbers.
    fn unpacked(
        &mut self,
        stored: &'b [u8],
        width: usize,
        rows: usize,
        offset: usize,
    ) -> Result<Cow<'b, [u8]>, Error> {
        if !is_raw(stored) {
            self.claim(rows, width)?;
        }
        unpack(stored, width, rows).map_err(|error| at(offset, error))
    }

    fn numbers(
        &mut self,
        index: usize,
        spot: &Spot,
        ours: PrimitiveKind,
        rows: usize,
    ) -> Result<(), Error> {
        let (numbers, theirs, offset) = match self.plan.tree.get(spot.node).part {
            Part::Number(theirs) => {
                let (stored, _, offset) = self.column(self.own(spot, 0))?;
                let numbers = match index_together(stored) {
                    Some(index) if theirs.is_float() => {
                        self.floats(spot, (index, width(theirs)), rows)?
                    }
                    _ => self.unpacked(stored, width(theirs), rows, offset)?,
                };
                (numbers, theirs, offset)
            }
            Part::Bytes => {
                let (held, _, offset) = self.column(self.own(spot, 1))?;
                check_total(held, rows, offset)?;
                (Cow::Borrowed(held), PrimitiveKind::U8, offset)
            }
            _ => return Ok(()),
        };
        check_numbers(&numbers, theirs).map_err(|error| at(offset, error))?;
        let numbers = if theirs == ours {
            numbers
        } else {
            self.claim(rows, width(ours))?;
            Cow::Owned(convert(&numbers, theirs, ours).map_err(|error| at(offset, error))?)
        };
        self.put(index, |unpacked| (unpacked.numbers, unpacked.offset) = (numbers, offset));
        Ok(())
    }

    /// Unpacks a column of floats that is stored together with others, as the one at `index`.
    fn floats(
        &mut self,
        spot: &Spot,
        (index, width): (usize, usize),
        rows: usize,
    ) -> Result<Cow<'b, [u8]>, Error> {
        let Some(column) = self.plan.tree.beside(self.own(spot, 0), (index, width)) else {
            return Err(self
                .damaged(spot, "the column that contains these floats is not one of such floats"));
        };
        let (first, _, offset) = self.column(column)?;
        let packed = Packed::read_together(first, (index, width), rows);
        let mut packed = packed.map_err(|error| at(offset, error))?;
        self.claim(rows, width)?;
        let mut room = Vec::with_capacity(rows.saturating_mul(width));
        packed.next(rows, &mut room);
        Ok(Cow::Owned(room))
    }

    fn links(&mut self, index: usize, spot: &Spot, rows: usize) -> Result<(), Error> {
        let (stored, _, offset) = self.column(self.own(spot, 0))?;
        let numbers = self.unpacked(stored, 4, rows, offset)?;
        self.put(index, |unpacked| (unpacked.numbers, unpacked.offset) = (numbers, offset));
        Ok(())
    }

    /// Unpacks the tables of shared objects. Returns how many objects each has.
    pub(super) fn unpack_tables(&mut self) -> Result<Vec<usize>, Error> {
        let plan = self.plan;
        let mut lens = alloc::vec![0; plan.tree.tables.len()];
        for table in &plan.tables {
            let spot = plan.get(table.spot);
            let total = self.lens(table.spot, spot, 1)?;
            // The reader notes for each object whether a link leads to it, even if the object takes no bytes.
            self.claim(total, 1)?;
            self.unpack(spot.first, total)?;
            self.share_offset(table.spot, spot);
            let places = self.spots.get(table.spot).map(|spot| spot.places.as_slice());
            let len = places.and_then(|places| places.last_chunk::<4>());
            if let (Some(place), Some(len)) = (lens.get_mut(table.table), len) {
                *place = usize::try_from(u32::from_le_bytes(*len)).unwrap_or(usize::MAX);
            }
        }
        Ok(lens)
    }

    fn put(&mut self, index: usize, set: impl FnOnce(&mut Unpacked<'a, 'b>)) {
        if let Some(unpacked) = self.spots.get_mut(index) {
            set(unpacked);
        }
    }

    fn bytes(&mut self, index: usize, spot: &Spot, rows: usize) -> Result<(), Error> {
        let total = match self.dictionary(index, spot, rows)? {
            Some(total) => total,
            None => self.lens(index, spot, rows)?,
        };
        let (held, borrowed, offset) = self.column(self.own(spot, 1))?;
        check_total(held, total, offset)?;
        let is_text = spot.act == Act::Text;
        let text = |bytes: &'b [u8]| if is_text { text_of(bytes, offset) } else { Ok("") };
        let (text, held_text) = match borrowed {
            Some(bytes) if is_text => (text_of(bytes, offset)?, ""),
            _ => ("", text(held)?),
        };
        self.put(index, |unpacked| {
            (unpacked.text, unpacked.held_text, unpacked.offset) = (text, held_text, offset);
            match borrowed {
                Some(bytes) => unpacked.bytes = bytes,
                None => unpacked.held_bytes = held,
            }
        });
        Ok(())
    }
}

/// Checks that a column has as many bytes as its lengths say.
fn check_total(held: &[u8], total: usize, offset: usize) -> Result<(), Error> {
    if held.len() == total {
        return Ok(());
    }
    let detail = format!("a column has {} bytes, but its lengths add up to {total}", held.len());
    Err(at(offset, Error::new(ErrorKind::Length, detail)))
}

fn text_of(bytes: &[u8], offset: usize) -> Result<&str, Error> {
    crate::rows::text_of(bytes)
        .map_err(|_| at(offset, Error::new(ErrorKind::InvalidUtf8, "text is not valid UTF-8")))
}

/// Adds the offset in the archive to an error.
#[cold]
fn at(offset: usize, error: Error) -> Error {
    error.at_offset(u64::try_from(offset).unwrap_or(u64::MAX))
}
