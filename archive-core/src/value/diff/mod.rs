//! The differences between two values.

mod apply;
mod brief;
mod common;
mod compare;
mod lists;
mod moves;
mod pairs;
mod prints;
mod show;
mod work;

use alloc::string::String;
use alloc::vec::Vec;

use archive_derive::Archive;

use super::Value;
use compare::Comparison;

/// The difference between two values: a sequence of changes that turns one into the other.
///
/// A test, the review of a mod or a server's log can show how a save changed:
///
/// ```
/// use archive::{Value, VersionTable};
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
/// # Ok::<(), archive::Error>(())
/// ```
///
/// For values that share objects, compare trees [by value](crate::Options::by_value), and apply the difference to such
/// trees: other trees hold a link in place of the object.
///
/// It can itself be archived and sent to a peer, which makes the same change with [`edit`](crate::edit()); that lends a tree
/// with links, so it takes a difference of such trees ([`Value::of`]). Each change takes its path and both values: for few
/// fields of small things that change often, a [`Record`](crate::Record) sends less.
///
/// ```
/// use archive::{Diff, Options, Value};
///
/// let (before, after) = ([7_u32; 1000], { let mut it = [7_u32; 1000]; it[3] = 8; it });
/// let sent = Options::message().to_vec(&Value::of(&before)?.diff(&Value::of(&after)?))?;
/// assert!(sent.len() < 40);
///
/// let diff: Diff = archive::from_slice(&sent)?;
/// let mut world = before;
/// archive::edit(&mut world, |tree| diff.apply(tree))?;
/// assert_eq!(world, after);
/// # Ok::<(), archive::Error>(())
/// ```
#[derive(Archive, Clone, Debug, Default, PartialEq, Eq)]
#[archive(crate = crate, name = "std.Diff")]
pub struct Diff {
    changes: Vec<Change>,
}

/// One change to a value.
///
/// The path leads to the changed part after all previous changes have been applied.
#[derive(Archive, Clone, Debug, PartialEq, Eq)]
#[archive(crate = crate, name = "std.Change")]
#[non_exhaustive]
pub enum Change {
    /// A part changed its value.
    #[non_exhaustive]
    Changed {
        /// The path to the part; empty if it is the whole value.
        path: String,
        /// The old value.
        from: Value<'static>,
        /// The new value.
        to: Value<'static>,
    },
    /// An element, an entry or a field was added.
    #[non_exhaustive]
    Added {
        /// The path to the new part.
        path: String,
        /// Its position among the others, such as the index of an element.
        place: usize,
        /// The key, if the part is an entry of a map.
        key: Option<Value<'static>>,
        /// The new value.
        value: Value<'static>,
    },
    /// An element, an entry or a field was removed.
    #[non_exhaustive]
    Removed {
        /// The path to the removed part.
        path: String,
        /// Its position among the others, such as the index of an element.
        place: usize,
        /// The key, if the part was an entry of a map.
        key: Option<Value<'static>>,
        /// The removed value.
        value: Value<'static>,
    },
    /// An element moved to another place in its list.
    #[non_exhaustive]
    Moved {
        /// The path to the list.
        path: String,
        /// The old index of the element.
        from: usize,
        /// The new index of the element.
        to: usize,
    },
}

impl Change {
    /// Returns the path to the changed part, or to the list if an element moved.
    ///
    /// ```
    /// use archive::Value;
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

    /// Returns the change that undoes this one.
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
    /// Returns the changes, in the order in which to apply them.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Returns `true` if the two values are equal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Returns the reverse difference, as for an editor's undo.
    ///
    /// ```
    /// use archive::Value;
    ///
    /// let (a, b) = (Value::from(vec!["a", "b"]), Value::from(vec!["b"]));
    /// let diff = a.diff(&b);
    /// let mut value = b;
    /// diff.inverse().apply(&mut value)?;
    /// assert_eq!(value, a);
    /// # Ok::<(), archive::Error>(())
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self { changes: self.changes.iter().rev().map(Change::inverse).collect() }
    }
}

impl Value<'_> {
    /// Computes the changes that turn this value into `other`.
    ///
    /// Structs are compared field by field, maps key by key. In lists, equal elements are matched wherever they are,
    /// and elements between the same neighbours are compared with each other. A part changes as a whole if its type,
    /// version or variant differs, if it is bytes, if it is a list of numbers more than half of which changed, or if it
    /// is a list or map whose changes, made one by one, would shift tens of millions of elements.
    ///
    /// The time is linear in the size of the values, except for lists: n log n, and a little more for lists that differ
    /// much.
    #[must_use]
    pub fn diff(&self, other: &Self) -> Diff {
        Diff { changes: Comparison::of(self, other) }
    }
}
