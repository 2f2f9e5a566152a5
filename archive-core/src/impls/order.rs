//! Keys of maps and sets that occur twice.

use crate::{Error, ErrorKind};

/// A key occurs twice.
#[cold]
pub(super) fn duplicate() -> Error {
    Error::new(ErrorKind::KeyOrder, "this key occurs twice").with_help(
        "the data is damaged or was not written by this program; or, if it is old, a converter made two keys one",
    )
}
