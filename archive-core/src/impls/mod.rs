//! The impls for types of the standard library, one file per family, and of other crates (`ext`).

mod array;
mod atomic;
mod by_module;
mod cell;
mod cow;
mod duration;
mod encoded;
mod ext;
mod flow;
#[cfg(feature = "_hash-maps")]
mod hash_map;
#[cfg(feature = "_hash-maps")]
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
#[cfg(feature = "_hash-maps")]
mod raw;
mod reference;
mod scalar;
mod set;
mod shared;
mod stored;
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

pub use by_module::{Elements, Entries};
pub(crate) use option::{around_pointer, some};
