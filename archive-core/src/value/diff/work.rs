//! Bounds what changes that were not made here may do.

use alloc::format;

use super::Change;
use super::compare::MOST_SHIFTS;
use crate::error::shown;
use crate::limits::{Limits, too_deep};
use crate::value::Value;
use crate::{Error, ErrorKind};

/// The most work. Lists of another length than those from which a difference was made may take more than these.
const MOST: usize = MOST_SHIFTS << 1;

/// The levels of a value that a file can hold.
const LEVELS: u32 = Limits::levels(Limits::new().depth);

/// The work done so far: each change may take as long as the list that it is in, so a few bytes may make it large.
pub(super) struct Work {
    /// How many elements were shifted in lists, and parts passed on the ways from one change to the next.
    done: usize,
    /// The most levels of the value: each change may put a value into another, more deeply than a stack holds.
    levels: u32,
    /// Whether the value was measured, as it may already be deeper than what a file can hold.
    is_measured: bool,
    is_too_deep: bool,
}

impl Work {
    pub(super) fn new() -> Self {
        Self { done: 0, levels: LEVELS, is_measured: false, is_too_deep: false }
    }

    /// Counts elements that a change shifts, or parts that a search passes.
    pub(super) fn add(&mut self, count: usize) {
        self.done = self.done.saturating_add(count);
    }

    /// Whether a part may be put inside so many levels of a value.
    pub(super) fn may_nest(&mut self, value: &Value<'_>, levels: u32, part: &Value<'_>) -> bool {
        let needed = levels.saturating_add(depth(part));
        if needed > self.levels && !self.is_measured {
            self.levels = self.levels.max(depth(value));
            self.is_measured = true;
        }
        self.is_too_deep = needed > self.levels;
        !self.is_too_deep
    }

    /// The error for a change with which it is too much.
    pub(super) fn check(&self, change: &Change) -> Result<(), Error> {
        if self.is_too_deep {
            return Err(too_deep(self.levels).at_path(&shown(change.path())));
        }
        if self.done <= MOST {
            return Ok(());
        }
        let detail =
            format!("the difference would shift or pass more than {MOST} elements one by one");
        Err(Error::new(ErrorKind::InvalidValue, detail).at_path(&shown(change.path())).with_help(
            "make the difference with `Value::diff`, which changes such a list as a whole",
        ))
    }
}

/// How many levels of values there are.
fn depth(value: &Value<'_>) -> u32 {
    let inner = match value {
        Value::Option(Some(inner)) => depth(inner),
        Value::List(parts) | Value::Tuple(parts) => deepest(parts.iter()),
        Value::Map(all) => deepest(all.iter().flat_map(|(key, value)| [key, value])),
        Value::Struct(it) | Value::Variant(it) => deepest(it.fields.iter()),
        _ => 0,
    };
    inner.saturating_add(1)
}

fn deepest<'v, 'a: 'v>(parts: impl Iterator<Item = &'v Value<'a>>) -> u32 {
    parts.map(depth).max().unwrap_or(0)
}
