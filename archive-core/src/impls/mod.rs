//! The types of the standard library as data, one file for each family.

mod array;
mod atomic;
mod cell;
mod cow;
mod encoded;
mod flow;
mod heap;
mod library;
mod linked;
mod list;
mod map;
mod net;
mod nonzero;
mod number;
mod option;
mod order;
#[cfg(feature = "std")]
mod path;
mod pointer;
mod range;
mod reference;
mod scalar;
mod set;
mod shared;
#[cfg(feature = "std")]
mod sync;
#[cfg(test)]
mod tests;
mod text;
mod time;
mod tuple;
mod word;
mod wrapper;
