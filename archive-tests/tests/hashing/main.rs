//! Hashes of values, and hash trees that find where two values differ.

// For types that pretend to be the library's own.
use archive::__private;

mod difference;
mod hash;
mod tree;
mod world;
