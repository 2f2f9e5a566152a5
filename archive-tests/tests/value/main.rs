//! Archives as trees and records, and what tools learn of values without their types.

// For types that pretend to be the library's own.
use archive::__private;

mod any;
mod census;
mod columns;
mod diff;
mod diff_work;
mod edit;
mod edit_shared;
mod edited;
mod encoded;
mod errors;
mod find;
mod game;
mod literals;
mod merge;
mod moved;
mod order;
mod other_versions;
mod paths;
mod record;
mod report;
mod report_moved;
mod typed;
