//! Whatever the bytes, a load gives an error or a value: it never panics, never takes more memory
//! or time than the input's length justifies, and accepts no second form of a value.

mod agreed;
mod bounds;
mod cases;
mod depth;
mod flips;
mod headers;
mod lengths;
mod lookups;
mod memory;
mod mutation;
mod prefixes;
mod shapes;
mod streams;
mod work;
mod zero_sized;
