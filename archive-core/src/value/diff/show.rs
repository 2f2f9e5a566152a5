//! Prints differences for people.

use core::fmt;

use super::brief::brief;
use super::{Change, Diff};

/// Prints one line per change.
impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for change in &self.changes {
            write!(f, "{gap}{change}")?;
            gap = "\n";
        }
        Ok(())
    }
}

/// `hero.level: 3 -> 4`
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.path().is_empty() { "" } else { ": " };
        match self {
            Self::Changed { path, from, to } => {
                let (a, b) = (brief(from), brief(to));
                write!(f, "{path}{gap}")?;
                if a != b {
                    write!(f, "{a} -> {b}")
                } else if from.kind() != to.kind() {
                    write!(f, "{a} ({}) -> {b} ({})", from.kind(), to.kind())
                } else {
                    write!(f, "{a} -> another {b}")
                }
            }
            Self::Added { path, value, .. } => write!(f, "{path}{gap}{} added", brief(value)),
            Self::Removed { path, value, .. } => write!(f, "{path}{gap}{} removed", brief(value)),
            Self::Moved { path, from, to } => write!(f, "{path}[{from}] moved to [{to}]"),
        }
    }
}
