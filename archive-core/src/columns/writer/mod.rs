//! The archive that splits values into columns.
//!
//! It visits a value by a plan and appends each part to the [`Column`] of its spot. [`body`](super::body) then packs
//! the columns.
//!
//! At today's versions, many values of one field are taken together ([`batches`], [`blocks`]), in the type's own code.
//! That is fast, but an error does not say where it happened. So if anything fails, the value is visited again, one
//! value at a time. Older versions are written one value at a time, except for parts that have not changed
//! ([`older`]).

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
use crate::limits::Depth;
use crate::rows::Era;
use crate::traits::{SaveRoot, save_shared};
use crate::{Error, ErrorKind, Limits, Scope, Serialize, Step, varint};

/// The current position in a value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct At {
    pub(super) spot: usize,
    /// The first part of the list, map or tuple that was entered last.
    pub(super) inner: usize,
    /// The number of spots from one of its parts to the next: 0 for lists and arrays, 1 for maps and tuples.
    stride: usize,
    /// Whether values are written in rows.
    pub(super) by_rows: bool,
}

/// The parts of [`At`] that are saved and restored, one by one. A whole [`At`] would be copied by wide loads, which
/// stall the processor if its fields have just been written one by one.
pub(super) type Place = (usize, usize, usize);

/// Splits values into columns.
pub struct Writer<'p, E> {
    plan: &'p Plan,
    pub(super) columns: &'p mut [Column],
    era: E,
    pub(super) at: At,
    depth: Depth,
    /// The number of structs and enums that are open in the value in rows.
    levels: u32,
    /// Where that value starts in its column.
    start: usize,
    /// The outer positions, to return to when the parts that were entered one by one end.
    entered: Vec<At>,
    /// Whether values are visited one by one, so that an error says where it happened.
    pub(super) one_by_one: bool,
    /// Whether numbers were written where the plan has no column.
    departs: bool,
    pub(super) graph: Option<&'p mut Graph>,
    /// The positions to return to when the open tables of shared objects end.
    around: Vec<Around>,
    /// Which types are the same in the older version as they are today.
    unchanged: Alone,
}

/// The state to return to when a table of shared objects ends.
struct Around {
    at: At,
    depth: Depth,
    levels: u32,
    start: usize,
}

impl<'p, E: Era> Writer<'p, E> {
    /// Splits a value into columns, one for each spot of the plan. `one_by_one` if all values must be visited one by
    /// one.
    pub(crate) fn write(
        value: &dyn SaveRoot,
        plan: &'p Plan,
        columns: &'p mut [Column],
        (era, one_by_one): (E, bool),
        limits: &Limits,
        graph: Option<&'p mut Graph>,
    ) -> Result<(), Error> {
        let one_by_one = one_by_one || !E::TODAY;
        let start = Writer::new(plan, columns, era, Depth::new(limits));
        let mut writer = Writer { one_by_one, graph, ..start };
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
        (writer.depth, writer.levels, writer.one_by_one) = (Depth::new(limits), 0, true);
        Err(value.save(&mut writer).err().unwrap_or(error))
    }

    fn new(plan: &'p Plan, columns: &'p mut [Column], era: E, depth: Depth) -> Self {
        Self {
            plan,
            columns,
            era,
            at: At::default(),
            depth,
            levels: 0,
            start: 0,
            entered: Vec::new(),
            one_by_one: false,
            departs: false,
            graph: None,
            around: Vec::new(),
            unchanged: Alone::default(),
        }
    }

    /// Takes the root value.
    pub(crate) fn root<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        if const { E::TODAY } && crate::traits::uses_own_code() {
            return self.alone(value);
        }
        save_shared(value, self)
    }

    fn rewind(&mut self) {
        if let Some(graph) = &mut self.graph {
            graph.rewind();
        }
    }

    /// Writes the length of the tables that have no objects.
    fn end_tables(&mut self) -> Result<(), Error> {
        if let Some(graph) = &self.graph {
            graph.check_links()?;
        }
        for table in &self.plan.tables {
            let Some(column) = self.columns.get_mut(table.spot) else { continue };
            if column.lens.len() == 0 {
                column.push_len(0)?;
            }
        }
        Ok(())
    }

    /// Enters a table of shared objects.
    pub(super) fn enter_table(&mut self, table: usize, len: usize) -> Result<(), Error> {
        let Self { at, depth, levels, start, .. } = *self;
        self.around.push(Around { at, depth, levels, start });
        let found = self.plan.tables.iter().find(|plan| plan.table == table);
        let spot = found.ok_or_else(departed)?.spot;
        let inner = spot.wrapping_add(1);
        self.at = At { spot, inner, stride: 0, by_rows: false };
        (self.depth.left, self.levels) = (self.depth.most, 0);
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

    /// The current position, to which [`go_back`](Self::go_back) returns.
    #[inline(always)]
    pub(super) fn place(&self) -> Place {
        let At { spot, inner, stride, .. } = self.at;
        (spot, inner, stride)
    }

    /// Returns to a position. Any value in rows must have ended.
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

    /// Room for `len` bytes in the current column. Every number calls this, so it is a function, and it cannot fail: a
    /// missing column is only noted.
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

    /// Enters this many levels of arrays of numbers.
    #[inline(never)]
    pub(super) fn enter_arrays(&mut self, levels: usize) -> Result<(), Error> {
        for _ in 0..levels {
            self.open(|act| matches!(act, Act::Array(_)).then_some(0))?;
            self.at.spot = self.at.inner;
        }
        Ok(())
    }

    /// Enters a struct of which many values are taken. Returns the spot of its first field.
    #[inline(never)]
    pub(super) fn begin_many(&mut self) -> Result<usize, Error> {
        self.depth.descend()?;
        let spot = self.spot();
        if matches!(spot.act, Act::Struct) { Ok(spot.first) } else { Err(departed()) }
    }

    /// Enters a struct or enum of a value in rows.
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

    /// Leaves a struct or enum of a value in rows. If it is the outermost, the value is complete.
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

    /// The spot of a part. Must not be called within a value in rows.
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

    /// Enters a list, map or tuple.
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

    /// The spot of the variant at `index`, which has the tag of `record`.
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
        // Removed variants are not in the archive, so the index of later ones differs.
        let all = spot.first..spot.first.saturating_add(spot.len);
        let mut found = all.map(|at| (at, self.plan.get(at)));
        found.find(|(_, variant)| variant.tag == record.tag).ok_or_else(departed)
    }

    /// Enters the variant at `index`, which has the tag of `record`.
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

/// An impl does not visit what it declares.
#[cold]
#[inline(never)]
pub(super) fn departed() -> Error {
    Error::new(ErrorKind::Shape, "a value is not visited as its type declares")
}
