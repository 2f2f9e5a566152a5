//! Frees the objects of a failed load.
//!
//! Objects in a cycle own each other, and the caller of a failed load has no handle to break it, so each
//! refused message of a peer would leak memory. Cycles always pass through cells, since nothing else behind
//! a pointer can be set later: emptying the cells breaks them. What is left, and what a successful load does not use, are
//! chains of any length.

use super::objects::Objects;

impl<E> Drop for Objects<'_, E> {
    fn drop(&mut self) {
        // `built` keeps all objects alive meanwhile.
        if !self.is_done && self.were_late {
            for kind in &self.kinds {
                (kind.calls.empty)(&*kind.built);
            }
        }
        for kind in &mut self.kinds {
            (kind.calls.free)(&mut *kind.built);
        }
    }
}
