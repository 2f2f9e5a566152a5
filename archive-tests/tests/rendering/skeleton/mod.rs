//! What `schema::rust` wrote, compiled.

#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    non_camel_case_types,
    non_snake_case,
    reason = "as the library wrote it"
)]

#[rustfmt::skip]
pub(crate) mod game;
#[rustfmt::skip]
pub(crate) mod hostile;
