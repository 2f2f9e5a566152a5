//! The columns of a value, packed one behind the other into the body of an archive.

use alloc::vec::Vec;

use super::block::{Seal, blocks};
use super::bytes::Bytes;
use super::pack::{Class, pack, pack_short};
use super::plan::Plan;
use super::tree::{Node, Part, width};
use super::writer::{Column, LONG, departed, too_long};
use crate::codec::Codec;
use crate::{Error, PrimitiveKind};

/// So many tags are counted by one variant after the other.
const FEW_TAGS: usize = 16;

/// Packs columns into bodies.
pub(super) struct Body<'p> {
    plan: &'p Plan,
    columns: &'p [Column],
    /// The length of each column that was packed.
    lens: Vec<usize>,
    out: &'p mut Bytes,
    /// Where the block starts that is not complete.
    start: usize,
    seal: Seal,
}

/// Appends the body of an archive, and gives the checksum of its directory and its length before
/// compression.
///
/// # Errors
///
/// The columns do not fit together: an impl does not visit what it declares.
pub(super) fn append(
    plan: &Plan,
    columns: &[Column],
    seal: Seal,
    out: &mut Bytes,
) -> Result<(u32, usize), Error> {
    let start = out.len();
    let lens = Vec::with_capacity(plan.tree.columns);
    let mut body = Body { plan, columns, lens, out, start, seal };
    body.pack(0, 1)?;
    body.finish()
}

impl<'p> Body<'p> {
    /// Packs the columns of a node that has so many rows, and those of its parts.
    fn pack(&mut self, node: usize, rows: usize) -> Result<(), Error> {
        let place = self.plan.tree.get(node);
        if rows == 0 {
            return self.pack_nothing(node, place);
        }
        let parts = place.first..place.first.saturating_add(place.len);
        self.check_kind(node, place.part)?;
        match place.part {
            Part::Unit => Ok(()),
            Part::Link(_) => self.pack_numbers(node, rows, 4, Class::Unsigned),
            Part::Number(kind) => {
                let class = class(kind, self.seal.codec);
                self.pack_numbers(node, rows, width(kind), class)
            }
            Part::Text | Part::Bytes | Part::Rows => {
                let total = self.pack_lens(node, rows)?;
                let data = self.column(node)?.data.as_slice();
                if data.len() != total {
                    return Err(departed());
                }
                self.out.extend_long(data);
                self.close(total)
            }
            Part::Option => {
                let held = sum(self.column(node)?.data.as_slice());
                self.pack_numbers(node, rows, 1, Class::Unsigned)?;
                self.pack(place.first, held)
            }
            Part::List => {
                let total = self.pack_lens(node, rows)?;
                self.pack(place.first, total)
            }
            Part::Map => {
                let total = self.pack_lens(node, rows)?;
                self.pack(place.first, total)?;
                self.pack(place.first.saturating_add(1), total)
            }
            Part::Array(len) => {
                match rows.checked_mul(len).filter(|all| u32::try_from(*all).is_ok()) {
                    Some(all) => self.pack(place.first, all),
                    None => Err(too_long(rows.saturating_mul(len))),
                }
            }
            Part::Tuple | Part::Struct | Part::Variant => {
                parts.into_iter().try_for_each(|part| self.pack(part, rows))
            }
            Part::Enum { is_wide } => {
                self.pack_numbers(node, rows, if is_wide { 4 } else { 1 }, Class::Unsigned)?;
                let counts = self.count_tags(node, is_wide)?;
                parts.zip(counts).try_for_each(|(part, count)| self.pack(part, count))
            }
        }
    }

    /// Packs the columns of a node that has no rows, and those of all that it holds.
    fn pack_nothing(&mut self, node: usize, place: Node) -> Result<(), Error> {
        let spot_of = |node: usize| self.plan.spot_of.get(node..).unwrap_or_default();
        let held = spot_of(place.first).iter().take(place.last.saturating_sub(place.first));
        for spot in spot_of(node).iter().take(1).chain(held) {
            let Some(Column { data, lens, .. }) = self.columns.get(*spot) else { continue };
            if data.len() > 0 || lens.len() > 0 {
                return Err(departed());
            }
        }
        self.lens.resize(self.lens.len().saturating_add(place.end.saturating_sub(place.column)), 0);
        Ok(())
    }

    /// Refuses what was put where nothing of its kind belongs.
    fn check_kind(&self, node: usize, part: Part) -> Result<(), Error> {
        let Ok(Column { data, lens, .. }) = self.column(node) else {
            return Ok(());
        };
        let has_lens =
            matches!(part, Part::Text | Part::Bytes | Part::Rows | Part::List | Part::Map);
        let has_data = part.columns() > usize::from(matches!(part, Part::List | Part::Map));
        let fits = (has_lens || lens.len() == 0) && (has_data || data.len() == 0);
        if fits { Ok(()) } else { Err(departed()) }
    }

