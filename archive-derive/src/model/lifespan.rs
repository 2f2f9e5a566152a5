//! The versions in which something exists.

use super::Version;

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
