//! Adds the offset in the archive to the reader's errors.

use alloc::format;

use super::reader::Reader;
use crate::{Error, ErrorKind};

impl Reader<'_, '_, '_> {
    /// Gives an error the offset of the last byte read, unless it has an offset.
    #[cold]
    #[inline(never)]
    pub(crate) fn placed(&self, error: Error) -> Error {
        let offset = self.end.saturating_sub(self.rest.len());
        error.at_offset(u64::try_from(offset).unwrap_or(u64::MAX))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn truncated(&self, needed: usize) -> Error {
        let left = self.rest.len();
        let needed = match needed {
            1 => "one byte is needed",
            many => &format!("{many} bytes are needed"),
        };
        let left = match left {
            0 => "none is left",
            1 => "one is left",
            many => &format!("{many} are left"),
        };
        let detail = format!("the input ends in the middle of a value: {needed} here, but {left}");
        self.placed(Error::new(ErrorKind::Truncated, detail))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn invalid(&self, kind: ErrorKind, detail: &'static str) -> Error {
        self.placed(Error::new(kind, detail))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn too_long(&self, claimed: u64, min: usize, left: usize) -> Error {
        let each = match min {
            0 | 1 => "",
            min => &format!(" of at least {min} bytes each"),
        };
        let detail =
            format!("a length claims {claimed} elements{each}, but only {left} bytes are left");
        self.placed(Error::new(ErrorKind::Length, detail))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn over_budget(&self, wanted: usize) -> Error {
        self.placed(crate::limits::over_budget(wanted, self.state.budget))
    }
}
