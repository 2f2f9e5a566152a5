//! The types of the standard library as data, one file for each family.

mod array;
mod atomic;
mod cell;
mod cow;
mod duration;
mod encoded;
mod flow;
#[cfg(feature = "std")]
mod hash_map;
#[cfg(feature = "std")]
mod hash_set;
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
#[cfg(feature = "std")]
mod raw;
mod reference;
mod scalar;
mod set;
mod shared;
#[cfg(feature = "std")]
mod sync;
#[cfg(feature = "std")]
mod system_time;
#[cfg(test)]
mod tests;
mod text;
mod tuple;
mod word;
mod wrapper;

pub(crate) use option::some;
