//! The general reader of columns: builds values by looking up each part by its row number.
//!
//! It reads everything that is in columns, and its errors say what failed and where. [`tables`](super::tables) is
//! faster, but supports less.

mod fault;
mod gather;
mod input;
mod links;
mod row;
mod slot;

pub(super) use links::read_linked;
pub(super) use row::Rest;

pub(super) use slot::{Data, Origin, Slot};

use alloc::vec::Vec;
use core::cell::Cell;

use super::fixed;
use super::plan::Act;
use super::tables::Tables;
use crate::schema::Schema;
use crate::traits::{LoadRoot, push, reserved};
use crate::versions::Versions;
use crate::{Context, Deserialize, Error, InputArchive, Limits, Shape, Step};
pub(super) use fault::goes_on;
use fault::{departed, missing};
use links::Links;
use row::Row;

/// The current position in a value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct At {
    slot: usize,
    row: usize,
    /// The row of the first element of the list, map or tuple that was entered last.
    inner_row: usize,
    /// The slot of the first part of that list, map or tuple.
    inner: u32,
    /// Whether its parts are consecutive rows of one slot, and not separate slots.
    is_list: bool,
    /// Whether the position is within a value in rows whose parts are visited one by one.
    by_rows: bool,
}

// At most four words of eight bytes, as for `Scope`: debug builds move more by a call.
const _: () = assert!(size_of::<At>() <= 32);

impl At {
    /// The slot of the first part of what was entered last.
    #[inline(always)]
    fn inner(self) -> usize {
        index(self.inner)
    }

    /// Enters a list, map or tuple.
    #[inline(always)]
    fn open(&mut self, slot: usize, row: usize, is_list: bool) {
        // There are never this many slots; reading the missing slot fails.
        self.inner = u32::try_from(slot).unwrap_or(u32::MAX);
        (self.inner_row, self.is_list) = (row, is_list);
    }
}

/// Builds values from columns.
///
/// It is small, and functions that are not inlined take its fields by value, so that the position stays in registers.
pub struct Reader<'a, 's, 'c, 't> {
    slots: &'s [Slot<'a, 's>],
    at: At,
    /// How much memory may still be reserved.
    budget: &'s Cell<usize>,
    terms: &'t mut Terms<'a, 's, 'c>,
}

/// The parts of the reader that are seldom needed.
pub(super) struct Terms<'a, 's, 'c> {
    /// The schema of the archive, if another program wrote it: it may have unknown variants.
    foreign: Option<&'s Schema>,
    versions: &'s Versions,
    /// Whether the archive has the type's current schema.
    is_today: bool,
    origins: &'s [Origin],
    limits: &'s Limits,
    context: Context<'c>,
    /// The outer positions, to return to when the parts that were entered one by one end.
    entered: Vec<At>,
    /// What is left of the value in rows that is visited part by part, and its depth.
    row: Option<Row<'a, 's>>,
    /// The tables of shared objects, if there are any.
    links: Option<Links<'a, 's>>,
    /// The spots that are left to tables, and the reader of tables.
    pub(super) later: Option<(Vec<usize>, Tables<'a, 's, 's>)>,
}

impl<'s, 'c> Terms<'_, 's, 'c> {
    pub(super) fn new(
        (foreign, versions, is_today): (Option<&'s Schema>, &'s Versions, bool),
        origins: &'s [Origin],
        limits: &'s Limits,
        context: Context<'c>,
    ) -> Self {
        let (entered, row, links, later) = (Vec::new(), None, None, None);
        Self { foreign, versions, is_today, origins, limits, context, entered, row, links, later }
    }

    fn origin(&self, slot: usize) -> Origin {
        self.origins.get(slot).copied().unwrap_or(Origin {
            depth: 0,
            pointers: 0,
            offset: 0,
            parts: 0,
        })
    }
}

impl<'a, 's, 'c, 't> Reader<'a, 's, 'c, 't> {
    /// Reads the value of slot 0.
    #[inline(never)]
    pub(super) fn read(
        slots: &'s [Slot<'a, 's>],
        budget: &'s Cell<usize>,
        terms: &'t mut Terms<'a, 's, 'c>,
        root: &mut dyn LoadRoot<'a>,
    ) -> Result<(), Error> {
        root.load(&mut Self { slots, at: At::default(), budget, terms })
    }

