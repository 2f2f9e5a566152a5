//! Ways to store what is no [`Archive`](crate::Archive), for `#[archive(with = module)]`; and the way
//! back, from types of this crate to serde.

pub mod serde;

pub use crate::serde::{AsSerde, Serde};
