//! Values in rows within columns: those of recursive types.

use alloc::borrow::Cow;
use alloc::string::String;

use super::fault::{departed, goes_on};
use super::{Data, Origin, Reader, Slot, Terms};
use crate::columns::plan::Act;
use crate::rows::{Reader as RowReader, State};
use crate::{Error, InputArchive, Scope, Shape};

/// What is left of a value in rows.
pub(super) struct Row<'a, 's> {
    rest: Rest<'a, 's>,
    end: usize,
    depth: u32,
    /// The number of open structs and enums in it.
    levels: u32,
}

impl Terms<'_, '_, '_> {
    /// The levels that the current object may have, inside the objects around it.
    pub(super) fn depth(&self) -> u32 {
        let used = self.links.as_ref().map_or(0, |links| links.used);
        self.limits.depth_inside(used)
    }

    /// The levels used up to the current position in a row.
    pub(super) fn levels_of(&self, row: &Row<'_, '_>) -> u32 {
        self.depth().saturating_sub(row.depth)
    }
}

/// The bytes of rows: of the input, or of memory of this load, from which nothing may be borrowed.
#[derive(Clone, Copy)]
pub(in crate::columns) enum Rest<'a, 's> {
    Input(&'a [u8]),
    Held(&'s [u8]),
}

impl Rest<'_, '_> {
    pub(in crate::columns) fn bytes(&self) -> &[u8] {
        match self {
            Self::Input(bytes) => bytes,
            Self::Held(bytes) => bytes,
        }
    }

    /// The last `len` bytes.
    fn last(self, len: usize) -> Self {
        match self {
            Self::Input(bytes) => Self::Input(end(bytes, len)),
            Self::Held(bytes) => Self::Held(end(bytes, len)),
        }
    }
}

fn end(bytes: &[u8], len: usize) -> &[u8] {
    bytes.get(bytes.len().saturating_sub(len)..).unwrap_or_default()
}

impl<'a, 's> Reader<'a, 's, '_, '_> {
    #[cold]
    #[inline(never)]
    pub(super) fn number_in_row<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        self.in_row(|row| row.fixed_bytes())
    }

    /// Calls `read` with a reader of the row that is visited part by part.
    #[cold]
    #[inline(never)]
    pub(super) fn in_row<R>(
        &mut self,
        read: impl FnOnce(&mut RowReader<'_, '_, '_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let Terms { versions, limits, context, row, .. } = &mut *self.terms;
        let Some(row) = row else {
            return Err(departed());
        };
        let mut state = State::with_budget(limits, self.budget.get(), context.reborrow());
        let bytes = row.rest.bytes();
        let mut reader = RowReader::resume(bytes, row.end, versions, row.depth, &mut state);
        let result = read(&mut reader);
        let (rest, depth) = reader.left();
        (row.rest, row.depth) = (row.rest.last(rest.len()), depth);
        self.budget.set(state.budget());
        result
    }

    #[cold]
    #[inline(never)]
    pub(super) fn str_in_row(&mut self) -> Result<Cow<'a, str>, Error> {
        let bytes = self.bytes_in_row_as(|row| row.str().map(|text| text.len()))?;
        match bytes {
            Cow::Borrowed(bytes) => core::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
        }
        .ok_or_else(departed)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn bytes_in_row(&mut self) -> Result<Cow<'a, [u8]>, Error> {
        self.bytes_in_row_as(|row| row.bytes().map(|bytes| bytes.len()))
    }

    /// The last bytes that `read` reads; it returns how many they are. Borrowed if they are in the input.
    fn bytes_in_row_as(
        &mut self,
        read: impl FnOnce(&mut RowReader<'_, '_, '_>) -> Result<usize, Error>,
    ) -> Result<Cow<'a, [u8]>, Error> {
        let before = self.terms.row.as_ref().map(|row| row.rest);
        let len = self.in_row(read)?;
        let left = self.terms.row.as_ref().map_or(0, |row| row.rest.bytes().len());
        let range = |bytes: &[u8]| {
            let end = bytes.len().saturating_sub(left);
            end.saturating_sub(len)..end
        };
        let bytes = match before {
            Some(Rest::Input(bytes)) => bytes.get(range(bytes)).map(Cow::Borrowed),
            Some(Rest::Held(bytes)) => {
                self.claim(len, 1)?;
                bytes.get(range(bytes)).map(|bytes| Cow::Owned(bytes.into()))
            }
            None => None,
        };
        bytes.ok_or_else(departed)
    }

    /// The bytes of the current row, and their offset in the archive.
    fn row_bytes(&self, slot: &Slot<'a, 's>) -> Result<(Rest<'a, 's>, usize), Error> {
        let (start, len) = Self::place(slot, self.at.row)?;
        let offset = self.origin(self.at.slot).offset.saturating_add(start);
        let bytes = match slot.data {
            Data::Bytes(bytes) => bytes.get(start..start.saturating_add(len)).map(Rest::Input),
            Data::HeldBytes(bytes) => bytes.get(start..start.saturating_add(len)).map(Rest::Held),
            _ => None,
        };
        bytes.map(|bytes| (bytes, offset)).ok_or_else(departed)
    }

    /// Enters a struct or enum of a value in rows that is visited part by part.
    #[cold]
    #[inline(never)]
    pub(super) fn begin_row(&mut self) -> Result<(), Error> {
        if !self.at.by_rows {
            let slot = self.slot()?;
            let (rest, offset) = self.row_bytes(slot)?;
            let Origin { depth, pointers, .. } = self.origin(self.at.slot);
            let depth = self.terms.depth().saturating_sub(depth).saturating_sub(pointers);
            let end = offset.saturating_add(rest.bytes().len());
            self.terms.row = Some(Row { rest, end, depth, levels: 0 });
            self.at.by_rows = true;
        }
        if let Some(row) = &mut self.terms.row {
            row.levels = row.levels.saturating_add(1);
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    pub(super) fn end_row(&mut self, record: Scope) -> Result<(), Error> {
        self.in_row(|row| row.end(record))?;
        let Some(row) = &mut self.terms.row else {
            return Ok(());
        };
        row.levels = row.levels.saturating_sub(1);
        if row.levels > 0 {
            return Ok(());
        }
        self.at.by_rows = false;
        let rest = row.rest.bytes();
        let end = row.end.saturating_sub(rest.len());
        if rest.is_empty() { Ok(()) } else { Err(goes_on(end)) }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn variant_in_row(
        &mut self,
        shape: &'static Shape,
        act: Act,
    ) -> Result<Scope, Error> {
        if !matches!(act, Act::Rows) {
            return Err(departed());
        }
        self.begin_row()?;
        self.in_row(|row| row.variant(shape))
    }
}
