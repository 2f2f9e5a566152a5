//! Modules for `#[archive(with = module)]`, which store types that are not [`Archive`](crate::Archive), and wrappers
//! that give archivable types serde's traits.

pub mod serde;

pub use crate::serde::{AsSerde, Serde};
