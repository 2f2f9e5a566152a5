//! Stories and helpers shared by the tests.
