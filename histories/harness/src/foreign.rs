//! What has no derive, with modules that store it.

use crate::plain::{Plain, Shown};
use crate::source::Source;

/// Something of another crate.
#[derive(Clone)]
pub struct Foreign<T>(pub T);

impl<T: Plain> Plain for Foreign<T> {
    fn show(&self, out: &mut Shown) {
        self.0.show(out);
    }

    fn make(source: &mut Source<'_>) -> Result<Self, String> {
        T::make(source).map(Self)
    }
}

/// Stores a clone.
pub mod cloned {
    use super::Foreign;

    pub type Stored<T> = T;

    pub fn to_stored<T: Clone>(value: &Foreign<T>) -> T {
        value.0.clone()
    }

    pub fn from_stored<T>(stored: T) -> Foreign<T> {
        Foreign(stored)
    }
}

/// Lends what it stores.
pub mod lent {
    use super::Foreign;

    pub type Stored<T> = T;

    pub fn to_stored<T>(value: &Foreign<T>) -> &T {
        &value.0
    }

    pub fn from_stored<T>(stored: T) -> Result<Foreign<T>, String> {
        Ok(Foreign(stored))
    }
}