    fn column(&self, node: usize) -> Result<&'p Column, Error> {
        let spot = self.plan.spot_of.get(node).copied().unwrap_or(usize::MAX);
        let columns = self.columns;
        columns.get(spot).ok_or_else(departed)
    }

    fn pack_numbers(
        &mut self,
        node: usize,
        rows: usize,
        width: usize,
        class: Class,
    ) -> Result<(), Error> {
        let data = self.column(node)?.data.as_slice();
        if rows.checked_mul(width) != Some(data.len()) {
            return Err(departed());
        }
        let before = self.out.len();
        pack(data, width, class, self.out);
        self.close(self.out.len().saturating_sub(before))
    }

    /// Packs the lengths of a node, and gives their sum.
    fn pack_lens(&mut self, node: usize, rows: usize) -> Result<usize, Error> {
        let Column { lens, long, total, .. } = self.column(node)?;
        let lens = lens.as_slice();
        if rows != lens.len() {
            return Err(departed());
        }
        if u32::try_from(*total).is_err() {
            return Err(too_long(*total));
        }
        let before = self.out.len();
        if long.is_empty() {
            pack_short(lens, self.out);
        } else {
            let mut long = long.iter().copied();
            let each = lens.iter().map(|len| match *len {
                LONG => long.next().unwrap_or_default(),
                len => u32::from(len),
            });
            let lens: Vec<_> = each.map(u32::to_le_bytes).collect();
            pack(lens.as_flattened(), 4, Class::Unsigned, self.out);
        }
        self.close(self.out.len().saturating_sub(before))?;
        Ok(*total)
    }

    /// How many rows each variant of an enum has.
    fn count_tags(&self, node: usize, is_wide: bool) -> Result<Vec<usize>, Error> {
        let data = self.column(node)?.data.as_slice();
        let enumeration = self.plan.get(self.plan.spot_of.get(node).copied().unwrap_or(usize::MAX));
        let variants = enumeration.first..enumeration.first.saturating_add(enumeration.len);
        let tags = variants.map(|spot| self.plan.get(spot).tag);
        if is_wide {
            let found = |tag: u32| {
                let tag = tag.to_le_bytes();
                data.chunks_exact(4).filter(|found| **found == tag).count()
            };
            return Ok(tags.map(found).collect());
        }
        if data.len() <= FEW_TAGS {
            let found = |tag: u32| data.iter().filter(|found| u32::from(**found) == tag).count();
            return Ok(tags.map(found).collect());
        }
        let mut counts = [0_usize; 256];
        for tag in data {
            if let Some(count) = counts.get_mut(usize::from(*tag)) {
                *count = count.saturating_add(1);
            }
        }
        let count = |tag| usize::try_from(tag).ok().and_then(|tag| counts.get(tag).copied());
        Ok(tags.map(|tag| count(tag).unwrap_or(0)).collect())
    }

    /// Completes a column of so many bytes.
    fn close(&mut self, len: usize) -> Result<(), Error> {
        self.lens.push(len);
        Ok(())
    }

    /// Seals the blocks, and writes the directory behind them.
    fn finish(self) -> Result<(u32, usize), Error> {
        let Self { lens, out, start, seal, .. } = self;
        let blocks = blocks(&lens);
        let raw = out.len().saturating_sub(start);
        let directory = seal.blocks(out, start, &lens, &blocks)?;
        let crc = if seal.checksum { crc32fast::hash(&directory) } else { 0 };
        out.extend_long(&directory);
        Ok((crc, raw.saturating_add(directory.len())))
    }
}

/// The sum of bytes.
fn sum(bytes: &[u8]) -> usize {
    // As many as a sum of 16 bits has room for, in lanes of that width.
    let sums = bytes.chunks(64).map(|chunk| {
        let sum = chunk.iter().fold(0_u16, |sum, byte| sum.wrapping_add(u16::from(*byte)));
        usize::from(sum)
    });
    sums.sum()
}

fn class(kind: PrimitiveKind, codec: Codec) -> Class {
    match kind {
        PrimitiveKind::I8
        | PrimitiveKind::I16
        | PrimitiveKind::I32
        | PrimitiveKind::I64
        | PrimitiveKind::I128 => Class::Signed,
        PrimitiveKind::F32 | PrimitiveKind::F64 if codec == Codec::None => Class::Float,
        PrimitiveKind::F32 | PrimitiveKind::F64 => Class::FloatForCodec,
        _ => Class::Unsigned,
    }
}
