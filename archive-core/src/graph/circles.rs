//! What is refused leaves no circles behind.
//!
//! Objects in a circle own each other: the caller of a load that fails has none of them to take it apart, and each
//! refused message of a peer would take memory for good. Circles lead through cells, as nothing else can be set once an
//! object is behind a pointer.

use super::objects::Objects;

impl<E> Drop for Objects<'_, E> {
    fn drop(&mut self) {
        if self.is_done || !self.were_late {
            return;
        }
        // All are held here meanwhile: none is freed within another, however long the chains are.
        for kind in &self.kinds {
            (kind.calls.empty)(&*kind.built);
        }
    }
}
