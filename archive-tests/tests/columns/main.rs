//! Archives in columns: that they are small, that they hold every shape, and what they refuse.

mod arrays;
mod batches;
mod by_name;
mod check;
mod codecs;
mod departing;
mod dictionary;
mod dynamic;
mod lengths;
mod recursion;
mod shapes;
mod tables;
mod tiles;
mod together;
