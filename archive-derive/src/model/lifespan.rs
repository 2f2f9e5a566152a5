//! The versions in which something exists.

use super::Version;
use std::fmt;

/// `since..until`, half-open; without `until` it exists to this day.
#[derive(Clone, Copy)]
pub(crate) struct Lifespan {
    pub(crate) since: Version,
    pub(crate) until: Option<Version>,
}

impl Lifespan {
    /// True for a lifespan from the first version until today.
    pub(crate) fn is_always(&self) -> bool {
        self.since.number == 1 && self.until.is_none()
    }
}

impl fmt::Display for Lifespan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..", self.since.number)?;
        self.until.map_or(Ok(()), |until| write!(f, "{}", until.number))
    }
}
