//! Compiles the output of `schema::rust`.

#![expect(unreachable_pub, reason = "as the library wrote it")]

#[rustfmt::skip]
pub(crate) mod game;
#[rustfmt::skip]
pub(crate) mod hostile;
