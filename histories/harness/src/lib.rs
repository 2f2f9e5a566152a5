//! What the programs of a generated history have in common: they save and load by request, and are told what
//! is expected.

mod cases;
mod damage;
mod foreign;
mod impls;
mod plain;
mod program;
mod routes;
mod run;

pub use foreign::{Foreign, cloned, lent};
pub use plain::{Plain, Shown, Source};
pub use program::{Program, program};
pub use run::run;