    #[inline(always)]
    fn slot(&self) -> Result<&'s Slot<'a, 's>, Error> {
        match self.slots.get(self.at.slot) {
            Some(slot) => Ok(slot),
            None => Err(departed()),
        }
    }

    fn origin(&self, slot: usize) -> Origin {
        self.terms.origin(slot)
    }

    /// The entry of a row in `places`, as two numbers.
    #[inline(always)]
    fn place(slot: &Slot<'a, 's>, row: usize) -> Result<(usize, usize), Error> {
        let from = row.wrapping_mul(8);
        let Some([a, b, c, d, e, f, g, h]) = slot.places.get(from..from.wrapping_add(8)) else {
            return Err(departed());
        };
        let start = u32::from_le_bytes([*a, *b, *c, *d]);
        let len = u32::from_le_bytes([*e, *f, *g, *h]);
        Ok((index(start), index(len)))
    }

    #[inline(never)]
    fn get<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        if let Some(Slot { data: Data::Numbers(numbers), .. }) = self.slots.get(self.at.slot) {
            let from = self.at.row.wrapping_mul(N);
            if let Some(number) = numbers.get(from..).and_then(<[u8]>::first_chunk) {
                return Ok(*number);
            }
        }
        if self.at.by_rows { self.number_in_row() } else { Err(departed()) }
    }

    /// Builds the value of the current slot.
    #[inline(always)]
    fn value<T: Deserialize<'a>>(&mut self) -> Result<T, Error> {
        match self.slots.get(self.at.slot) {
            Some(Slot { act: Act::Absent, .. }) if !self.at.by_rows => Err(missing()),
            _ => T::deserialize(self),
        }
    }

    #[inline(always)]
    fn step(&mut self, step: Step<'_>) {
        if self.at.by_rows {
            return;
        }
        let At { inner_row, is_list, .. } = self.at;
        let inner = self.at.inner();
        match step {
            Step::Field(record, index) => self.at.slot = record.place.wrapping_add(index),
            Step::Element(index) if is_list => {
                (self.at.slot, self.at.row) = (inner, inner_row.wrapping_add(index));
            }
            Step::Element(index) => self.at.slot = inner.wrapping_add(index),
            Step::Key(index) => {
                (self.at.slot, self.at.row) = (inner, inner_row.wrapping_add(index));
            }
            Step::Value(index) => {
                self.at.slot = inner.wrapping_add(1);
                self.at.row = inner_row.wrapping_add(index);
            }
        }
    }

    /// Enters a list or map and returns its length.
    #[inline(always)]
    fn open(&mut self, is_fit: impl Fn(Act) -> bool) -> Result<usize, Error> {
        let slot = self.slot()?;
        if !is_fit(slot.act) {
            return Err(departed());
        }
        let (start, len) = Self::place(slot, self.at.row)?;
        self.at.open(slot.first, start, true);
        Ok(len)
    }

    /// Gives an error the offset of the current column, unless it has a place.
    #[cold]
    fn placed(&self, error: Error) -> Error {
        match self.origin(self.at.slot).offset {
            0 => error,
            offset => error.at_offset(u64::try_from(offset).unwrap_or(u64::MAX)),
        }
    }
}

/// The version that a type has in the archive.
#[inline(always)]
fn version(shape: &'static Shape, slot: &Slot<'_, '_>) -> u32 {
    match slot.data {
        Data::Type { version, .. } => version,
        _ => shape.version,
    }
}

/// From this many elements on, building them directly from columns pays.
const MANY: usize = 8;

/// Reads the elements of the list that was entered. Not inlined.
#[inline(never)]
fn elements<'a, 's, T: Deserialize<'a>>(
    len: usize,
    slots: &'s [Slot<'a, 's>],
    at: At,
    budget: &'s Cell<usize>,
    terms: &mut Terms<'a, 's, '_>,
) -> Result<Vec<T>, Error> {
    let mut reader = Reader { slots, at, budget, terms };
    let mut values = reserved(&mut reader, len)?;
    // If this fails, the values are read again, so their hooks run twice. Hooks could tell, if something is lent to
    // them.
    let may_repeat = !reader.terms.context.lends();
    if const { fixed::is_fixed::<T>() } && reader.terms.is_today && len >= MANY && may_repeat {
        let all = (slots, reader.terms.origins);
        match gather::elements(&mut values, len, all, (at.inner(), at.inner_row)) {
            Some(()) => return Ok(values),
            None => values.clear(),
        }
    }
    for index in 0..len {
        reader.at.slot = at.inner();
        reader.at.row = at.inner_row.wrapping_add(index);
        match reader.value() {
            Ok(value) => push(&mut values, value),
            Err(error) => return Err(reader.locate(error, Step::Element(index))),
        }
    }
    Ok(values)
}

#[inline(always)]
fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
