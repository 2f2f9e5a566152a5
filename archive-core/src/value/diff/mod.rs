//! What differs between two values, part by part.

mod apply;
mod brief;
mod common;
mod compare;
mod lists;
mod moves;
mod pairs;
mod prints;
mod show;

use alloc::string::String;
use alloc::vec::Vec;

use archive_derive::Archive;

use super::Value;
use compare::Comparison;

/// What makes one value another: changes that are to be done one after the other.
///
/// A test, a review of a mod or a log of a server shows what a save became:
///
/// ```
/// use archive_core::{Value, VersionTable};
///
/// let before = Value::of(&VersionTable::new().with("Folk", 2).with("Town", 1))?;
/// let after = Value::of(&VersionTable::new().with("Folk", 3).with("Road", 1))?;
/// let diff = before.diff(&after);
/// let lines = [r#"named["Folk"]: 2 -> 3"#, r#"named["Town"]: 1 removed"#, r#"named["Road"]: 1 added"#];
/// assert_eq!(diff.to_string(), lines.join("\n"));
///
/// let mut value = before;
/// diff.apply(&mut value)?;
/// assert_eq!(value, after);
/// # Ok::<(), archive_core::Error>(())
/// ```
///
/// Of values that share objects it is one of their trees by value ([`Options::by_value`](crate::Options::by_value)), for such trees:
/// in others a link stands where it looks for the object.
///
/// It is an archive itself, so that a peer may be sent what changed, and make the same change by [`edit`](crate::edit()):
///
/// ```
/// use archive_core::{Diff, Options, Value};
///
/// let (before, after) = ([7_u32; 1000], { let mut it = [7_u32; 1000]; it[3] = 8; it });
/// let sent = Options::message().to_vec(&Value::of(&before)?.diff(&Value::of(&after)?))?;
/// assert!(sent.len() < 40);
///
/// let diff: Diff = archive_core::from_slice(&sent)?;
/// let mut world = before;
/// archive_core::edit(&mut world, |tree| diff.apply(tree))?;
/// assert_eq!(world, after);
/// # Ok::<(), archive_core::Error>(())
/// ```
#[derive(Archive, Clone, Debug, Default, PartialEq, Eq)]
#[archive(crate = crate, name = "std.Diff")]
pub struct Diff {
    changes: Vec<Change>,
}

/// One change of a value.
///
/// Its path leads to the part in the value as the changes before this one leave it.
#[derive(Archive, Clone, Debug, PartialEq, Eq)]
#[archive(crate = crate, name = "std.Change")]
#[non_exhaustive]
pub enum Change {
    /// A part became another value.
    #[non_exhaustive]
    Changed {
        /// Where it is; empty if it is the whole value.
        path: String,
        /// What it was.
        from: Value<'static>,
        /// What it is then.
        to: Value<'static>,
    },
    /// An element, an entry or a field is new.
    #[non_exhaustive]
    Added {
        /// Where it is then.
        path: String,
        /// Its place among the others: the index of an element.
        place: usize,
        /// The key, if it is an entry of a map.
        key: Option<Value<'static>>,
        /// What it is.
        value: Value<'static>,
    },
    /// An element, an entry or a field is gone.
    #[non_exhaustive]
    Removed {
        /// Where it was.
        path: String,
        /// Its place among the others: the index of an element.
        place: usize,
        /// The key, if it was an entry of a map.
        key: Option<Value<'static>>,
        /// What it was.
        value: Value<'static>,
    },
    /// An element was taken out of its place in a list, and put into another.
    #[non_exhaustive]
    Moved {
        /// Where the list is.
        path: String,
        /// The index that the element had.
        from: usize,
        /// The index that it has then.
        to: usize,
    },
}

impl Change {
    /// The path of what changed; of a list, if an element of it moved.
    ///
    /// ```
    /// use archive_core::Value;
    ///
    /// let diff = Value::from(vec!["a", "b"]).diff(&Value::from(vec!["a", "c"]));
    /// assert_eq!(diff.changes()[0].path(), "[1]");
    /// ```
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            Self::Changed { path, .. }
            | Self::Added { path, .. }
            | Self::Removed { path, .. }
            | Self::Moved { path, .. } => path,
        }
    }

    /// The change that undoes this one.
    fn inverse(&self) -> Self {
        match self.clone() {
            Self::Changed { path, from, to } => Self::Changed { path, from: to, to: from },
            Self::Added { path, place, key, value } => Self::Removed { path, place, key, value },
            Self::Removed { path, place, key, value } => Self::Added { path, place, key, value },
            Self::Moved { path, from, to } => Self::Moved { path, from: to, to: from },
        }
    }
}

impl Diff {
    /// The changes, in an order in which one after the other can be done.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Whether the two values are equal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The difference back: an editor's undo.
    ///
    /// ```
    /// use archive_core::Value;
    ///
    /// let (a, b) = (Value::from(vec!["a", "b"]), Value::from(vec!["b"]));
    /// let diff = a.diff(&b);
    /// let mut value = b;
    /// diff.inverse().apply(&mut value)?;
    /// assert_eq!(value, a);
    /// # Ok::<(), archive_core::Error>(())
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self { changes: self.changes.iter().rev().map(Change::inverse).collect() }
    }
}

impl Value<'_> {
    /// What makes this value the other.
    ///
    /// Structs are compared field by field, maps key by key. In a list, equal elements are matched
    /// wherever they stand, and those between the same neighbours are compared with each other. What
    /// has another type, version or variant changes as a whole; so do bytes, a list of numbers of which
    /// more than half changed, and a list or map in which so much comes, goes and moves that it would
    /// shift tens of millions of elements, done one by one.
    ///
    /// It takes as long as the values are large, but for lists: n log n, and a little more for those
    /// that differ much.
    #[must_use]
    pub fn diff(&self, other: &Self) -> Diff {
        Diff { changes: Comparison::of(self, other) }
    }
}
