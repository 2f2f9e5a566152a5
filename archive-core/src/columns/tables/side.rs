//! Sides: what the rows of a table refer to but do not contain.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell};

use ascii::{AsciiChar, AsciiStr};

use super::blocks::Blocks;
use super::place::range;
use super::recursive::Recursive;
use crate::rows::{Failed, Terms};
use crate::size::InRow;
use crate::traits::{SMALL, boxed};

/// The data for one part of a table's rows that is not in the rows.
pub(crate) struct Side<'a, 's> {
    /// All texts of a column, if they are ASCII, as most are. Otherwise empty: a text that is not found here is looked
    /// up in `other`.
    pub(super) ascii: &'a [AsciiChar],
    pub(super) other: Other<'a, 's>,
}

/// The other kinds of sides. Since rows are read in order, a side keeps only what is left to read of it. Texts are
/// complete: the rows have the place of each text.
pub(super) enum Other<'a, 's> {
    Nothing,
    Text(&'a str),
    Bytes(Cell<&'a [u8]>),
    /// Text and bytes that do not live as long as the input.
    HeldText(&'s str),
    HeldBytes(Cell<&'s [u8]>),
    Table(Table<'s>),
    /// The tables of an enum's variants, which are consecutive, and their tags.
    Enum {
        /// Where the first is, or would be: if there is only one value, only its variant has a table.
        first: usize,
        tags: &'s [u32],
        /// Whether tags take four bytes each in rows.
        is_wide: bool,
    },
    /// Values of a recursive type.
    Recursive(Recursive<'a, 's>),
}

/// A table: the rows of a list's elements, of the values in options, or of a variant.
pub(crate) struct Table<'s> {
    /// The bytes and sides of a row.
    pub(super) row: InRow,
    /// The first of its sides.
    pub(super) first: usize,
    pub(super) rows: Rows<'s>,
}

pub(super) enum Rows<'s> {
    /// The rows that are left.
    Ready(Cell<&'s [u8]>),
    /// The same, for bools that were checked when the table was made.
    Bools(Cell<&'s [bool]>),
    /// The rows of a list, which are put together while they are read.
    Later(Later<'s>),
}

/// Rows that are put together when they are read.
pub(super) struct Later<'s> {
    /// `None` while a list is read, and once rows have been taken one by one.
    blocks: Cell<Option<Blocks<'s>>>,
    /// Once rows are taken one by one: all rows, and how many bytes of them have been read.
    all: OnceCell<Vec<u8>>,
    read: Cell<usize>,
}

impl<'s> Later<'s> {
    pub(super) fn new(blocks: Blocks<'s>) -> Self {
        Self { blocks: Cell::new(Some(blocks)), all: OnceCell::new(), read: Cell::new(0) }
    }

    /// Takes the rows that are left. The caller [puts](Self::put) back those that it does not read.
    #[inline(always)]
    pub(super) fn take(&self) -> Result<Blocks<'s>, Failed> {
        self.blocks.take().ok_or(Failed)
    }

    #[inline(always)]
    pub(super) fn put(&self, blocks: Blocks<'s>) {
        self.blocks.set(Some(blocks));
    }

    /// The next bytes. Puts all rows together first.
    fn next(&self, len: usize) -> Result<&[u8], Failed> {
        if let Some(blocks) = self.blocks.take() {
            let all = blocks.all()?;
            self.all.set(all).map_err(|_| Failed)?;
        }
        let from = self.read.get();
        let end = from.checked_add(len).ok_or(Failed)?;
        self.read.set(end);
        self.all.get().and_then(|all| all.get(from..end)).ok_or(Failed)
    }

    fn is_read(&self) -> bool {
        match (self.blocks.take(), self.all.get()) {
            (Some(blocks), _) => blocks.is_read(),
            (None, Some(all)) => self.read.get() == all.len(),
            (None, None) => false,
        }
    }
}

impl<'s> Table<'s> {
    /// The sides of each row.
    #[inline(always)]
    pub(super) fn sides<'a>(&self, all: &'s [Side<'a, 's>]) -> Result<&'s [Side<'a, 's>], Failed> {
        let end = self.first.wrapping_add(self.row.sides);
        all.get(self.first..end).ok_or(Failed)
    }

    /// Takes the next `count` rows.
    #[inline(always)]
    pub(super) fn take(&'s self, count: usize) -> Result<&'s [u8], Failed> {
        match &self.rows {
            Rows::Ready(rows) => {
                let len = count.checked_mul(self.row.bytes).ok_or(Failed)?;
                let (taken, rest) = rows.get().split_at_checked(len).ok_or(Failed)?;
                rows.set(rest);
                Ok(taken)
            }
            _ => self.take_other(count),
        }
    }

    /// Takes the next rows of a list, for an impl that reads the elements one by one.
    #[cold]
    #[inline(never)]
    fn take_other(&'s self, count: usize) -> Result<&'s [u8], Failed> {
        match &self.rows {
            Rows::Ready(_) => Err(Failed),
            Rows::Bools(bools) => Ok(bytemuck::must_cast_slice(next_bools(bools, count)?)),
            Rows::Later(later) => later.next(count.checked_mul(self.row.bytes).ok_or(Failed)?),
        }
    }
}

/// Takes the next bools.
#[inline(always)]
pub(super) fn next_bools<'s>(left: &Cell<&'s [bool]>, count: usize) -> Result<&'s [bool], Failed> {
    let (taken, rest) = left.get().split_at_checked(count).ok_or(Failed)?;
    left.set(rest);
    Ok(taken)
}

impl<'a, 's> Side<'a, 's> {
    pub(super) fn new(other: Other<'a, 's>) -> Self {
        Self { ascii: &[], other }
    }

    #[inline(always)]
    pub(super) fn table(&'s self) -> Result<&'s Table<'s>, Failed> {
        match &self.other {
            Other::Table(table) => Ok(table),
            _ => Err(Failed),
        }
    }

    /// A text of a column that is not all ASCII. Cold, so that the loops which call it keep their state in registers if
    /// it is.
    #[cold]
    #[inline(never)]
    pub(super) fn text(
        &self,
        (start, len): (usize, usize),
        terms: &Terms<'_>,
    ) -> Result<Cow<'a, str>, Failed> {
        let range = range(start, len).ok_or(Failed)?;
        match &self.other {
            Other::Text(text) => text.get(range).map(Cow::Borrowed).ok_or(Failed),
            Other::HeldText(text) => {
                let text = text.get(range).ok_or(Failed)?;
                terms.claim(len)?;
                Ok(Cow::Owned(text.into()))
            }
            _ => Err(Failed),
        }
    }

    /// A copy of a text. Not inlined, since a value may have many texts.
    #[inline(never)]
    pub(super) fn boxed(
        &self,
        (start, len): (usize, usize),
        terms: &Terms<'_>,
    ) -> Result<Box<str>, Failed> {
        match range(start, len).and_then(|range| self.ascii.get(range)) {
            Some(text) if len <= SMALL => {
                terms.claim(len)?;
                Ok(<&AsciiStr>::from(text).as_str().into())
            }
            _ => self.boxed_any((start, len), terms),
        }
    }

    /// Like [`boxed`](Self::boxed), for any text. Separate, so that `boxed` need not save registers for it.
    #[inline(never)]
    fn boxed_any(
        &self,
        (start, len): (usize, usize),
        terms: &Terms<'_>,
    ) -> Result<Box<str>, Failed> {
        let text = match range(start, len).and_then(|range| self.ascii.get(range)) {
            Some(text) => <&AsciiStr>::from(text).as_str(),
            None => match self.text((start, len), terms)? {
                Cow::Borrowed(text) => text,
                Cow::Owned(text) => return Ok(text.into()),
            },
        };
        terms.claim(len)?;
        boxed(text).ok_or(Failed)
    }

    /// The next bytes, which must be copied.
    #[inline(never)]
    pub(super) fn held_bytes(
        &self,
        len: usize,
        terms: &Terms<'_>,
    ) -> Result<Cow<'a, [u8]>, Failed> {
        let Other::HeldBytes(left) = &self.other else {
            return Err(Failed);
        };
        let (bytes, rest) = left.get().split_at_checked(len).ok_or(Failed)?;
        left.set(rest);
        terms.claim(len)?;
        Ok(Cow::Owned(bytes.into()))
    }

    /// Whether everything has been read.
    pub(super) fn is_read(&self) -> bool {
        match &self.other {
            // The places of texts cover all their bytes: `Build` has checked that.
            Other::Nothing | Other::Text(_) | Other::HeldText(_) => true,
            Other::Bytes(bytes) => bytes.get().is_empty(),
            Other::HeldBytes(bytes) => bytes.get().is_empty(),
            Other::Table(Table { rows: Rows::Ready(rows), .. }) => rows.get().is_empty(),
            Other::Table(Table { rows: Rows::Bools(bools), .. }) => bools.get().is_empty(),
            Other::Table(Table { rows: Rows::Later(later), .. }) => later.is_read(),
            Other::Enum { .. } => true,
            Other::Recursive(values) => values.is_read(),
        }
    }
}
