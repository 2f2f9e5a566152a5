//! Objects that are fetched into the cache before they are visited: a visit of one waits for its memory, its list's and its
//! text's one after the other, and those of many together.

use alloc::vec::Vec;
use core::hint::black_box;

use super::found::Graph;
use super::pointer::Pointer;
use crate::Serialize;

/// So many objects are fetched at a time: about what a processor waits for at once.
const AHEAD: usize = 16;

impl Graph {
    /// An object of a kind, which is visited next; those behind it are fetched, too.
    #[inline]
    pub(super) fn next_object<P: Pointer<Target: Serialize>>(
        &mut self,
        kind: usize,
        index: usize,
    ) -> Option<P> {
        let kind = self.kinds.get_mut(kind)?;
        let objects = kind.pointers.downcast_ref::<Vec<P>>()?;
        if index >= kind.fetched {
            let next = objects.iter().skip(index).take(AHEAD);
            kind.fetched = index.saturating_add(next.len());
            black_box(next.fold(0, |sum, object| sum ^ object.target().fetch()));
        }
        objects.get(index).cloned()
    }
}
