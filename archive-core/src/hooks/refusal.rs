//! Why a function named in an attribute failed.

use alloc::format;
use alloc::string::{String, ToString};
use core::any::Any;
use core::fmt::Display;

use crate::{Error, ErrorKind};

/// Why a function named in an attribute failed.
#[derive(Debug)]
pub enum Refusal {
    /// In its own words.
    Said(String),
    /// With an error of this crate, whose kind and help are kept: a handle that it did not find is not damage.
    Failed(Error),
}

impl Refusal {
    #[cold]
    pub(super) fn new<E: Display + 'static>(error: E) -> Self {
        let mut error = Some(error);
        let ours = (&mut error as &mut dyn Any).downcast_mut::<Option<Error>>();
        match ours.and_then(Option::take) {
            Some(error) => Self::Failed(error),
            None => Self::Said(error.map_or_else(String::new, |error| error.to_string())),
        }
    }
}

/// The error for a function named in an attribute that failed; `kind` is what it is unless the function says.
#[cold]
pub(crate) fn refused(kind: ErrorKind, what: &str, why: Refusal) -> Error {
    match why {
        Refusal::Said(why) => Error::new(kind, format!("{what}: {why}")),
        Refusal::Failed(error) => error.reported_by(what),
    }
}
