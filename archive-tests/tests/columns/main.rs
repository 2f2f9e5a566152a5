//! Archives in columns: they are small, hold values of every shape, and refuse bad input.

mod arrays;
mod batches;
mod by_name;
mod check;
mod codecs;
mod departing;
mod dictionary;
mod dynamic;
mod inline;
mod lengths;
mod recursion;
mod shapes;
mod tables;
mod tiles;
mod together;
