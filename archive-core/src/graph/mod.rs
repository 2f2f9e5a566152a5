//! Objects with several owners: each is saved once, in a table of its type, and its owners hold links to it
//! (FORMAT.md §13).
//!
//! Saving visits a value twice. First, [`Trace`] finds the objects with a work list, so that chains may have
//! any length, and sorts them so that each comes after the objects it owns. Then the writer writes links,
//! and each table when it meets the first link into it. Loading builds a table in order up to the requested
//! object. The objects that it owns come before it, so calls never nest deeper than there are tables.

mod addresses;
mod bearers;
mod cells;
mod circles;
mod components;
mod copies;
mod fetch;
mod found;
mod kinds;
mod late;
mod load;
mod made;
mod meet;
mod objects;
mod order;
mod pointer;
mod references;
mod rows;
mod save;
mod settle;
mod shared;
mod trace;

pub(crate) use bearers::may_be_late;
pub(crate) use components::components;
pub use copies::Left;
pub(crate) use copies::{Copies, with_copies};
pub use found::Graph;
pub(crate) use found::object_path;
pub use late::Late;
pub(crate) use load::{finish, load, load_or_leave_out, load_or_miss, relink_slice};
pub use objects::{Link, Objects};
pub use pointer::{Build, Pointer, Share, ShareLoad};
pub use references::{Referenced, References, references};
pub(crate) use rows::LEN;
pub(crate) use save::{
    expect_direct, object, save, save_each, save_rows, save_slice, save_weak, save_weak_rows,
    saves_links,
};
pub(crate) use settle::{may_validate, settle};
pub use shared::{Held, Shared};
pub use trace::Trace;
