//! Stories and helpers shared by the tests.

pub mod golden;
pub mod hostile;
pub mod memory;
pub mod readable;
mod refusal;
mod story;
pub mod wire;
