//! The conformance suite: every type and every change, through every readable archive.
//!
//! The results are tables with one line for each test: `=` for the expected value, or the kind of
//! the error. First comes the result of most archives of
//! [`READABLE`](archive_tests::readable::READABLE), then the others with their names. Any other
//! value fails the suite. `--nocapture` shows the tables with the full errors.

mod alike;
mod bounds;
mod by_hand;
mod changes;
mod foreign;
mod standard;
mod table;
