//! Links to shared objects, which stand in tables of their own.

use alloc::vec::Vec;
use core::cell::Cell;
use core::marker::PhantomData;

use super::fault::departed;
use super::mode::{Careful, Mode, Quick};
use super::row::Row;
use super::{At, CarefulReader, Reader, Slot, Terms};
use crate::alone::{Alone, MANY};
use crate::columns::plan::{Act, Plan};
use crate::graph::{self, Link, Objects};
use crate::traits::load_shared;
use crate::{Deserialize, Error, Type};

/// What a reader knows of shared objects.
pub(super) struct Links<'a, 's> {
    pub(super) objects: Objects<'a, Error>,
    plan: &'s Plan,
    /// Which types lead to none.
    alone: Alone,
    /// Where the objects were begun that are open, the rows that were read in parts there, and what
    /// was `used`.
    around: Vec<(At, Option<Row<'a, 's>>, u32)>,
    /// The levels at which those were begun, together.
    pub(super) used: u32,
}

/// Reads the value at the root of the slots, and the objects that it links to; each table has so
/// many.
pub(in crate::columns) fn read_linked<'a, 's, T: Deserialize<'a>>(
    slots: &'s [Slot<'a, 's>],
    budget: &'s Cell<usize>,
    terms: &mut Terms<'a, 's, '_>,
    plan: &'s Plan,
    lens: Vec<usize>,
    is_today: bool,
) -> Result<T, Error> {
    let objects = Objects::new(lens).of_today(is_today);
    let alone = Alone::default();
    terms.links = Some(Links { objects, plan, alone, around: Vec::new(), used: 0 });
    let mut reader =
        Reader::<Careful> { slots, at: At::default(), budget, terms, mode: PhantomData };
    let value = load_shared(&mut reader)?;
    graph::finish(&mut reader)?;
    match &reader.terms.links {
        Some(links) if is_today => links.objects.check_linked()?,
        _ => {}
    }
    Ok(value)
}

impl<'a, 's, M: Mode> Reader<'a, 's, '_, '_, M> {
    /// Reads a value that is left to tables, if it is; nothing if something is wrong.
    #[cfg(any(not(debug_assertions), archive_own_code))]
    pub(super) fn read_by_tables<T: Deserialize<'a>>(&mut self) -> Option<T> {
        let (later, tables) = self.terms.later.as_ref()?;
        if !later.contains(&self.at.slot) {
            return None;
        }
        let (value, left) = tables.read_at(self.at.slot, self.budget.get())?;
        self.budget.set(left);
        Some(value)
    }

    /// Whether the list at which the reader is may be read by code of its own, or is left to tables.
    #[inline(always)]
    pub(super) fn is_own_list(&self) -> bool {
        if self.by_rows() {
            return false;
        }
        let Some(slot) = self.slots.get(self.at.slot) else { return false };
        let is_later = slot.places.is_empty() && self.terms.later.is_some();
        // Of few elements, it takes longer to find out what they lead to.
        let is_many = || Self::place(slot, self.at.row).is_ok_and(|(_, len)| len >= MANY);
        is_later || (!M::QUICK && is_many())
    }
}

#[cfg(any(not(debug_assertions), archive_own_code))]
impl<'a> CarefulReader<'a, '_, '_, '_> {
    /// Reads a value quickly, which leads to no object; nothing if that is for others, or something is wrong.
    pub(crate) fn quick_value<T: Deserialize<'a>>(&mut self) -> Option<T> {
        // What fails is read twice, and so its hooks run twice.
        if self.by_rows() || self.terms.context.lends() {
            return None;
        }
        self.terms.links.as_mut()?.alone.levels(T::TYPE)?;
        if let Some(value) = self.read_by_tables() {
            return Some(value);
        }
        let (at, left) = (self.at, self.budget.get());
        let (slots, budget, terms) = (self.slots, self.budget, &mut *self.terms);
        let value = Reader::<Quick> { slots, at, budget, terms, mode: PhantomData }.value();
        if value.is_err() {
            self.budget.set(left);
        }
        value.ok()
    }
}

impl<'a, 's, M: Mode> Reader<'a, 's, '_, '_, M> {
    /// The link at which the reader is, if one is there.
    #[cold]
    pub(super) fn find_link(&mut self, to: &'static Type) -> Result<Option<Link>, M::Error> {
        if self.terms.links.is_none() {
            return Ok(None);
        }
        if self.by_rows() {
            let row = self.number_in_row().map(u32::from_le_bytes)?;
            let Terms { versions, links, .. } = &mut *self.terms;
            let mut version = |shape| versions.of(shape);
            let found = links.as_ref().and_then(|links| links.plan.table_of(to, &mut version));
            let table = found.ok_or_else(|| M::fail(departed))?;
            return Ok(Some(link(table.table, row, table.spot.wrapping_add(1))));
        }
        let slot = self.slot()?;
        match slot.act {
            Act::Link(table) => {
                let row = self.number().map(u32::from_le_bytes)?;
                Ok(Some(link(table, row, slot.first)))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn enter_object(&mut self, link: Link) {
        let (at, levels) = (self.at, self.levels());
        let Terms { links, row, .. } = &mut *self.terms;
        if let Some(links) = links {
            links.around.push((at, row.take(), links.used));
            links.used = links.used.saturating_add(levels);
        }
        self.at = At { slot: link.place, row: link.row, ..At::default() };
    }

    pub(super) fn leave_object(&mut self) {
        let Terms { links, row, .. } = &mut *self.terms;
        let Some(links) = links else { return };
        if let Some(around) = links.around.pop() {
            (self.at, *row, links.used) = around;
        }
    }

    /// The levels of the object that is being read, or of the value itself, at which the reader is.
    fn levels(&self) -> u32 {
        match &self.terms.row {
            Some(row) if self.at.by_rows => self.terms.levels_of(row),
            _ => self.origin(self.at.slot).depth,
        }
    }
}

fn link(table: usize, row: u32, place: usize) -> Link {
    Link { table, row: usize::try_from(row).unwrap_or(usize::MAX), place }
}
