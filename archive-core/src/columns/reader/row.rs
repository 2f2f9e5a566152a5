//! Values that stand in columns as rows: those of recursive types.

use alloc::borrow::Cow;
use alloc::string::String;
use core::cell::Cell;

use super::fault::{departed, goes_on};
use super::mode::Mode;
use super::{Data, Origin, Reader, Slot, Terms};
use crate::columns::plan::Act;
use crate::rows::{Failed, Reader as RowReader, State};
use crate::traits::load_shared;
use crate::{Deserialize, Error, InputArchive, Scope, Shape};

/// What is left of a value in rows.
pub(super) struct Row<'a, 's> {
    rest: Rest<'a, 's>,
    end: usize,
    depth: u32,
    /// How many structs and enums are open in it.
    levels: u32,
}

impl Terms<'_, '_, '_> {
    /// The levels that an object may have here, whatever it is built inside of.
    fn depth(&self) -> u32 {
        let used = self.links.as_ref().map_or(0, |links| links.used);
        self.limits.depth_inside(used)
    }

    /// The levels that lead to where a row is read.
    pub(super) fn levels_of(&self, row: &Row<'_, '_>) -> u32 {
        self.depth().saturating_sub(row.depth)
    }
}

/// Bytes of a row: those of the input, or in memory of this load, to which nothing can point.
#[derive(Clone, Copy)]
enum Rest<'a, 's> {
    Input(&'a [u8]),
    Held(&'s [u8]),
}

impl<'a: 's, 's> Rest<'a, 's> {
    fn bytes(self) -> &'s [u8] {
        match self {
            Self::Input(bytes) => bytes,
            Self::Held(bytes) => bytes,
        }
    }

    /// The last bytes of these, which are so many.
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

impl<'a, 's, M: Mode> Reader<'a, 's, '_, '_, M> {
    #[cold]
    #[inline(never)]
    pub(super) fn number_in_row<const N: usize>(&mut self) -> Result<[u8; N], M::Error> {
        self.in_row(|row| row.fixed_bytes())
    }

    /// Does something with the rest of the row that is read in parts.
    #[cold]
    #[inline(never)]
    pub(super) fn in_row<R>(
        &mut self,
        read: impl FnOnce(&mut RowReader<'_, '_, '_>) -> Result<R, Error>,
    ) -> Result<R, M::Error> {
        let Terms { versions, limits, context, row, .. } = &mut *self.terms;
        let Some(row) = row else {
            return Err(M::fail(departed));
        };
        let mut state = State::with_budget(limits, self.budget.get(), context.reborrow());
        let bytes = row.rest.bytes();
        let mut reader = RowReader::resume(bytes, row.end, versions, row.depth, &mut state);
        let result = read(&mut reader);
        let (rest, depth) = reader.left();
        (row.rest, row.depth) = (row.rest.last(rest.len()), depth);
        self.budget.set(state.budget());
        result.map_err(M::Error::from)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn str_in_row(&mut self) -> Result<Cow<'a, str>, M::Error> {
        let bytes = self.bytes_in_row_as(|row| row.str().map(|text| text.len()))?;
        match bytes {
            Cow::Borrowed(bytes) => core::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
        }
        .ok_or_else(|| M::fail(departed))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn bytes_in_row(&mut self) -> Result<Cow<'a, [u8]>, M::Error> {
        self.bytes_in_row_as(|row| row.bytes().map(|bytes| bytes.len()))
    }

    /// The bytes that end where the reader is once it has read them, and tells how many they are.
    fn bytes_in_row_as(
        &mut self,
        read: impl FnOnce(&mut RowReader<'_, '_, '_>) -> Result<usize, Error>,
    ) -> Result<Cow<'a, [u8]>, M::Error> {
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
        bytes.ok_or_else(|| M::fail(departed))
    }

    /// The bytes of the row at which the reader is, and where they start in the archive.
    fn row_bytes(&self, slot: &Slot<'a, 's>) -> Result<(Rest<'a, 's>, usize), M::Error> {
        let (start, len) = Self::place(slot, self.at.row)?;
        let offset = self.origin(self.at.slot).offset.saturating_add(start);
        let bytes = match slot.data {
            Data::Bytes(bytes) => bytes.get(start..start.saturating_add(len)).map(Rest::Input),
            Data::HeldBytes(bytes) => bytes.get(start..start.saturating_add(len)).map(Rest::Held),
            _ => None,
        };
        bytes.map(|bytes| (bytes, offset)).ok_or_else(|| M::fail(departed))
    }

    /// Enters a struct or enum of a row that is read in parts.
    #[cold]
    #[inline(never)]
    pub(super) fn begin_row(&mut self) -> Result<(), M::Error> {
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
    pub(super) fn end_row(&mut self, record: Scope) -> Result<(), M::Error> {
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
        if rest.is_empty() { Ok(()) } else { Err(M::fail(|| goes_on(end))) }
    }
    #[cold]
    #[inline(never)]
    pub(super) fn variant_in_row(
        &mut self,
        shape: &'static Shape,
        act: Act,
    ) -> Result<Scope, M::Error> {
        if !matches!(act, Act::Rows) {
            return Err(M::fail(departed));
        }
        self.begin_row()?;
        self.in_row(|row| row.variant(shape))
    }
}

/// Builds a value that is written as rows, quickly.
#[inline(never)]
pub(super) fn whole_row<'a, T: Deserialize<'a>>(
    slot: &Slot<'a, '_>,
    origin: Origin,
    place: (usize, usize),
    budget: &Cell<usize>,
    terms: &mut Terms<'a, '_, '_>,
) -> Result<T, Failed> {
    let mut value = None;
    load_row(slot, origin, place, (budget, terms), &mut value).map_err(|_| Failed)?;
    value.ok_or(Failed)
}

/// What is built of a row.
trait Load<'a> {
    fn load(&mut self, archive: &mut dyn InputArchive<'a, Error = Error>) -> Result<(), Error>;
}

impl<'a, T: Deserialize<'a>> Load<'a> for Option<T> {
    fn load(&mut self, archive: &mut dyn InputArchive<'a, Error = Error>) -> Result<(), Error> {
        *self = Some(load_shared(archive)?);
        Ok(())
    }
}

/// Lets a value be built that is written as rows.
fn load_row<'a>(
    slot: &Slot<'a, '_>,
    origin: Origin,
    (start, len): (usize, usize),
    (budget, terms): (&Cell<usize>, &mut Terms<'a, '_, '_>),
    value: &mut dyn Load<'a>,
) -> Result<(), Error> {
    let range = start..start.saturating_add(len);
    let depth = terms.limits.depth.saturating_sub(origin.depth);
    let end = origin.offset.saturating_add(range.end);
    let mut state = State::with_budget(terms.limits, budget.get(), terms.context.reborrow());
    let left = match slot.data {
        Data::Bytes(bytes) => {
            let bytes = bytes.get(range).unwrap_or_default();
            let mut reader = RowReader::resume(bytes, end, terms.versions, depth, &mut state);
            value.load(&mut reader).map_err(|error| reader.placed(error))?;
            reader.left().0.len()
        }
        Data::HeldBytes(bytes) => {
            let bytes = bytes.get(range).unwrap_or_default();
            let mut reader = RowReader::resume(bytes, end, terms.versions, depth, &mut state);
            value.load(&mut reader.owning()).map_err(|error| reader.placed(error))?;
            reader.left().0.len()
        }
        _ => return Err(departed()),
    };
    budget.set(state.budget());
    if left == 0 { Ok(()) } else { Err(goes_on(end.saturating_sub(left))) }
}
