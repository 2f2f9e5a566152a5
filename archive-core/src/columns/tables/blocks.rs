//! Rows that are put together while they are read.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::stage::{Column, Form, Rooms, Stage, are_at_end};
use crate::columns::fixed::MOST_COLUMNS;
use crate::rows::{Failed, fill_up};

/// The rows of a table, put together block by block.
#[derive(Debug)]
pub(super) struct Blocks<'b> {
    inner: Box<Inner<'b>>,
}

#[derive(Debug)]
struct Inner<'b> {
    columns: Vec<Column<'b>>,
    size: usize,
    /// The number of rows after the current block.
    left: usize,
    block: Vec<u8>,
    /// The number of bytes of the block that have been read.
    read: usize,
    rooms: Rooms,
}

impl<'b> Blocks<'b> {
    pub(super) fn new(columns: &[Column<'b>], size: usize, count: usize) -> Self {
        let (block, rooms, columns) = (Vec::new(), Rooms::default(), columns.to_vec());
        Self { inner: Box::new(Inner { columns, size, left: count, block, read: 0, rooms }) }
    }

    /// The next rows: at least one, at most `most`.
    #[inline(always)]
    pub(super) fn next(&mut self, most: usize) -> Result<&[u8], Failed> {
        let inner = &mut *self.inner;
        if inner.read == inner.block.len() {
            inner.fill()?;
        }
        let rest = inner.block.get(inner.read..).unwrap_or_default();
        let len = most.saturating_mul(inner.size).min(rest.len());
        inner.read = inner.read.wrapping_add(len);
        rest.get(..len).ok_or(Failed)
    }

    /// All rows, if none has been read yet.
    pub(super) fn all(mut self) -> Result<Vec<u8>, Failed> {
        let inner = &mut *self.inner;
        if !inner.block.is_empty() {
            return Err(Failed);
        }
        Stage::new(&mut inner.columns, inner.size).rest(inner.left).ok_or(Failed)
    }

    /// The columns of all `count` rows, if none has been read yet and values may be built directly from columns.
    pub(super) fn columns(&mut self, count: usize) -> Option<Stage<'_, 'b>> {
        let inner = &mut *self.inner;
        let is_whole = inner.left == count && inner.block.is_empty();
        // Numbers that are stored together would have to be read with a stride, which is slower.
        let is_whole =
            is_whole && !inner.columns.iter().any(|column| column.form == Form::Together);
        let is_whole = is_whole && inner.columns.len() <= MOST_COLUMNS;
        is_whole.then(|| {
            inner.left = 0;
            Stage::new(&mut inner.columns, inner.size)
        })
    }

    pub(super) fn is_read(&self) -> bool {
        let is_read = self.inner.left == 0 && self.inner.read == self.inner.block.len();
        is_read && are_at_end(&self.inner.columns)
    }
}

impl Inner<'_> {
    #[inline(never)]
    fn fill(&mut self) -> Result<(), Failed> {
        let rooms = core::mem::take(&mut self.rooms);
        let mut stage = Stage { columns: &mut self.columns, size: self.size, rooms };
        let count = stage.rows().min(self.left);
        if count == 0 {
            return Err(Failed);
        }
        fill_up(&mut self.block, count.saturating_mul(self.size));
        stage.next(&mut self.block);
        self.rooms = stage.rooms;
        (self.left, self.read) = (self.left.wrapping_sub(count), 0);
        Ok(())
    }
}
