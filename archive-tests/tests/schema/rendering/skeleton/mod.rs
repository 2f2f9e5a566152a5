//! Compiles the output of `schema::rust`.

#![expect(unreachable_pub, non_camel_case_types, reason = "as the library wrote it")]

#[rustfmt::skip]
pub(crate) mod game;
#[rustfmt::skip]
pub(crate) mod hostile;
