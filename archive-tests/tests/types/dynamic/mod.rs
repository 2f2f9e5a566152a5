//! Archives and types of a program's own, and archives whose type is not known.

mod by_hand;
mod counting;
mod departing;
mod erased;
mod values;
