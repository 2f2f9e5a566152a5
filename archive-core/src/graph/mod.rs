//! Objects that several owners share: each is saved once, in a table of its kind, and its owners hold
//! links to it (FORMAT.md §13).
//!
//! Saving goes twice over a value. [`Trace`] finds the objects from a work list, so that no chain of
//! them is too long, and puts them in an order in which each comes behind those that it owns. Then the
//! writer writes links, and each table when its first link is met. Loading builds a table in its order
//! up to the object that is asked for: what an object owns is there before it, so that the calls are
//! never nested deeper than there are tables.

mod addresses;
mod bearers;
mod circles;
mod components;
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
pub use found::Graph;
pub(crate) use found::object_name;
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
pub(crate) use settle::settle;
pub use shared::{Held, Shared};
pub use trace::Trace;
