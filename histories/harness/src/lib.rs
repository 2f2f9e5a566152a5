//! What the programs of a generated history have in common: they save and load by request, and are told what
//! is expected.

mod cases;
mod content;
mod damage;
mod foreign;
mod impls;
mod plain;
mod program;
mod routes;
mod run;
mod source;

pub use content::Content;
pub use foreign::{Foreign, cloned, lent};
pub use plain::{Plain, Shown};
pub use program::{Program, program};
pub use run::run;
pub use source::Source;
