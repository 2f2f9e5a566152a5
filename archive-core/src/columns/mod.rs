//! The columns layout: all values of a field together, each column packed separately (FORMAT.md §7).
//!
//! The schema is expanded into a [`Tree`] of parts, which determines the columns and their order. A [`Plan`] matches
//! the program's type with that tree; each *spot* of the plan says how one part of the type is saved or loaded.
//!
//! - Saving: [`writer`] visits the value and appends to one [`Column`] for each spot. [`body`] packs the columns
//!   ([`pack`]), and [`block`] groups, compresses and checksums them.
//! - Loading: [`block`] reads the directory and the blocks. Then there are two readers. [`tables`] is fast: it copies
//!   columns back into rows of a fixed size and builds values from these. [`reader`] is general: [`slots`] unpacks and
//!   checks all columns, and each part is looked up by its row number. If `tables` does not support a type or fails,
//!   `reader` reads the value again and reports the error.
//! - [`whole`] and [`from_tree`] load and save trees of values (`Value`) by the schema alone.

mod block;
mod body;
mod bytes;
mod convert;
mod fixed;
mod from_tree;
mod pack;
mod plan;
mod reader;
mod resolve;
mod slots;
mod source;
mod tables;
mod tags;
mod tree;
mod whole;
mod writer;

pub(crate) use block::{Block, BodySize, Directory, Seal, TAIL, damaged};
pub(crate) use bytes::Bytes;
pub(crate) use from_tree::append_tree;
pub(crate) use plan::Plan;
pub(crate) use reader::Reader;
pub(crate) use resolve::Matching;
#[cfg(feature = "std")]
pub(crate) use source::longer;
pub(crate) use source::{Source, directory};
pub(crate) use tree::{Most, Tree};

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::Cell;
use core::sync::atomic::Ordering;

use crate::context::Lent;
use crate::graph::Graph;
use crate::open::too_large;
use crate::rows::{Past, Today};
use crate::schema::Schema;
use crate::traits::{LoadRoot, SaveRoot};
use crate::versions::Versions;
use crate::{Context, Describe, Error, ErrorKind, Kind, Limits};
use pack::index_together;
use plan::{Act, Spot};
use reader::{Data, Origin, Slot, Terms};
use slots::{Blocks, Unpack, Unpacked};
use tables::Tables;
pub(crate) use tables::{Reader as TableReader, Root as TableRoot};
use writer::Column;
pub(crate) use writer::Writer;

/// Buffers for the columns of a value that is being saved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Empty unless `is_used`.
    columns: Vec<Column>,
    /// Whether a save has not completed: it goes on, failed or panicked.
    is_used: bool,
    /// The header of the archive, before it is complete.
    pub(crate) header: Vec<u8>,
    /// The length of each packed column.
    lens: Vec<usize>,
    /// Whether the memory is kept for the next save.
    keeps: bool,
}

impl Scratch {
    /// Empty buffers whose memory is kept between saves.
    pub(crate) fn kept() -> Self {
        Self { keeps: true, ..Self::default() }
    }
}

/// Appends the body of a value. Returns the checksum of the directory, and the length of the body before compression.
///
/// # Errors
///
/// The value cannot be represented in an archive, or an impl does not visit what it declares.
pub(crate) fn append(
    value: &dyn SaveRoot,
    plan: &Plan,
    (versions, limits, graph): (Option<&Versions>, &Limits, Option<&mut Graph>),
    seal: Seal,
    scratch: &mut Scratch,
    out: &mut Bytes,
) -> Result<(u32, usize), Error> {
    let (start, mut graph) = (out.len(), graph);
    let mut append = |one_by_one: bool| {
        let Scratch { columns, is_used, lens, keeps, .. } = &mut *scratch;
        columns.resize_with(plan.spots.len(), Column::default);
        // Packing empties all columns, so they are mostly empty already.
        if core::mem::replace(is_used, true) {
            columns.iter_mut().for_each(Column::clear);
        }
        let graph = graph.as_deref_mut();
        match versions {
            None => Writer::write(value, plan, columns, (Today, one_by_one), limits, graph)?,
            Some(versions) => {
                Writer::write(value, plan, columns, (Past(versions), one_by_one), limits, graph)?;
            }
        }
        out.truncate(start);
        let packed = body::append(plan, columns, (lens, *keeps), seal, out)?;
        *is_used = false;
        Ok(packed)
    };
    if plan.one_by_one.load(Ordering::Relaxed) {
        return append(true);
    }
    match append(false) {
        // An impl may have visited a struct of floats as a whole in one place and field by field in another.
        Err(error) if error.kind() == ErrorKind::Shape => {
            let written = append(true)?;
            plan.one_by_one.store(true, Ordering::Relaxed);
            Ok(written)
        }
        written => written,
    }
}

/// The memory that loading needs for each part of a schema.
pub(crate) const PART_MEMORY: usize =
    size_of::<tree::Node>() + size_of::<Spot>() + size_of::<Unpacked<'static, 'static>>();

