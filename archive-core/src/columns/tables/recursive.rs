//! Values of recursive types, which are stored in columns as rows, in bytes beside the table.

use alloc::boxed::Box;
use core::cell::Cell;
use core::slice::from_ref;

use super::build::Build;
use super::draft::{Draft, DraftRows};
use super::read::Reader;
use super::side::{Other, Side};
use crate::columns::may_stand_in_rows;
use crate::columns::reader::Rest;
use crate::rows::{Failed, Reader as RowReader, State, Terms};
use crate::traits::{load_shared, push, reserved};
use crate::{Describe, Deserialize, Error, InputArchive, Limits};

/// The draft of a [`Recursive`].
pub(super) struct DraftRecursive<'a, 'b> {
    lens: DraftRows<'b>,
    bytes: Rest<'a, 'b>,
    depth: u32,
    limits: &'b Limits,
}

/// The values of a recursive type that are not read yet.
pub(super) struct Recursive<'a, 's> {
    /// The length of each value: numbers of four bytes.
    lens: Cell<&'s [u8]>,
    bytes: Cell<Rest<'a, 's>>,
    /// How many levels each value may have.
    depth: u32,
    limits: &'s Limits,
}

impl<'a, 'b, 'p: 'b> Build<'a, 'b, 'p> {
    /// Makes the draft for a spot whose values are in rows.
    pub(super) fn values_in_rows(&mut self, at: usize, rows: usize) -> Option<Draft<'a, 'b>> {
        let spot = self.plan.spots.get(at)?;
        let depth = self.limits.depth.checked_sub(spot.depth)?.checked_sub(spot.pointers)?;
        let column = self.columns.len();
        self.begin(rows);
        self.column(spot, size_of::<u32>(), (rows, 1), 0)?;
        let lens = self.rows(column, size_of::<u32>(), rows, false)?;
        let bytes = match self.content(spot)? {
            (_, Some(bytes)) => Rest::Input(bytes),
            (bytes, None) => Rest::Held(bytes),
        };
        Some(Draft::Recursive(DraftRecursive { lens, bytes, depth, limits: self.limits }))
    }
}

impl<'a> DraftRecursive<'a, '_> {
    pub(super) fn values<'s>(&'s self, ones: &'s [u8]) -> Recursive<'a, 's> {
        let lens = match &self.lens {
            DraftRows::Ready(lens) => lens,
            DraftRows::One(row) => ones.get(row.clone()).unwrap_or_default(),
            DraftRows::Bools(_) | DraftRows::Later(..) => &[][..],
        };
        let Self { bytes, depth, limits, .. } = *self;
        Recursive { lens: Cell::new(lens), bytes: Cell::new(bytes), depth, limits }
    }
}

impl<'a, 's> Recursive<'a, 's> {
    /// Whether all values have been read.
    pub(super) fn is_read(&self) -> bool {
        self.bytes.get().bytes().is_empty() && self.lens.get().is_empty()
    }

    /// Builds the next `len` values.
    #[inline(never)]
    pub(super) fn list<T: Deserialize<'a>>(
        &self,
        len: usize,
        terms: &Terms<'_>,
    ) -> Result<Box<[T]>, Failed> {
        let mut values = reserved(&mut Reader::<true>::new(&[], terms), len)?;
        for _ in 0..len {
            push(&mut values, self.value(terms)?);
        }
        Ok(values.into_boxed_slice())
    }

    /// Builds the next value.
    #[inline(never)]
    fn value<T: Deserialize<'a>>(&self, terms: &Terms<'_>) -> Result<T, Failed> {
        let mut value = None;
        self.next(terms, &mut value)?;
        value.ok_or(Failed)
    }

    /// Calls `load` with a reader of the next value.
    fn next(&self, terms: &Terms<'_>, value: &mut dyn Load<'a>) -> Result<(), Failed> {
        let (len, lens) = self.lens.get().split_first_chunk().ok_or(Failed)?;
        self.lens.set(lens);
        let len = usize::try_from(u32::from_le_bytes(*len)).map_err(|_| Failed)?;
        let mut state = State::with_budget(self.limits, terms.budget(), terms.lent.context());
        let left = match self.bytes.get() {
            Rest::Input(bytes) => {
                let (bytes, rest) = bytes.split_at_checked(len).ok_or(Failed)?;
                self.bytes.set(Rest::Input(rest));
                let mut reader =
                    RowReader::resume(bytes, 0, terms.versions, self.depth, &mut state);
                value.load(&mut reader)?;
                reader.left().0.len()
            }
            Rest::Held(bytes) => {
                let (bytes, rest) = bytes.split_at_checked(len).ok_or(Failed)?;
                self.bytes.set(Rest::Held(rest));
                let mut reader =
                    RowReader::resume(bytes, 0, terms.versions, self.depth, &mut state);
                value.load(&mut reader.owning())?;
                reader.left().0.len()
            }
        };
        terms.budget.set(state.budget());
        if left == 0 { Ok(()) } else { Err(Failed) }
    }
}

/// Loads the value of a row, without its type as a parameter.
trait Load<'a> {
    fn load(&mut self, archive: &mut dyn InputArchive<'a, Error = Error>) -> Result<(), Error>;
}

impl<'a, T: Deserialize<'a>> Load<'a> for Option<T> {
    fn load(&mut self, archive: &mut dyn InputArchive<'a, Error = Error>) -> Result<(), Error> {
        *self = Some(load_shared(archive)?);
        Ok(())
    }
}

impl<'a, 's: 'r, 'r, const TODAY: bool> Reader<'a, 's, 'r, TODAY> {
    /// Enters the values of a recursive type, which have no row and only this side.
    #[inline(always)]
    pub(super) fn enter_recursive(&mut self, side: &'s Side<'a, 's>) {
        (self.rest, self.beside) = (&[], from_ref(side));
    }

    /// Whether [`enter_recursive`](Self::enter_recursive) entered such values.
    #[inline(always)]
    pub(super) fn is_recursive<T: Describe>(&self) -> bool {
        if const { !may_stand_in_rows::<T>() } {
            return false;
        }
        self.rest.is_empty() && matches!(self.beside, [Side { other: Other::Recursive(_), .. }])
    }

    /// Builds the next value of a recursive type, which takes a side of the current row.
    #[inline(never)]
    pub(super) fn of_recursive<T: Deserialize<'a>>(&mut self) -> Result<T, Failed> {
        match &self.next()?.other {
            Other::Recursive(values) => values.value(self.terms),
            _ => Err(Failed),
        }
    }

    /// Builds the next of the values that were entered.
    #[cold]
    pub(super) fn recursive<T: Deserialize<'a>>(&self) -> Result<T, Failed> {
        match self.beside {
            [Side { other: Other::Recursive(values), .. }] => values.value(self.terms),
            _ => Err(Failed),
        }
    }
}
