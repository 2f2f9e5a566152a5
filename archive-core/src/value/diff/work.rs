//! Bounds the work of changes that were not made here.

use alloc::collections::BTreeMap;
use alloc::format;

use super::Change;
use super::compare::MOST_SHIFTS;
use crate::error::shown;
use crate::{Error, ErrorKind};

/// The most work. A list of another length than that from which a difference was made may take more than that one.
const MOST: usize = MOST_SHIFTS << 1;

/// The work done so far: each change may take as long as the list that it is in, so a few bytes may make it large.
#[derive(Default)]
pub(super) struct Work<'c> {
    /// How many elements were shifted in each list, by its path.
    shifts: BTreeMap<&'c str, usize>,
    /// How many parts were passed on the ways from one change to the next.
    passed: usize,
    is_too_much: bool,
}

impl<'c> Work<'c> {
    /// Counts elements of the list at a path that a change shifts.
    pub(super) fn shift(&mut self, path: &'c str, count: usize) {
        let shifts = self.shifts.entry(path).or_default();
        *shifts = shifts.saturating_add(count);
        self.is_too_much |= *shifts > MOST;
    }

    /// Counts parts that a search passes.
    pub(super) fn pass(&mut self, count: usize) {
        self.passed = self.passed.saturating_add(count);
        self.is_too_much |= self.passed > MOST;
    }

    /// The error for a change with which the work is too much.
    pub(super) fn check(&self, change: &Change) -> Result<(), Error> {
        if !self.is_too_much {
            return Ok(());
        }
        let detail =
            format!("the difference would shift or pass more than {MOST} elements one by one");
        Err(Error::new(ErrorKind::InvalidValue, detail).at_path(&shown(change.path())).with_help(
            "make the difference with `Value::diff`, which changes such a list as a whole",
        ))
    }
}
