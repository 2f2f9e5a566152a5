//! The difference between two schemas, in words.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::compare::compare;
use super::{Schema, Style, TypeDef};

/// What changed from one schema to another.
///
/// It answers "why does this file not load as that type?", and prints as one line for each change:
///
/// ```
/// use archive_core::schema;
///
/// let changes = schema::<Vec<u32>>().diff(&schema::<Vec<i64>>());
/// assert_eq!(changes.to_string(), "the root changed its type from `list<u32>` to `list<i64>`");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaDiff {
    /// The changes: the root's, then those of each type in the order of their names.
    pub changes: Vec<Change>,
}

/// One change, and where it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The type `SaveGame`, or its variant `Command::Move`; empty for the archive as a whole.
    pub path: String,
    /// What happened there.
    pub what: What,
}

/// What happened to a schema. Names and types are written as the canonical form has them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum What {
    /// The archive holds another type.
    RootChanged {
        /// The type before.
        from: String,
        /// The type now.
        to: String,
    },
    /// The type occurs now.
    TypeAdded,
    /// The type occurs no more.
    TypeRemoved,
    /// The type has another version.
    VersionChanged {
        /// The version before.
        from: u32,
        /// The version now.
        to: u32,
    },
    /// The enum became a struct.
    BecameStruct,
    /// The struct became an enum.
    BecameEnum,
    /// The fields are written in another way: in braces, in parentheses.
    StyleChanged {
        /// The way before.
        from: Style,
        /// The way now.
        to: Style,
    },
    /// There is a new field.
    FieldAdded {
        /// Its name; its place in tuples.
        name: String,
        /// Its type.
        ty: String,
    },
    /// A field is gone.
    FieldRemoved {
        /// Its name; its place in tuples.
        name: String,
        /// Its type.
        ty: String,
    },
    /// A field is gone, and one of the same type stands in its place.
    FieldRenamed {
        /// The name before.
        from: String,
        /// The name now.
        to: String,
        /// Its type.
        ty: String,
    },
    /// A field has another type.
    FieldRetyped {
        /// Its name; its place in tuples.
        name: String,
        /// The type before.
        from: String,
        /// The type now.
        to: String,
    },
    /// The fields that are in both stand in another order.
    FieldsReordered {
        /// Their names in the order before.
        from: Vec<String>,
        /// Their names in the order now.
        to: Vec<String>,
    },
    /// There is a new variant.
    VariantAdded {
        /// Its name.
        name: String,
        /// Its tag.
        tag: u32,
    },
    /// A variant is gone.
    VariantRemoved {
        /// Its name.
        name: String,
        /// Its tag.
        tag: u32,
    },
    /// A variant is gone, and one of the same fields has its tag.
    VariantRenamed {
        /// The name before.
        from: String,
        /// The name now.
        to: String,
        /// Its tag.
        tag: u32,
    },
    /// A variant has another tag.
    VariantRetagged {
        /// Its name.
        name: String,
        /// The tag before.
        from: u32,
        /// The tag now.
        to: u32,
    },
}

impl SchemaDiff {
    /// Whether nothing changed that data depends on: both schemas have one fingerprint.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

impl Schema {
    /// What changed from this schema to a newer one; docs and notes for tools do not count.
    ///
    /// A type is known by its name with its arguments; a schema does not know former names.
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
                write!(f, "the root changed its type from `{from}` to `{to}`")
            }
            Self::TypeAdded => f.write_str("the type was added"),
            Self::TypeRemoved => f.write_str("the type was removed"),
            Self::VersionChanged { from, to } => {
                write!(f, "the version changed from {from} to {to}")
            }
            Self::BecameStruct => f.write_str("the enum became a struct"),
            Self::BecameEnum => f.write_str("the struct became an enum"),
            Self::StyleChanged { to, .. } => match to {
                Style::Named => f.write_str("its fields have names now"),
                Style::Tuple => f.write_str("its fields have no names now"),
                Style::Unit => f.write_str("it has no fields now"),
            },
            Self::FieldAdded { name, ty } => write!(f, "field `{name}: {ty}` was added"),
            Self::FieldRemoved { name, ty } => write!(f, "field `{name}: {ty}` was removed"),
            Self::FieldRenamed { from, to, .. } => {
                write!(f, "field `{from}` is gone, and `{to}` of the same type stands in its place")
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
             SaveGame: field `hp` is gone, and `health` of the same type stands in its place\n\
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
