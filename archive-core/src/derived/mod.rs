//! What derived code calls: one function for each thing a field or variant may have in its
//! history, so that the code itself is straight lines.
//!
//! A function that an attribute names comes last, after what says which types it must have: so the
//! compiler's message can name them.

mod calls;
mod hook;
mod levels;
mod load;
mod relink;
mod save;
mod shape;
mod variants;

pub use calls::*;
pub use hook::*;
pub use levels::*;
pub use load::*;
pub use relink::*;
pub use save::*;
pub use shape::*;
pub use variants::*;
