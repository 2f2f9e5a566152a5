//! Prefetches objects into the CPU cache before they are visited. A visit waits for the object's memory,
//! then its list's, then its text's; prefetching overlaps these waits across many objects.

use alloc::vec::Vec;
use core::hint::black_box;

use super::found::Graph;
use super::pointer::Pointer;
use crate::Serialize;

/// How many objects are prefetched at a time: about as many loads as a processor keeps in flight.
const AHEAD: usize = 16;

impl Graph {
    /// The next object of a kind to visit; prefetches those after it.
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
