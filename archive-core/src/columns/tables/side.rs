//! What stands beside the rows of a table.

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

/// What a part of each row of a table is read from that does not stand in the row.
pub(crate) struct Side<'a, 's> {
    /// All texts of a column, if every byte of them is a character: most are. Where else it is empty, so that texts are
    /// looked for in `other` if they are not found here.
    pub(super) ascii: &'a [AsciiChar],
    pub(super) other: Other<'a, 's>,
}

/// What else stands beside rows. As they are read in their order, it is what is left, but for texts: where each of
/// those is stands in the rows.
pub(super) enum Other<'a, 's> {
    Nothing,
    Text(&'a str),
    Bytes(Cell<&'a [u8]>),
    /// Text and bytes that do not live as long as the input.
    HeldText(&'s str),
    HeldBytes(Cell<&'s [u8]>),
    Table(Table<'s>),
    /// The tables of an enum's variants, which follow each other, and their tags.
    Enum {
        first: usize,
        tags: &'s [u32],
        /// Whether tags stand in their rows as four bytes.
        is_wide: bool,
    },
    /// Values of a recursive type.
    Recursive(Recursive<'a, 's>),
}

/// A table: the rows of a list's elements, of what options hold, of a variant.
pub(crate) struct Table<'s> {
    /// How a row of it is made up.
    pub(super) row: InRow,
    /// The first of its sides.
    pub(super) first: usize,
    pub(super) rows: Rows<'s>,
}

pub(super) enum Rows<'s> {
    /// Those that are left.
    Ready(Cell<&'s [u8]>),
    /// They are put together while they are read: those of lists.
    Later(Later<'s>),
}

/// Rows that are put together later.
pub(super) struct Later<'s> {
    /// Nothing while a list is read, and once rows were asked for one by one.
    blocks: Cell<Option<Blocks<'s>>>,
    /// All rows then, and how many bytes of them were read.
    all: OnceCell<Vec<u8>>,
    read: Cell<usize>,
}

impl<'s> Later<'s> {
    pub(super) fn new(blocks: Blocks<'s>) -> Self {
        Self { blocks: Cell::new(Some(blocks)), all: OnceCell::new(), read: Cell::new(0) }
    }

    /// The rows that are left, to be [given back](Self::put) with what is left then.
    #[inline(always)]
    pub(super) fn take(&self) -> Result<Blocks<'s>, Failed> {
        self.blocks.take().ok_or(Failed)
    }

    #[inline(always)]
    pub(super) fn put(&self, blocks: Blocks<'s>) {
        self.blocks.set(Some(blocks));
    }

    /// The next bytes, once all rows are put together.
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
    /// What stands beside each row.
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
            Rows::Later(later) => self.take_later(later, count),
        }
    }

    /// The next rows, for an impl that takes those of a list one by one.
    #[cold]
    #[inline(never)]
    fn take_later(&'s self, later: &'s Later<'s>, count: usize) -> Result<&'s [u8], Failed> {
        later.next(count.checked_mul(self.row.bytes).ok_or(Failed)?)
    }
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

    /// A text, where not every byte is a character.
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

    /// A copy of a text, as a function of its own: a value has many texts.
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

    /// The same of any text, apart, so that nothing is kept for it where most are copied.
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

    /// The next bytes, where they are to be copied.
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

    /// Whether nothing is left.
    pub(super) fn is_read(&self) -> bool {
        match &self.other {
            // The rows are made so that their texts are all of it.
            Other::Nothing | Other::Text(_) | Other::HeldText(_) => true,
            Other::Bytes(bytes) => bytes.get().is_empty(),
            Other::HeldBytes(bytes) => bytes.get().is_empty(),
            Other::Table(Table { rows: Rows::Ready(rows), .. }) => rows.get().is_empty(),
            Other::Table(Table { rows: Rows::Later(later), .. }) => later.is_read(),
            Other::Enum { .. } => true,
            Other::Recursive(values) => values.is_read(),
        }
    }
}
