//! Drafts of the sides of tables, which exist before all columns and sides are known.

use alloc::borrow::Cow;
use core::cell::Cell;
use core::ops::Range;

use ascii::AsciiChar;

use super::blocks::Blocks;
use super::recursive::DraftRecursive;
use super::side::{Later, Other, Rows, Side, Table};
use super::stage::Column;
use crate::columns::plan::Plan;
use crate::size::InRow;

/// The draft of a [`Side`].
pub(super) enum Draft<'a, 'b> {
    Nothing,
    Ascii(&'a [AsciiChar]),
    Text(&'a str),
    HeldText(&'b str),
    Bytes(&'a [u8]),
    HeldBytes(&'b [u8]),
    Table { row: InRow, first: usize, rows: DraftRows<'b> },
    Enum { first: usize, tags: Range<usize>, is_wide: bool },
    Recursive(DraftRecursive<'a, 'b>),
}

pub(super) enum DraftRows<'b> {
    Ready(Cow<'b, [u8]>),
    /// The only row, in [`Build::ones`](super::build::Build::ones).
    One(Range<usize>),
    Bools(Cow<'b, [bool]>),
    Later(Range<usize>, usize),
}

impl<'a> Draft<'a, '_> {
    /// A table without rows.
    pub(super) fn empty() -> Self {
        let rows = DraftRows::Ready(Cow::Borrowed(&[]));
        Self::Table { row: InRow::new(0, 0), first: 0, rows }
    }

    /// Makes the side, once all columns are known.
    pub(super) fn side<'s>(
        &'s self,
        plan: &'s Plan,
        columns: &'s [Column<'s>],
        ones: &'s [u8],
    ) -> Side<'a, 's> {
        let other = match self {
            Self::Nothing => Other::Nothing,
            Self::Ascii(ascii) => return Side { ascii, other: Other::Nothing },
            Self::Text(text) => Other::Text(text),
            Self::HeldText(text) => Other::HeldText(text),
            Self::Bytes(bytes) => Other::Bytes(Cell::new(bytes)),
            Self::HeldBytes(bytes) => Other::HeldBytes(Cell::new(bytes)),
            Self::Table { row, first, rows } => {
                let rows = match rows {
                    DraftRows::Ready(rows) => Rows::Ready(Cell::new(rows)),
                    DraftRows::One(row) => {
                        Rows::Ready(Cell::new(ones.get(row.clone()).unwrap_or_default()))
                    }
                    DraftRows::Bools(bools) => Rows::Bools(Cell::new(bools)),
                    DraftRows::Later(range, count) => {
                        let columns = columns.get(range.clone()).unwrap_or_default();
                        Rows::Later(Later::new(Blocks::new(columns, row.bytes, *count)))
                    }
                };
                Other::Table(Table { row: *row, first: *first, rows })
            }
            Self::Enum { first, tags, is_wide } => {
                let tags = plan.tags.get(tags.clone()).unwrap_or_default();
                Other::Enum { first: *first, tags, is_wide: *is_wide }
            }
            Self::Recursive(draft) => Other::Recursive(draft.values(ones)),
        };
        Side::new(other)
    }
}
