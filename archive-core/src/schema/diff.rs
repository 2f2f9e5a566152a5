//! The difference between two schemas, as a list of changes.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::compare::compare;
use super::{Schema, Style, TypeDef};

/// The changes from one schema to another.
///
/// It answers "why does this file not load as that type?", and prints one line per change:
///
/// ```
/// use archive::schema;
///
/// let changes = schema::<Vec<u32>>().diff(&schema::<Vec<i64>>());
/// assert_eq!(changes.to_string(), "the type of the root changed from `list<u32>` to `list<i64>`");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaDiff {
    /// The changes to the root, then those to each type, in the order of their names.
    pub changes: Vec<Change>,
}

/// One change and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The changed type, such as `SaveGame`, or variant, such as `Command::Move`; empty for the archive as a whole.
    pub path: String,
    /// What changed.
    pub what: What,
}

/// A kind of change to a schema. Names and types are written as in the canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum What {
    /// The archive holds a different type.
    RootChanged {
        /// The old type.
        from: String,
        /// The new type.
        to: String,
    },
    /// The type was added.
    TypeAdded,
    /// The type was removed.
    TypeRemoved,
    /// The version of the type changed.
    VersionChanged {
        /// The old version.
        from: u32,
        /// The new version.
        to: u32,
    },
    /// The enum became a struct.
    BecameStruct,
    /// The struct became an enum.
    BecameEnum,
    /// The style of the fields changed, for instance from braces to parentheses.
    StyleChanged {
        /// The old style.
        from: Style,
        /// The new style.
        to: Style,
    },
    /// A field was added.
    FieldAdded {
        /// Its name, or its position in a tuple.
        name: String,
        /// Its type.
        ty: String,
    },
    /// A field was removed.
    FieldRemoved {
        /// Its name, or its position in a tuple.
        name: String,
        /// Its type.
        ty: String,
    },
    /// A field was replaced by another of the same type in the same position.
    FieldRenamed {
        /// The old name.
        from: String,
        /// The new name.
        to: String,
        /// Its type.
        ty: String,
    },
    /// The type of a field changed.
    FieldRetyped {
        /// Its name, or its position in a tuple.
        name: String,
        /// The old type.
        from: String,
        /// The new type.
        to: String,
    },
    /// The order of the common fields changed.
    FieldsReordered {
        /// Their names in the old order.
        from: Vec<String>,
        /// Their names in the new order.
        to: Vec<String>,
    },
    /// A variant was added.
    VariantAdded {
        /// Its name.
        name: String,
        /// Its tag.
        tag: u32,
    },
    /// A variant was removed.
    VariantRemoved {
        /// Its name.
        name: String,
        /// Its tag.
        tag: u32,
    },
    /// A variant was replaced by another with the same fields and tag.
    VariantRenamed {
        /// The old name.
        from: String,
        /// The new name.
        to: String,
        /// Its tag.
        tag: u32,
    },
    /// The tag of a variant changed.
    VariantRetagged {
        /// Its name.
        name: String,
        /// The old tag.
        from: u32,
        /// The new tag.
        to: u32,
    },
}

impl SchemaDiff {
    /// Returns `true` if nothing that affects data changed, so that both schemas have the same fingerprint.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

impl Schema {
    /// Computes the changes from this schema to a newer one, ignoring docs and notes for tools.
    ///
    /// Types are matched by their names with generic arguments; a schema does not record former names.
    #[must_use]
    pub fn diff(&self, newer: &Self) -> SchemaDiff {
        let mut changes = Vec::new();
        let (from, to) = (self.type_name(&self.root), newer.type_name(&newer.root));
        if from != to {
            changes.push(Change { path: String::new(), what: What::RootChanged { from, to } });
        }
        let mut names: BTreeMap<String, (Option<&TypeDef>, Option<&TypeDef>)> = BTreeMap::new();
        for def in &self.types {
            names.entry(self.name_of(def)).or_default().0 = Some(def);
        }
        for def in &newer.types {
            names.entry(newer.name_of(def)).or_default().1 = Some(def);
        }
        for (path, pair) in names {
            match pair {
                (Some(old), Some(new)) => {
                    if old.version != new.version {
                        let what = What::VersionChanged { from: old.version, to: new.version };
                        changes.push(Change { path, what });
                    }
                    changes.extend(compare(&self.outline(old), &newer.outline(new)));
                }
                (None, _) => changes.push(Change { path, what: What::TypeAdded }),
                (_, None) => changes.push(Change { path, what: What::TypeRemoved }),
            }
        }
        SchemaDiff { changes }
    }
}

impl fmt::Display for SchemaDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, change) in self.changes.iter().enumerate() {
            let gap = if index > 0 { "\n" } else { "" };
            write!(f, "{gap}{change}")?;
        }
        Ok(())
    }
}

