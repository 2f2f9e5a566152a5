//! Whatever the bytes are, a load is an error or a value: it never panics, never takes more memory
//! or time than the input's length justifies, and knows no second form of a value.

mod agreed;
mod bounds;
mod cases;
mod depth;
mod flips;
mod headers;
mod lengths;
mod memory;
mod mutation;
mod prefixes;
mod shapes;
mod streams;
mod work;
mod zero_sized;
