//! Links to shared objects, which are in tables.

use alloc::vec::Vec;
use core::cell::Cell;

use super::fault::departed;
use super::row::Row;
use super::{At, Reader, Slot, Terms};
use crate::columns::plan::{Act, Plan};
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::columns::tables::Tables;
use crate::graph::{self, Link, Objects};
use crate::traits::LoadRoot;
use crate::{Deserialize, Error, Type};

/// What the reader knows about shared objects.
pub(super) struct Links<'a, 's> {
    pub(super) objects: Objects<'a, Error>,
    plan: &'s Plan,
    /// For each object that is being read: the position of the link to it, the row that was being read there, and the
    /// value of `used`.
    around: Vec<(At, Option<Row<'a, 's>>, u32)>,
    /// The total of the levels that the objects around the current one have used.
    pub(super) used: u32,
}

/// Reads the value of slot 0 and the objects that it links to. `lens` are the lengths of the tables.
pub(in crate::columns) fn read_linked<'a, 's>(
    slots: &'s [Slot<'a, 's>],
    budget: &'s Cell<usize>,
    terms: &mut Terms<'a, 's, '_>,
    (plan, lens, is_today): (&'s Plan, Vec<usize>, bool),
    root: &mut dyn LoadRoot<'a>,
) -> Result<(), Error> {
    let objects = Objects::new(lens).of_today(is_today);
    terms.links = Some(Links { objects, plan, around: Vec::new(), used: 0 });
    let mut reader = Reader { slots, at: At::default(), budget, terms };
    root.load(&mut reader)?;
    graph::finish(&mut reader)?;
    match &mut reader.terms.links {
        Some(links) if is_today => links.objects.check_linked()?,
        _ => {}
    }
    Ok(())
}

impl<'a, 's> Reader<'a, 's, '_, '_> {
    /// Reads a value by tables, if it was left to them. `None` if it was not, or if anything fails.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    pub(crate) fn own_value<T: Deserialize<'a>>(&mut self) -> Option<T> {
        let Terms { later, context, .. } = &mut *self.terms;
        let (later, tables) = later.as_ref()?;
        let has_places = !self.slots.get(self.at.slot)?.places.is_empty();
        if has_places || self.at.by_rows || !later.contains(&self.at.slot) {
            return None;
        }
        let (slot, budget) = (self.at.slot, self.budget.get());
        let (value, left) =
            context.read_part(|lent| Tables { lent, ..*tables }.read_at(slot, budget))?;
        self.budget.set(left);
        Some(value)
    }

    /// Reads a list by tables, if it was left to them, or directly from columns, if its elements are numbers only.
    /// `None` if neither applies, or if anything fails.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    pub(crate) fn own_list<T: Deserialize<'a>>(&mut self) -> Option<Vec<T>> {
        if let Some(values) = self.own_value() {
            return Some(values);
        }
        if const { !crate::columns::fixed::is_fixed::<T>() } || self.at.by_rows {
            return None;
        }
        let (at, left, before) = (self.at, self.budget.get(), self.terms.context.before_part()?);
        let values = Vec::deserialize(self).ok();
        self.terms.context.after_part(before, values.is_some());
        self.at = at;
        if values.is_none() {
            self.budget.set(left);
        }
        values
    }

    /// The link at the current position, if there is one.
    #[cold]
    pub(super) fn find_link(&mut self, to: &'static Type) -> Result<Option<Link>, Error> {
        if self.terms.links.is_none() {
            return Ok(None);
        }
        if self.at.by_rows {
            let row = self.number_in_row().map(u32::from_le_bytes)?;
            let Terms { versions, links, .. } = &mut *self.terms;
            let mut version = |shape| versions.of(shape);
            let found = links.as_ref().and_then(|links| links.plan.table_of(to, &mut version));
            let table = found.ok_or_else(departed)?;
            return Ok(Some(link(table.table, row, table.spot.wrapping_add(1))));
        }
        let slot = self.slot()?;
        match slot.act {
            Act::Link(table) => {
                let row = self.get().map(u32::from_le_bytes)?;
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

    /// The levels that the object or value being read has used up to here.
    pub(super) fn levels(&self) -> u32 {
        match &self.terms.row {
            Some(row) if self.at.by_rows => self.terms.levels_of(row),
            _ => self.origin(self.at.slot).depth,
        }
    }
}

fn link(table: usize, row: u32, place: usize) -> Link {
    Link { table, row: usize::try_from(row).unwrap_or(usize::MAX), place }
}
