//! Columns of floats that the archive stores together, row by row.

use super::build::Build;
use super::stage::{Column, Form};
use crate::columns::pack::{Packed, index_together};
use crate::columns::plan::{Act, NONE, Spot};
use crate::columns::tree::Part;

impl<'b> Build<'_, 'b, '_> {
    /// The numbers of a spot's own column, which may be stored together with others.
    pub(super) fn packed(
        &self,
        spot: &Spot,
        stored: &'b [u8],
        width: usize,
        count: usize,
    ) -> Option<Packed<'b>> {
        if let (Act::Number(kind), Some(index)) = (spot.act, index_together(stored)) {
            if kind.is_float() {
                let column = self.plan.tree.nodes.get(spot.node)?.column;
                let first = self.stored_at(self.plan.tree.beside(column, (index, width))?)?;
                return Packed::read_together(first, (index, width), count).ok();
            }
        }
        Packed::read(stored, width, count).ok()
    }

    /// If the columns of a struct are stored together and the program has the same columns, adds all of them to the
    /// row as one. Returns the offset in the row where they end.
    pub(super) fn together(&mut self, at: usize, rows: usize, byte: usize) -> Option<usize> {
        let spot = self.plan.spots.get(at)?;
        let node = self.plan.tree.nodes.get(spot.node)?;
        let (count, width) = node.floats()?;
        let first = self.stored_at(node.column)?;
        if index_together(first) != Some(0) || self.same(at, node.column)? != node.end {
            return None;
        }
        for index in 1..count {
            let other = self.stored_at(node.column.checked_add(index)?)?;
            index_together(other).filter(|found| *found == index)?;
        }
        let numbers = Packed::read_rows(first, (count, width), rows).ok()?;
        let bytes = count.checked_mul(width)?;
        self.columns.push(Column {
            numbers,
            count,
            bytes,
            at: byte,
            form: Form::Together,
            start: 0,
            held: None,
            places: None,
        });
        byte.checked_add(bytes)
    }

    /// The column after those of a spot, if the program has the same columns, starting with `column`.
    fn same(&self, at: usize, column: usize) -> Option<usize> {
        let spot = self.plan.spots.get(at)?;
        if spot.required != NONE || spot.pointers > 0 || spot.depth > self.limits.depth {
            return None;
        }
        let node = self.plan.tree.nodes.get(spot.node);
        match spot.act {
            Act::Unit => Some(column),
            Act::Number(kind) => {
                let node = node.filter(|node| node.part == Part::Number(kind))?;
                if node.column == column { column.checked_add(1) } else { None }
            }
            Act::Struct | Act::Tuple => {
                let mut parts = spot.first..spot.first.checked_add(spot.len)?;
                parts.try_fold(column, |column, part| self.same(part, column))
            }
            _ => None,
        }
    }
}
