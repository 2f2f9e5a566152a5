//! Custom archives, types by hand, and type-erased archives.

mod by_hand;
mod counting;
mod departing;
mod erased;
mod values;
