//! Hashes of values, and the trees that tell where two values differ.

// Types that say they are the library's own.
use archive::__private;

mod difference;
mod hash;
mod tree;
mod world;
