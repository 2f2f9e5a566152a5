//! Assembles the rows of a value and its objects from the pieces that the trace wrote.

use alloc::vec::Vec;
use core::ops::Range;

use super::found::{Edge, Graph, LINK, NONE, usize_of};
use crate::columns::Bytes;
use crate::{Error, varint};

/// The size of a table's length; the lengths follow all tables.
pub(crate) const LEN: usize = 8;

impl Graph {
    /// The size of the body that [`append_rows`](Self::append_rows) appends.
    pub(crate) fn rows_len(&self) -> usize {
        let missing = self.missing.saturating_mul(LINK);
        let links = self.tracing.bytes.len().saturating_sub(missing);
        let table = |len: u32| LEN.saturating_add(varint::len(u64::from(len)));
        self.tables.iter().fold(links, |sum, it| sum.saturating_add(table(it.len)))
    }

    /// Appends the value and its tables, as written during the trace.
    ///
    /// # Errors
    ///
    /// Fails if memory is short.
    pub(crate) fn append_rows(&self, out: &mut Bytes) -> Result<(), Error> {
        out.make_ready(self.rows_len())?;
        self.put(None, out);
        let mut start = out.len();
        let mut lens: Vec<u64> = Vec::with_capacity(self.tables.len());
        for table in &self.tables {
            let (bytes, used) = varint::encode(u64::from(table.len));
            out.extend(bytes.get(..used).unwrap_or_default());
            table.rows.iter().for_each(|object| self.put(Some(usize_of(*object)), out));
            lens.push(u64::try_from(out.len().saturating_sub(start)).unwrap_or(u64::MAX));
            start = out.len();
        }
        lens.iter().for_each(|len| out.push(len.to_le_bytes()));
        Ok(())
    }

    /// Appends an object, or the value itself, and fills in its links.
    #[inline]
    fn put(&self, object: Option<usize>, out: &mut Bytes) {
        let (from, to) = self.ends_of(object);
        let edges = self.edges.get(from.edges..to.edges).unwrap_or_default();
        if self.missing > 0 && edges.iter().any(|edge| edge.to == NONE) {
            return self.put_pieces(edges, from.bytes..to.bytes, out);
        }
        let start = out.len();
        out.extend(self.bytes(from.bytes..to.bytes));
        let own = out.as_mut_slice().get_mut(start..).unwrap_or_default();
        for edge in edges {
            let at = edge.at.wrapping_sub(from.bytes);
            if let Some(place) = own.get_mut(at..at.wrapping_add(LINK)) {
                place.copy_from_slice(&self.row(edge.to).to_le_bytes());
            }
        }
    }

    /// The same if some weak pointers have no target: their links are left out.
    #[cold]
    fn put_pieces(&self, edges: &[Edge], bytes: Range<usize>, out: &mut Bytes) {
        let mut start = bytes.start;
        for edge in edges {
            if edge.to == NONE {
                out.extend(self.bytes(start..edge.at.wrapping_sub(1)));
                out.push([0]);
            } else {
                out.extend(self.bytes(start..edge.at));
                out.push(self.row(edge.to).to_le_bytes());
            }
            start = edge.at.wrapping_add(LINK);
        }
        out.extend(self.bytes(start..bytes.end));
    }

    #[inline]
    fn bytes(&self, range: Range<usize>) -> &[u8] {
        self.tracing.bytes.as_slice().get(range).unwrap_or_default()
    }

    #[inline]
    fn row(&self, object: u32) -> u32 {
        self.ids.get(usize_of(object)).copied().unwrap_or(NONE)
    }
}
