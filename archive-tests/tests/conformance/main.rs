//! The conformance suite: every type and every change, through every archive that can be read.
//!
//! Its results are tables, a line for each thing that was tried: `=` if the value came that had to,
//! and else the kind of the error; first what most archives of
//! [`READABLE`](archive_tests::readable::READABLE) gave, and then the others by their names. Any other
//! value fails the suite. `--nocapture` shows the tables, with the errors in full.

mod alike;
mod bounds;
mod changes;
mod foreign;
mod standard;
mod table;
