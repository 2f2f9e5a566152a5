//! Packs texts as a dictionary, if that is smaller.

use alloc::vec::Vec;

use super::Body;
use crate::Error;
use crate::columns::bytes::Bytes;
use crate::columns::pack::{Chosen, Known, pack_short};

impl Body<'_> {
    /// Packs texts as a dictionary. Returns `false` if that would not be smaller.
    pub(super) fn pack_dictionary(&mut self, node: usize, rows: usize) -> Result<bool, Error> {
        let Self { plan, columns, out, .. } = self;
        let column = Self::column(plan, columns, node)?;
        column.look_up(0);
        let Some(known) = column.known() else { return Ok(false) };
        let chosen = Chosen::of(known).filter(|chosen| is_smaller(chosen, known, out));
        let (Some(chosen), true) = (chosen, rows == known.len()) else {
            column.spread();
            return Ok(false);
        };
        let start = out.len();
        chosen.pack_lens(out);
        let end = out.len();
        chosen.pack_bytes(out);
        let all = out.len();
        let first = plan.tree.get(node).column;
        let lens = [end.saturating_sub(start), all.saturating_sub(end)];
        for (place, len) in self.lens.iter_mut().skip(first).zip(lens) {
            *place = len;
        }
        Ok(true)
    }
}

/// Whether a dictionary takes fewer bytes than the texts would otherwise. Leaves `out` unchanged.
fn is_smaller(chosen: &Chosen<'_>, texts: &Known, out: &mut Bytes) -> bool {
    // If it is no larger than the bytes of the texts alone, the lengths need not be packed to compare.
    if chosen.size <= texts.total() {
        return true;
    }
    let of_each: Vec<u8> =
        texts.differing().map(|text| u8::try_from(text.len()).unwrap_or(u8::MAX)).collect();
    let lens = texts.which().iter();
    let lens = lens.map(|at| of_each.get(usize::from(*at)).copied().unwrap_or_default());
    let (lens, start): (Vec<u8>, _) = (lens.collect(), out.len());
    pack_short(&lens, out);
    let plain = out.len().saturating_sub(start).saturating_add(texts.total());
    out.truncate(start);
    chosen.size < plain
}
