//! Lengths, and texts as a dictionary.

use alloc::vec::Vec;

use super::Body;
use crate::Error;
use crate::columns::bytes::Bytes;
use crate::columns::pack::{Chosen, Class, pack, pack_short};
use crate::columns::writer::{Column, LONG, departed, too_long};

impl Body<'_> {
    /// Packs the columns of texts as a dictionary, if that is smaller.
    pub(super) fn pack_dictionary(&mut self, node: usize, rows: usize) -> Result<bool, Error> {
        let Self { plan, columns, out, table, .. } = self;
        let Column { lens, long, data, total, .. } = &*Self::column(plan, columns, node)?;
        if rows != lens.len() || !long.is_empty() || *total != data.len() {
            return Ok(false);
        }
        let chosen = Chosen::of(lens.as_slice(), data.as_slice(), table);
        let Some(chosen) = chosen else { return Ok(false) };
        let (start, total) = (out.len(), data.len());
        let size = chosen.size.saturating_add(chosen.total);
        // Most are smaller than the bytes alone.
        if size > total {
            pack_short(lens.as_slice(), out);
            let plain = out.len().saturating_sub(start).saturating_add(total);
            out.truncate(start);
            if size >= plain {
                return Ok(false);
            }
        }
        chosen.pack_lens(out);
        let end = out.len();
        chosen.pack_bytes(out);
        let all = out.len();
        self.packed = self.packed.saturating_add(total).saturating_add(rows);
        self.lens.push(end.saturating_sub(start));
        self.lens.push(all.saturating_sub(end));
        Ok(true)
    }

    /// Packs the lengths of a node, and gives their sum.
    pub(super) fn pack_lens(&mut self, node: usize, rows: usize) -> Result<usize, Error> {
        let Self { plan, columns, out, .. } = self;
        let Column { lens, long, total, .. } = Self::column(plan, columns, node)?;
        let (lens, total) = (lens.as_slice(), *total);
        if rows != lens.len() {
            return Err(departed());
        }
        if u32::try_from(total).is_err() {
            return Err(too_long(total));
        }
        let start = out.len();
        if long.is_empty() {
            pack_short(lens, out);
        } else {
            let mut long = long.iter().copied();
            let each = lens.iter().map(|len| match *len {
                LONG => long.next().unwrap_or_default(),
                len => u32::from(len),
            });
            let lens: Vec<_> = each.map(u32::to_le_bytes).collect();
            pack(lens.as_flattened(), 4, Class::Unsigned, out);
        }
        self.close(rows, start);
        if !self.keeps {
            Self::column(self.plan, self.columns, node)?.lens = Bytes::default();
        }
        Ok(total)
    }
}