/// A body in columns, and the plan by which it is read.
pub(crate) struct Input<'p> {
    pub(crate) plan: &'p Plan,
    pub(crate) directory: &'p Directory,
    pub(crate) body: BodySize,
    pub(crate) limits: &'p Limits,
    /// The schema of the archive.
    pub(crate) schema: &'p Schema,
    /// The versions of the types, if the archive was written by this program's types.
    pub(crate) versions: Option<&'p Versions>,
    /// Whether all types have the current versions.
    pub(crate) is_today: bool,
}

impl Input<'_> {
    /// How much memory a load may reserve.
    fn budget(&self) -> usize {
        let Plan { weight, free, .. } = self.plan;
        self.limits.budget_of(free.saturating_add(weight.saturating_mul(self.body.raw)))
    }

    /// Reads the blocks that the plan needs.
    fn blocks<'a>(&self, mut source: impl Source<'a>) -> Result<Blocks<'a>, Error> {
        let mut blocks: Blocks<'a> = alloc::vec![None; self.directory.blocks.len()];
        let mut room = self.limits.max_alloc.max(self.body.stored);
        if let ([block], [place], true) =
            (self.directory.blocks.as_slice(), blocks.as_mut_slice(), self.is_today)
        {
            *place = Some(self.open_block(block, &mut source, &mut room)?);
            return Ok(blocks);
        }
        let needed = slots::needed(self.plan);
        self.open(&needed, &mut source, &mut blocks, &mut room)?;
        // The floats of a needed column may be stored in an earlier column, which is in another block. Only the first
        // bytes of the needed column say so.
        let first = |column: &usize| {
            let (block, range) = self.directory.column(*column)?;
            let index = index_together(blocks.get(*block)?.as_ref()?.get(range.clone())?)?;
            column.checked_sub(index).filter(|_| index > 0)
        };
        let first: Vec<usize> = needed.iter().filter_map(first).collect();
        self.open(&first, &mut source, &mut blocks, &mut room)?;
        Ok(blocks)
    }

    /// Opens the blocks that contain the given columns.
    fn open<'a>(
        &self,
        columns: &[usize],
        source: &mut impl Source<'a>,
        blocks: &mut Blocks<'a>,
        room: &mut usize,
    ) -> Result<(), Error> {
        for column in columns {
            let Some((index, _)) = self.directory.column(*column) else {
                continue;
            };
            let (Some(block), Some(place)) =
                (self.directory.blocks.get(*index), blocks.get_mut(*index))
            else {
                continue;
            };
            if place.is_none() {
                *place = Some(self.open_block(block, source, room)?);
            }
        }
        Ok(())
    }

    /// The decompressed bytes of a block. Takes their number off `room`.
    fn open_block<'a>(
        &self,
        block: &Block,
        source: &mut impl Source<'a>,
        room: &mut usize,
    ) -> Result<Cow<'a, [u8]>, Error> {
        if block.raw != block.stored.len() {
            *room = room.checked_sub(block.raw).ok_or_else(|| too_large(self.body.raw))?;
        }
        self.directory.open(block, source.block(block)?, &self.body)
    }

    fn tables<'a, 'b>(&'b self, blocks: &'b Blocks<'a>, lent: Lent<'b>) -> Tables<'a, 'b, 'b> {
        let budget = self.budget();
        let Self { plan, directory, versions, limits, .. } = *self;
        Tables { plan, directory, blocks, budget, limits, versions, lent }
    }

    /// What the reader by row number needs for each spot: the slots that it always uses, and their origins, which it
    /// uses seldom.
    fn slots<'a, 's>(&self, spots: &'s [Unpacked<'a, '_>]) -> (Vec<Slot<'a, 's>>, Vec<Origin>) {
        let both = || self.plan.spots.iter().zip(spots);
        let slot = |(spot, unpacked): (&Spot, &'s Unpacked<'a, '_>)| Slot {
            act: spot.act,
            first: match spot.act {
                Act::Rows => self.plan.tree.get(spot.node).def,
                _ => spot.first,
            },
            places: &unpacked.places,
            data: match spot.act {
                Act::FixedBytes(_) => {
                    Data::HeldBytes(spots.get(spot.first).map_or(&[], |part| &part.numbers))
                }
                _ => data(spot, unpacked),
            },
        };
        let origin = |(spot, unpacked): (&Spot, &Unpacked<'_, '_>)| Origin {
            depth: spot.depth,
            pointers: spot.pointers,
            offset: unpacked.offset,
            parts: spot.len,
        };
        (both().map(slot).collect(), both().map(origin).collect())
    }

    /// Reads the value.
    ///
    /// # Errors
    ///
    /// The columns do not represent a value of the type.
    pub(crate) fn read<'a>(
        &self,
        source: impl Source<'a>,
        context: Context<'_>,
        root: &mut dyn LoadRoot<'a>,
    ) -> Result<(), Error> {
        let blocks = self.blocks(source)?;
        #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
        if crate::traits::uses_own_code() && !self.plan.departs.load(Ordering::Relaxed) {
            let quick = |lent: Lent<'_>, root: &mut (dyn LoadRoot<'a> + '_)| {
                let is_whole = !self.is_linked() && self.plan.is_for_tables;
                let tables = self.tables(&blocks, lent);
                match root.of_tables() {
                    Some(root) if is_whole => tables.read(root),
                    _ => self.read_parts(&blocks, tables, root),
                }
            };
            let careful = |context: Context<'_>, root: &mut (dyn LoadRoot<'a> + '_)| {
                let read = self.read_by_number(&blocks, context, root);
                self.plan.departs.fetch_or(read.is_ok(), Ordering::Relaxed);
                read
            };
            return crate::context::read_twice(context, root, quick, careful);
        }
        self.read_by_number(&blocks, context, root)
    }

    /// Reads the value by row number.
    fn read_by_number<'a>(
        &self,
        blocks: &Blocks<'a>,
        context: Context<'_>,
        root: &mut dyn LoadRoot<'a>,
    ) -> Result<(), Error> {
        let (Unpack { spots, budget, .. }, lens) = self.unpack(blocks, None)?;
        let (slots, origins) = self.slots(&spots);
        let left = Cell::new(budget);
        let terms = &mut self.terms(&origins, context);
        let read = if self.is_linked() {
            reader::read_linked(&slots, &left, terms, (self.plan, lens, self.is_today), root)
        } else {
            Reader::read(&slots, &left, terms, root)
        };
        read.map_err(|error| self.plan.or_other_name(error))
    }

    /// Whether the archive has tables of shared objects.
    fn is_linked(&self) -> bool {
        !self.plan.tree.tables.is_empty()
    }

    /// Reads the value by row number, but leaves the parts that allow it to `tables`. `None` if anything fails.
    #[cfg(any(archive_own_code, not(any(debug_assertions, feature = "small-code"))))]
    fn read_parts<'a>(
        &self,
        blocks: &Blocks<'a>,
        tables: Tables<'a, '_, '_>,
        root: &mut dyn LoadRoot<'a>,
    ) -> Option<()> {
        let (unpack, lens) = self.unpack(blocks, Some(Vec::new())).ok()?;
        let Unpack { spots, budget, later, .. } = unpack;
        let (slots, origins) = self.slots(&spots);
        let left = Cell::new(budget);
        let lent = tables.lent;
        let mut terms = self.terms(&origins, lent.context());
        terms.later = Some((later?, tables));
        match self.is_linked() {
            true => {
                let tables = (self.plan, lens, self.is_today);
                reader::read_linked(&slots, &left, &mut terms, tables, root).ok()
            }
            false => Reader::read(&slots, &left, &mut terms, root).ok(),
        }
    }

    /// Unpacks the columns; also returns the number of objects in each table. If `later` is given, lists that `tables`
    /// can read are not unpacked but added to it.
    fn unpack<'a, 'b>(
        &'b self,
        blocks: &'b Blocks<'a>,
        later: Option<Vec<usize>>,
    ) -> Result<(Unpack<'a, 'b, 'b>, Vec<usize>), Error> {
        let mut unpack = Unpack {
            plan: self.plan,
            directory: self.directory,
            blocks,
            body: self.body,
            budget: self.budget(),
            depth: self.limits.depth,
            spots: alloc::vec![Unpacked::default(); self.plan.spots.len()],
            later,
        };
        unpack.unpack(0, 1)?;
        let lens = unpack.unpack_tables()?;
        Ok((unpack, lens))
    }

    /// The parts of the reader's state that are seldom needed.
    fn terms<'a, 's, 'c>(
        &'s self,
        origins: &'s [Origin],
        context: Context<'c>,
    ) -> Terms<'a, 's, 'c> {
        let is_foreign = !self.is_today && self.versions.is_none();
        let (foreign, versions) =
            (is_foreign.then_some(self.schema), self.versions.unwrap_or(Versions::TODAY));
        Terms::new((foreign, versions, self.is_today), origins, self.limits, context)
    }
}

fn data<'a, 's>(spot: &Spot, unpacked: &'s Unpacked<'a, '_>) -> Data<'a, 's> {
    let Unpacked { numbers, text, held_text, bytes, held_bytes, .. } = unpacked;
    match spot.act {
        Act::Number(_) | Act::Link(_) | Act::Follow(_) => Data::Numbers(numbers),
        Act::Text if held_text.is_empty() => Data::Text(text),
        Act::Text => Data::HeldText(held_text),
        Act::Bytes | Act::Rows | Act::ForeignRows if held_bytes.is_empty() => Data::Bytes(bytes),
        Act::Bytes | Act::Rows | Act::ForeignRows => Data::HeldBytes(held_bytes),
        Act::Struct | Act::Enum | Act::Variant => {
            Data::Type { version: spot.version, tag: spot.tag }
        }
        _ => Data::None,
    }
}

/// Whether values of a type may be stored in rows within columns: whether the type may be recursive.
#[inline(always)]
const fn may_stand_in_rows<T: Describe + ?Sized>() -> bool {
    !matches!(T::TYPE.kind, Kind::Primitive(_) | Kind::List(_) | Kind::Option(_))
}
