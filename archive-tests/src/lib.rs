//! Stories and helpers shared by the tests.

pub mod erased;
pub mod golden;
pub mod hostile;
pub mod made;
pub mod memory;
pub mod readable;
mod refusal;
pub mod releases;
pub mod source;
mod story;
pub mod wire;
