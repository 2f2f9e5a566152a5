//! Texts as a dictionary, where that is smaller.

use super::Body;
use crate::Error;
use crate::columns::pack::{Chosen, pack_short};
use crate::columns::writer::Column;

impl Body<'_> {
    /// Packs texts as a dictionary; gives `false` if that is not smaller.
    pub(super) fn pack_dictionary(&mut self, node: usize, rows: usize) -> Result<bool, Error> {
        let Self { plan, columns, out, known, .. } = self;
        let Column { lens, long, data, total, .. } = &*Self::column(plan, columns, node)?;
        if rows != lens.len() || !long.is_empty() || *total != data.len() {
            return Ok(false);
        }
        let chosen = Chosen::of(lens.as_slice(), data.as_slice(), known);
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
}
