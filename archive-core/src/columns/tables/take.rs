//! Adds columns of the archive to the row that is being laid out.

use alloc::borrow::Cow;
use alloc::boxed::Box;

use ascii::AsciiStr;

use super::build::Build;
use super::draft::Draft;
use super::place::{PLACE, advance};
use super::stage::{Column, Form};
use crate::PrimitiveKind;
use crate::columns::pack::{Dictionary, Packed, is_raw};
use crate::columns::plan::{Act, Spot};
use crate::columns::tree::width;
use crate::rows::text_of;

impl<'a, 'b> Build<'a, 'b, '_> {
    pub(super) fn number(
        &mut self,
        spot: &Spot,
        kind: PrimitiveKind,
        (rows, count): (usize, usize),
        byte: usize,
    ) -> Option<usize> {
        let bytes = width(kind);
        self.column(spot, bytes, (rows, count), byte)?;
        byte.checked_add(bytes.checked_mul(count)?)
    }

    /// Adds the first column of a spot to the row.
    pub(super) fn column(
        &mut self,
        spot: &Spot,
        width: usize,
        (rows, count): (usize, usize),
        at: usize,
    ) -> Option<()> {
        let stored = self.stored(spot, 0)?;
        if self.is_one {
            return self.only(spot, stored, width, count);
        }
        let numbers = self.packed(spot, stored, width, rows.checked_mul(count)?)?;
        let bytes = width.checked_mul(count)?;
        let (form, start, held) = (Form::Numbers, 0, None);
        let places = None;
        self.columns.push(Column { numbers, count, bytes, at, form, start, held, places });
        Some(())
    }

    /// Like [`column`](Self::column), for the lengths or flags of rows. Returns their sum.
    pub(super) fn counted(
        &mut self,
        spot: &Spot,
        width: usize,
        rows: usize,
        at: usize,
    ) -> Option<usize> {
        self.column(spot, width, (rows, 1), at)?;
        let sum = match (self.is_one, width, self.ones.as_slice()) {
            (true, 1, [.., flag]) => u64::from(*flag),
            (true, _, [.., a, b, c, d]) => u64::from(u32::from_le_bytes([*a, *b, *c, *d])),
            _ => self.columns.last()?.numbers.sum(rows),
        };
        usize::try_from(sum).ok()
    }

    /// Adds the places of a spot's texts to the row. The texts must cover all bytes of their column.
    pub(super) fn texts(&mut self, spot: &Spot, rows: usize, at: usize) -> Option<()> {
        let stored = self.stored(spot, 0)?;
        let len = u32::try_from(self.stored(spot, 1)?.len()).ok()?;
        if let Some(found) = Dictionary::read(stored, rows).ok()? {
            return self.chosen(found, len, at);
        }
        let numbers = Packed::read(stored, 4, rows).ok()?;
        if self.is_one {
            if numbers.sum(rows) != u64::from(len) {
                return None;
            }
            self.ones.extend_from_slice(advance(&mut 0, len).as_flattened());
        } else {
            let (form, start, held, places) = (Form::Texts { end: len }, 0, None, None);
            let (count, bytes) = (1, PLACE);
            self.columns.push(Column { numbers, count, bytes, at, form, start, held, places });
        }
        Some(())
    }

    /// Like [`texts`](Self::texts), for a dictionary.
    fn chosen(&mut self, found: Dictionary<'b>, len: u32, at: usize) -> Option<()> {
        if u32::try_from(found.total()) != Ok(len) {
            return None;
        }
        let (mut which, places) = (found.which, found.places());
        if self.is_one {
            let [which] = *which.next(1, self.rooms.first()) else { return None };
            self.ones.extend_from_slice(places.get(usize::from(which))?);
            return Some(());
        }
        self.columns.push(Column {
            numbers: which,
            count: 1,
            bytes: PLACE,
            at,
            form: Form::Which,
            start: 0,
            held: None,
            places: Some(Box::new(places)),
        });
        Some(())
    }

    /// Adds a column to the only row.
    fn only(&mut self, spot: &Spot, stored: &'b [u8], width: usize, count: usize) -> Option<()> {
        let numbers = match stored.split_first() {
            // Most are raw.
            Some((_, raw)) if is_raw(stored) && Some(raw.len()) == width.checked_mul(count) => raw,
            _ => self.packed(spot, stored, width, count)?.next(count, self.rooms.first()),
        };
        match *numbers {
            [byte] => self.ones.push(byte),
            [a, b, c, d] => self.ones.extend_from_slice(&[a, b, c, d]),
            _ => self.ones.extend_from_slice(numbers),
        }
        Some(())
    }

    /// The bytes of a spot's own column.
    pub(super) fn stored(&self, spot: &Spot, index: usize) -> Option<&'b [u8]> {
        self.stored_at(self.plan.tree.nodes.get(spot.node)?.column.checked_add(index)?)
    }

    pub(super) fn stored_at(&self, column: usize) -> Option<&'b [u8]> {
        let (block, range) = self.directory.column(column)?;
        self.blocks.get(*block)?.as_ref()?.get(range.clone())
    }

    /// The bytes of a spot's second column, and the same bytes if they live as long as the input.
    pub(super) fn content(&self, spot: &Spot) -> Option<(&'b [u8], Option<&'a [u8]>)> {
        let column = self.plan.tree.nodes.get(spot.node)?.column.checked_add(1)?;
        let (block, range) = self.directory.column(column)?;
        let borrowed = match self.blocks.get(*block)?.as_ref()? {
            Cow::Borrowed(bytes) if self.directory.lends() => bytes.get(range.clone()),
            _ => None,
        };
        Some((self.stored_at(column)?, borrowed))
    }

    pub(super) fn bytes(&self, spot: usize) -> Option<Draft<'a, 'b>> {
        let spot = self.plan.spots.get(spot)?;
        let (held, borrowed) = self.content(spot)?;
        Some(match (spot.act, borrowed) {
            (Act::Text, Some(bytes)) => match AsciiStr::from_ascii(bytes) {
                Ok(text) => Draft::Ascii(text.as_slice()),
                Err(_) => Draft::Text(text_of(bytes).ok()?),
            },
            (Act::Text, None) => Draft::HeldText(text_of(held).ok()?),
            (_, Some(bytes)) => Draft::Bytes(bytes),
            (_, None) => Draft::HeldBytes(held),
        })
    }
}
