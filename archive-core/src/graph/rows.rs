//! The rows of a value and of its objects, put together from what was written when they were found.

use alloc::vec::Vec;

use super::found::{Edge, Graph, Hold, NONE, usize_of};
use crate::columns::Bytes;
use crate::{Error, varint};

/// The bytes of a table's length, behind all tables.
pub(crate) const LEN: usize = 8;

/// The bytes of a link.
const LINK: usize = size_of::<u32>();

impl Graph {
    /// The bytes of the body that [`append_rows`](Self::append_rows) appends.
    pub(crate) fn rows_len(&self) -> usize {
        let links = self.edges.iter().map(|edge| match edge.hold {
            Hold::Firm | Hold::Loose => LINK,
            Hold::Weak { .. } if edge.to == NONE => 1,
            Hold::Weak { .. } => LINK.saturating_add(1),
        });
        let links = links.fold(self.tracing.bytes.len(), usize::saturating_add);
        let table = |len: u32| LEN.saturating_add(varint::len(u64::from(len)));
        self.tables.iter().fold(links, |sum, it| sum.saturating_add(table(it.len)))
    }

    /// Appends the value and its tables, which were written when they were found.
    ///
    /// # Errors
    ///
    /// The memory does not suffice.
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

    /// Appends an object, or the value itself, with its links.
    fn put(&self, object: Option<usize>, out: &mut Bytes) {
        let all = self.tracing.bytes.as_slice();
        let bytes = self.bytes_of(object);
        let mut start = bytes.start;
        for Edge { to, hold, at } in self.edges_of(object) {
            out.extend(all.get(start..*at).unwrap_or_default());
            start = *at;
            let row = self.objects.get(usize_of(*to)).map(|object| object.id);
            if let Hold::Weak { .. } = hold {
                out.push([u8::from(row.is_some())]);
            }
            if let Some(row) = row {
                out.push(row.to_le_bytes());
            }
        }
        out.extend(all.get(start..bytes.end).unwrap_or_default());
    }
}
