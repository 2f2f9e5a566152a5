//! What stands beside the rows of a table.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell};

use ascii::AsciiChar;

use super::stage::Blocks;
use crate::rows::Failed;
use crate::size::InRow;

/// What a part of each row of a table is read from that does not stand in the row. As rows are read
/// in their order, it is what is left.
pub(super) enum Side<'a, 's> {
    /// Text in which every byte is a character.
    Ascii(Cell<&'a [AsciiChar]>),
    Text(Cell<&'a str>),
    Bytes(Cell<&'a [u8]>),
    /// Text and bytes that do not live as long as the input.
    HeldText(Cell<&'s str>),
    HeldBytes(Cell<&'s [u8]>),
    Table(Table<'s>),
    /// The tables of an enum's variants, which follow each other, and their tags.
    Enum {
        first: usize,
        tags: &'s [u32],
    },
}

/// A table: the rows of a list's elements, of what options hold, of a variant.
pub(super) struct Table<'s> {
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

/// Takes memory off the budget.
#[inline(always)]
pub(super) fn claim(budget: &Cell<usize>, wanted: usize) -> Result<(), Failed> {
    budget.set(budget.get().checked_sub(wanted).ok_or(Failed)?);
    Ok(())
}

impl<'a> Side<'a, '_> {
    /// The next text, where not every byte is a character.
    #[inline(never)]
    pub(super) fn text(&self, len: usize, budget: &Cell<usize>) -> Result<Cow<'a, str>, Failed> {
        match self {
            Self::Text(left) => {
                let (text, rest) = left.get().split_at_checked(len).ok_or(Failed)?;
                left.set(rest);
                Ok(Cow::Borrowed(text))
            }
            Self::HeldText(left) => {
                let (text, rest) = left.get().split_at_checked(len).ok_or(Failed)?;
                left.set(rest);
                claim(budget, len)?;
                Ok(Cow::Owned(text.into()))
            }
            _ => Err(Failed),
        }
    }

    /// The next bytes, where they are to be copied.
    #[inline(never)]
    pub(super) fn held_bytes(
        &self,
        len: usize,
        budget: &Cell<usize>,
    ) -> Result<Cow<'a, [u8]>, Failed> {
        let Self::HeldBytes(left) = self else {
            return Err(Failed);
        };
        let (bytes, rest) = left.get().split_at_checked(len).ok_or(Failed)?;
        left.set(rest);
        claim(budget, len)?;
        Ok(Cow::Owned(bytes.into()))
    }

    /// Whether nothing is left.
    pub(super) fn is_read(&self) -> bool {
        match self {
            Self::Ascii(text) => text.get().is_empty(),
            Self::Text(text) => text.get().is_empty(),
            Self::HeldText(text) => text.get().is_empty(),
            Self::Bytes(bytes) => bytes.get().is_empty(),
            Self::HeldBytes(bytes) => bytes.get().is_empty(),
            Self::Table(Table { rows: Rows::Ready(rows), .. }) => rows.get().is_empty(),
            Self::Table(Table { rows: Rows::Later(later), .. }) => later.is_read(),
            Self::Enum { .. } => true,
        }
    }
}
