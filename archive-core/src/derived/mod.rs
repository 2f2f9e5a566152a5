//! The functions that derived code calls: one for each feature of a field's or variant's history, so that
//! generated code is straight lines.
//!
//! Functions named in attributes are the last argument, after those that fix their types, so that the
//! compiler's error messages can name the types.
//!
//! Each fails if the archive or the function that it calls does.

#![allow(clippy::missing_errors_doc, reason = "said once for all of them")]

mod calls;
mod hook;
mod levels;
mod load;
mod relink;
mod save;
mod shape;
mod stored;
mod variants;
mod view;
mod view_checks;

pub use calls::*;
pub use hook::*;
pub use levels::*;
pub use load::*;
pub use relink::*;
pub use save::*;
pub use shape::*;
pub use stored::*;
pub use variants::*;
pub use view::*;
pub use view_checks::*;
