//! Hashes of values, and the trees that tell where two values differ.

mod difference;
mod hash;
mod tree;
mod world;