/// ``SaveGame: field `stamina: u16` was added``
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.path.is_empty() { "" } else { ": " };
        write!(f, "{}{gap}{}", self.path, self.what)
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RootChanged { from, to } => {
                write!(f, "the type of the root changed from `{from}` to `{to}`")
            }
            Self::TypeAdded => f.write_str("the type was added"),
            Self::TypeRemoved => f.write_str("the type was removed"),
            Self::VersionChanged { from, to } => {
                write!(f, "the version changed from {from} to {to}")
            }
            Self::BecameStruct => f.write_str("the enum became a struct"),
            Self::BecameEnum => f.write_str("the struct became an enum"),
            Self::StyleChanged { to, .. } => match to {
                Style::Named => f.write_str("its fields now have names"),
                Style::Tuple => f.write_str("its fields no longer have names"),
                Style::Unit => f.write_str("it no longer has fields"),
            },
            Self::FieldAdded { name, ty } => write!(f, "field `{name}: {ty}` was added"),
            Self::FieldRemoved { name, ty } => write!(f, "field `{name}: {ty}` was removed"),
            Self::FieldRenamed { from, to, .. } => {
                write!(f, "field `{from}` is gone, and `{to}` of the same type takes its place")
            }
            Self::FieldRetyped { name, from, to } => {
                write!(f, "field `{name}` changed its type from `{from}` to `{to}`")
            }
            Self::FieldsReordered { from, to } => {
                let (from, to) = (from.join(", "), to.join(", "));
                write!(f, "the order of the fields changed from `{from}` to `{to}`")
            }
            Self::VariantAdded { name, tag } => {
                write!(f, "variant `{name}` was added, with tag {tag}")
            }
            Self::VariantRemoved { name, tag } => {
                write!(f, "variant `{name}` was removed; its tag was {tag}")
            }
            Self::VariantRenamed { from, to, tag } => {
                write!(f, "variant `{from}` is gone, and `{to}` has its tag {tag}")
            }
            Self::VariantRetagged { name, from, to } => {
                write!(f, "variant `{name}` changed its tag from {from} to {to}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use crate::schema::tests::{changed, sample};

    #[test]
    fn a_schema_does_not_differ_from_itself() {
        assert!(sample().diff(&sample()).is_empty());
    }

    #[test]
    fn every_change_is_one_line() {
        let diff = sample().diff(&changed());
        assert_eq!(
            diff.to_string(),
            "Item: the version changed from 1 to 2\n\
             Item: variant `Coin` was removed; its tag was 0\n\
             Item: variant `Sword` changed its tag from 1 to 3\n\
             Item: variant `Bow` was added, with tag 4\n\
             SaveGame: field `level` changed its type from `u8` to `u32`\n\
             SaveGame: field `hp` is gone, and `health` of the same type takes its place\n\
             SaveGame: field `items: list<Item>` was removed\n\
             SaveGame: field `stamina: u16` was added"
        );
        assert_eq!(diff.changes.len(), diff.to_string().lines().count());
    }

    #[test]
    fn docs_are_no_difference() {
        let mut documented = sample();
        documented.types[0].doc = "Other words.".to_string();
        assert!(sample().diff(&documented).is_empty());
        assert_eq!(sample().fingerprint(), documented.fingerprint());
    }
}
