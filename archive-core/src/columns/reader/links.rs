//! Links to shared objects, which stand in tables of their own.

use alloc::vec::Vec;
use core::cell::Cell;
use core::marker::PhantomData;

use super::fault::departed;
use super::mode::{Careful, Mode};
use super::row::Row;
use super::{At, Data, Reader, Slot, Terms};
use crate::columns::plan::{Act, Plan};
use crate::graph::{self, Link, Objects};
use crate::limits::too_deep;
use crate::{Deserialize, Error, ErrorKind, Type};

/// What a reader knows of shared objects.
pub(super) struct Links<'a, 's> {
    pub(super) objects: Objects<'a, Error>,
    plan: &'s Plan,
    /// Where the objects were begun that are open, the rows that were read in parts there, and what
    /// was `used`.
    around: Vec<(At, Option<Row<'a, 's>>, u32)>,
    /// The levels at which those were begun, together.
    pub(super) used: u32,
    /// How many more links may be followed within each other, to objects that are not shared here.
    levels: u32,
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
    let levels = terms.limits.depth;
    terms.links = Some(Links { objects, plan, around: Vec::new(), used: 0, levels });
    let mut reader =
        Reader::<Careful> { slots, at: At::default(), budget, terms, mode: PhantomData };
    let value = reader.value()?;
    graph::finish(&mut reader)?;
    match &reader.terms.links {
        Some(links) if is_today => links.objects.check_linked()?,
        _ => {}
    }
    Ok(value)
}

impl<'a, 's, M: Mode> Reader<'a, 's, '_, '_, M> {
    /// Whether a value in rows is read in parts, since it may hold links.
    #[inline(always)]
    pub(super) fn keeps_rows(&self, act: Act) -> bool {
        !M::QUICK && matches!(act, Act::Rows) && self.terms.links.is_some()
    }

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

    /// Builds the object of a link, where the program has the object itself.
    #[cold]
    #[inline(never)]
    pub(super) fn follow<T: Deserialize<'a>>(
        &mut self,
        slot: &Slot<'a, 's>,
    ) -> Result<T, M::Error> {
        let Data::Numbers(_) = slot.data else {
            return Err(M::fail(departed));
        };
        let row = self.number().map(u32::from_le_bytes)?;
        let most = self.terms.limits.depth;
        let Some(links) = &mut self.terms.links else {
            return Err(M::fail(departed));
        };
        let Some(levels) = links.levels.checked_sub(1) else {
            return Err(M::fail(|| too_deep(most)));
        };
        let Act::Follow(table) = slot.act else {
            return Err(M::fail(departed));
        };
        if usize::try_from(row).map_or(true, |row| row >= links.objects.len(table)) {
            return Err(M::fail(leads_nowhere));
        }
        links.levels = levels;
        self.enter_object(link(table, row, slot.first));
        let value = self.value()?;
        self.leave_object();
        if let Some(links) = &mut self.terms.links {
            links.levels = links.levels.saturating_add(1);
        }
        Ok(value)
    }
}

fn link(table: usize, row: u32, place: usize) -> Link {
    Link { table, row: usize::try_from(row).unwrap_or(usize::MAX), place }
}

#[cold]
fn leads_nowhere() -> Error {
    Error::new(ErrorKind::InvalidLink, "a link leads to no object")
}
