//! The library writes what FORMAT.md says.

// For types that pretend to be the library's own.
use archive::__private;

mod columns;
mod examples;
