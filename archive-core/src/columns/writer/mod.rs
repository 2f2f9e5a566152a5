//! The archive that takes values apart into columns.

mod batches;
mod blocks;
mod column;
mod floats;
mod older;
mod output;
mod texts;

use alloc::vec::Vec;

pub(crate) use self::column::{Column, LONG, too_long};
use super::plan::{Act, Plan, Spot};
use crate::alone::Alone;
use crate::graph::Graph;
use crate::limits::too_deep;
use crate::rows::Era;
#[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
use crate::traits::uses_own_code;
use crate::traits::{SaveRoot, save_shared};
use crate::{Error, ErrorKind, Limits, Scope, Serialize, Step, varint};

/// Where in a value the writer is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct At {
    pub(super) spot: usize,
    /// The first part of the list, map or tuple that was entered last.
    pub(super) inner: usize,
    /// How many spots there are from one of its parts to the next.
    stride: usize,
    /// Whether values are written as rows.
    pub(super) by_rows: bool,
}

/// A spot, and what belongs to it. Not an [`At`], which would be copied as a whole: the processor
/// waits if it reads together what was written apart.
pub(super) type Place = (usize, usize, usize);

/// Takes values apart into columns.
pub struct Writer<'p, E> {
    plan: &'p Plan,
    pub(super) columns: &'p mut [Column],
    era: E,
    pub(super) at: At,
    depth: u32,
    limit: u32,
    /// How many structs and enums are open in the value that is written as a row.
    levels: u32,
    /// Where that row starts.
    start: usize,
    /// Where the parts began that were entered one by one.
    entered: Vec<At>,
    /// Whether values are visited one by one, so that an error names where it happened.
    pub(super) one_by_one: bool,
    /// Whether there was no column for some numbers.
    departs: bool,
    pub(super) graph: Option<&'p mut Graph>,
    /// Where the tables of objects were begun that are open.
    around: Vec<Around>,
    /// Which types are as they are today, of an older version.
    unchanged: Alone,
}

/// Where a table of objects was begun.
struct Around {
    at: At,
    depth: u32,
    levels: u32,
    start: usize,
}

impl<'p, E: Era> Writer<'p, E> {
    /// Takes a value apart into as many columns as the plan has spots; all values one by one, if that is asked for.
    pub(crate) fn write(
        value: &dyn SaveRoot,
        plan: &'p Plan,
        columns: &'p mut [Column],
        (era, one_by_one): (E, bool),
        limits: &Limits,
        graph: Option<&'p mut Graph>,
    ) -> Result<(), Error> {
        let one_by_one = one_by_one || !E::TODAY;
        let mut writer = Writer {
            plan,
            columns,
            era,
            at: At::default(),
            depth: limits.depth,
            limit: limits.depth,
            levels: 0,
            start: 0,
            entered: Vec::new(),
            one_by_one,
            departs: false,
            graph,
            around: Vec::new(),
            unchanged: Alone::default(),
        };
        writer.rewind();
        let saved = match E::today(&mut writer) {
            Some(writer) if !one_by_one => value.take_apart(writer),
            _ => value.save(&mut writer),
        };
        let saved = if writer.departs { Err(departed()) } else { saved };
        let Err(error) = saved else {
            return writer.end_tables();
        };
        writer.rewind();
        writer.at = At::default();
        (writer.depth, writer.levels, writer.one_by_one) = (limits.depth, 0, true);
        Err(value.save(&mut writer).err().unwrap_or(error))
    }

