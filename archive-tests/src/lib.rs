//! Stories and helpers shared by the tests.

pub mod golden;
pub mod memory;
