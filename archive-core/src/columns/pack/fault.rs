//! The errors of packed columns.

use crate::{Error, ErrorKind};

#[cold]
pub(super) fn truncated() -> Error {
    Error::new(ErrorKind::Truncated, "a packed column ends before its last number")
}

#[cold]
pub(super) fn too_long() -> Error {
    Error::new(ErrorKind::InvalidValue, "a packed column continues after its last number")
}

#[cold]
pub(super) fn unknown_code() -> Error {
    Error::new(
        ErrorKind::InvalidValue,
        "a packed column starts with a code that its width does not have",
    )
}

#[cold]
pub(super) fn unused_bits() -> Error {
    Error::new(ErrorKind::InvalidValue, "the unused bits of a packed column are not zero")
}

#[cold]
pub(super) fn constant_bits() -> Error {
    Error::new(ErrorKind::InvalidValue, "the bits of a packed plane are not zero")
}

#[cold]
pub(super) fn long_constant() -> Error {
    Error::new(ErrorKind::Length, "one packed number stands for more than 4096 numbers")
}

#[cold]
pub(super) fn too_many() -> Error {
    Error::new(ErrorKind::Length, "a packed column has more numbers than memory can hold")
}

#[cold]
pub(super) fn not_together() -> Error {
    Error::new(ErrorKind::InvalidValue, "floats are not stored together as their columns say")
}