    /// Takes the value at the root.
    pub(crate) fn root<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        if const { E::TODAY } && uses_own_code() {
            return self.alone(value);
        }
        save_shared(value, self)
    }

    fn rewind(&mut self) {
        if let Some(graph) = &mut self.graph {
            graph.rewind();
        }
    }

    /// Tells the lengths of tables that have no objects.
    fn end_tables(&mut self) -> Result<(), Error> {
        for table in &self.plan.tables {
            let Some(column) = self.columns.get_mut(table.spot) else { continue };
            if column.lens.len() == 0 {
                column.push_len(0)?;
            }
        }
        Ok(())
    }

    /// Enters a table of objects.
    pub(super) fn enter_table(&mut self, table: usize, len: usize) -> Result<(), Error> {
        let Self { at, depth, levels, start, .. } = *self;
        self.around.push(Around { at, depth, levels, start });
        let found = self.plan.tables.iter().find(|plan| plan.table == table);
        let spot = found.ok_or_else(departed)?.spot;
        let inner = spot.wrapping_add(1);
        self.at = At { spot, inner, stride: 0, by_rows: false };
        (self.depth, self.levels) = (self.limit, 0);
        self.column()?.push_len(len)?;
        self.at.spot = inner;
        Ok(())
    }

    pub(super) fn leave_table(&mut self) {
        if let Some(around) = self.around.pop() {
            let Around { at, depth, levels, start } = around;
            (self.at, self.depth, self.levels, self.start) = (at, depth, levels, start);
        }
    }

    /// Where the writer is, to [go back](Self::go_back) to.
    #[inline(always)]
    pub(super) fn place(&self) -> Place {
        let At { spot, inner, stride, .. } = self.at;
        (spot, inner, stride)
    }

    /// Goes back to a place. Rows that were begun have ended by then.
    #[inline(always)]
    pub(super) fn go_back(&mut self, (spot, inner, stride): Place) {
        (self.at.spot, self.at.inner, self.at.stride) = (spot, inner, stride);
    }

    #[inline(always)]
    pub(super) fn spot(&self) -> &'p Spot {
        self.plan.get(self.at.spot)
    }

    #[inline(always)]
    pub(super) fn column(&mut self) -> Result<&mut Column, Error> {
        match self.columns.get_mut(self.at.spot) {
            Some(column) => Ok(column),
            None => Err(departed()),
        }
    }

    /// Room for so many bytes of the column. Each field of numbers calls it, so that it is a function, and has nothing
    /// to do if that fails, which is noted.
    #[inline(never)]
    pub(super) fn append(&mut self, len: usize) -> &mut [u8] {
        match self.columns.get_mut(self.at.spot) {
            Some(column) => column.data.append(len),
            None => {
                self.departs = true;
                &mut []
            }
        }
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: [u8; N]) -> Result<(), Error> {
        self.column()?.data.push(bytes);
        Ok(())
    }

    #[inline(always)]
    fn put_len(&mut self, len: usize) -> Result<(), Error> {
        if self.at.by_rows {
            return self.put_row_len(len);
        }
        self.column()?.push_len(len)
    }

    #[inline(never)]
    fn put_row_len(&mut self, len: usize) -> Result<(), Error> {
        let len = u64::try_from(len).unwrap_or(u64::MAX);
        self.put_varint(len)
    }

    fn put_varint(&mut self, number: u64) -> Result<(), Error> {
        let (bytes, used) = varint::encode(number);
        self.column()?.data.extend(bytes.get(..used).unwrap_or_default());
        Ok(())
    }

    #[inline(always)]
    fn descend(&mut self) -> Result<(), Error> {
        match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                Ok(())
            }
            None => Err(too_deep(self.limit)),
        }
    }

    /// Enters arrays of numbers, with so many levels of them.
    #[inline(never)]
    pub(super) fn enter_arrays(&mut self, levels: usize) -> Result<(), Error> {
        for _ in 0..levels {
            self.open(|act| matches!(act, Act::Array(_)).then_some(0))?;
            self.at.spot = self.at.inner;
        }
        Ok(())
    }

    /// Enters a struct of which many values are taken, and gives the spot of its first field.
    #[inline(never)]
    pub(super) fn begin_many(&mut self) -> Result<usize, Error> {
        self.descend()?;
        let spot = self.spot();
        if matches!(spot.act, Act::Struct) { Ok(spot.first) } else { Err(departed()) }
    }

    /// Enters a struct or enum within a row.
    #[cold]
    #[inline(never)]
    fn begin_row(&mut self) -> Result<(), Error> {
        if self.levels == 0 {
            self.start = self.column()?.data.len();
            self.at.by_rows = true;
        }
        self.levels = self.levels.saturating_add(1);
        Ok(())
    }

    /// Leaves a struct or enum within a row; with the outermost, the row is complete.
    #[cold]
    #[inline(never)]
    fn end_row(&mut self) -> Result<(), Error> {
        self.levels = self.levels.saturating_sub(1);
        if self.levels == 0 {
            self.at.by_rows = false;
            let start = self.start;
            let column = self.column()?;
            let len = column.data.len().saturating_sub(start);
            column.push_len(len)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn step(&mut self, step: Step<'_>) {
        if !self.at.by_rows {
            self.at.spot = self.spot_of(step);
        }
    }

    /// The spot of a part of a value that is not in rows.
    #[inline(always)]
    pub(super) fn spot_of(&self, step: Step<'_>) -> usize {
        let At { inner, stride, .. } = self.at;
        match step {
            Step::Field(record, index) => record.place.wrapping_add(index),
            Step::Element(index) => inner.wrapping_add(stride.wrapping_mul(index)),
            Step::Key(_) => inner,
            Step::Value(_) => inner.wrapping_add(1),
        }
    }

    /// Enters the parts of a list, map or tuple.
    #[inline(always)]
    fn open(&mut self, is_fit: impl Fn(Act) -> Option<usize>) -> Result<(), Error> {
        if self.at.by_rows {
            return Ok(());
        }
        let spot = self.spot();
        match is_fit(spot.act) {
            Some(stride) => {
                self.at.inner = spot.first;
                self.at.stride = stride;
                Ok(())
            }
            None => Err(departed()),
        }
    }

    /// The variant at `index`, whose tag is the record's, and where it is.
    #[inline(always)]
    fn find_variant(&self, record: &Scope, index: usize) -> Result<(usize, &'p Spot), Error> {
        let spot = self.spot();
        if !matches!(spot.act, Act::Enum) {
            return Err(departed());
        }
        let at = spot.first.wrapping_add(index);
        let variant = self.plan.get(at);
        if index < spot.len && variant.tag == record.tag {
            return Ok((at, variant));
        }
        // Removed variants are not in the archive, so those after them have other places.
        let all = spot.first..spot.first.saturating_add(spot.len);
        let mut found = all.map(|at| (at, self.plan.get(at)));
        found.find(|(_, variant)| variant.tag == record.tag).ok_or_else(departed)
    }

    /// Enters the variant at `index`, whose tag is the record's.
    #[inline(always)]
    fn open_variant(&mut self, record: &Scope, index: usize) -> Result<usize, Error> {
        let (at, variant) = self.find_variant(record, index)?;
        let tag = record.tag;
        let wide = self.spot().is_wide;
        let column = self.column()?;
        match u8::try_from(tag) {
            Ok(tag) if !wide => column.data.push([tag]),
            _ => column.data.push(tag.to_le_bytes()),
        }
        self.at.spot = at;
        Ok(variant.first)
    }
}

/// An impl visits something else than it declares.
#[cold]
#[inline(never)]
pub(super) fn departed() -> Error {
    Error::new(ErrorKind::Shape, "a value is not visited as its type declares")
}
