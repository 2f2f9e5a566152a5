//! Writes a whole document: a value, the versions of its types and the objects that it links to.

use alloc::borrow::ToOwned;
use core::cell::{Cell, RefCell};

use serde::ser::Error as _;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::levels::Levels;
use super::walk::{Part, Walk};
use super::{OBJECTS, VALUE, VERSIONS};
use crate::facts::Edition;
use crate::numbered::{Holders, Numbered, Shown};
use crate::plain;
use crate::rows::{Reader, State, check_end};
use crate::schema::{BodyDef, FieldsDef, TypeRef};
use crate::shape::Style;
use crate::value::graph::behind_links;
use crate::versions::Versions;
use crate::{Context, Error, Limits, Value, VersionTable};

/// The rows of a value, serialized as a whole document.
pub(crate) struct Document<'d> {
    pub(crate) edition: &'d Edition,
    pub(crate) shown: &'d Shown,
    /// The objects in the value.
    pub(crate) numbered: &'d Numbered<'d>,
    pub(crate) limits: &'d Limits,
    /// The size in bytes from which integers are written as strings.
    pub(crate) wide: usize,
    /// Whether to write the versions.
    pub(crate) versions: bool,
    /// An error of this library, which the format's error type cannot hold.
    pub(crate) refused: Cell<Option<Error>>,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let versions = Versions::default();
        let mut state = State::with_budget(self.limits, usize::MAX, Context::empty());
        let (depth, schema) = (self.limits.depth, &self.edition.schema);
        let numbered = self.numbered;
        let rows =
            Reader::resume(numbered.value, self.shown.rows.len(), &versions, depth, &mut state);
        let meeting = self.shown.holders.as_ref().map(Holders::meeting);
        let (rows, wide) = (RefCell::new(rows), self.wide);
        let levels = Levels::new(self.limits, &self.refused);
        let (plain, is_in_option) = (plain::index_in(schema), Cell::new(false));
        let omitted = self.shown.omitted.as_ref();
        let walk =
            Walk { rows, schema, numbered, omitted, meeting, wide, levels, plain, is_in_option };
        let written = self.put(&walk, serializer)?;
        check_end(walk.rows.borrow().left().0).map_err(S::Error::custom)?;
        Ok(written)
    }
}

/// Whether a key has a meaning at the root of a document.
fn is_special(name: &str) -> bool {
    name == VERSIONS || name == VALUE || name == OBJECTS
}

impl Document<'_> {
    fn put<S: Serializer>(&self, walk: &Walk<'_, '_>, serializer: S) -> Result<S::Ok, S::Error> {
        let (schema, numbered) = (&self.edition.schema, self.numbered);
        let table = &self.edition.table;
        let states = self.versions && table.iter().next().is_some();
        let objects = Objects { walk };
        let has_objects = numbered.listed().len() > 0;
        let beside = usize::from(states).saturating_add(has_objects.into());
        let value = Part { walk, ty: &schema.root };
        let fields = self.root_fields();
        if beside == 0 && (fields.is_some() || !self.is_mistakable()) {
            return value.serialize(serializer);
        }
        let held = fields.and_then(|_| walk.held(self.root_name()?, ""));
        let len = fields.map_or(Some(1), |fields| walk.len_of(fields, held.as_ref()));
        let _level = walk.levels.deeper()?;
        let mut map = serializer.serialize_map(len.map(|len| len.saturating_add(beside)))?;
        if states {
            map.serialize_entry(VERSIONS, &Table(table))?;
        }
        match fields {
            Some(fields) => {
                let of =
                    if let TypeRef::Named(root) = schema.root { Some((root, 0)) } else { None };
                walk.put_fields(of, fields, held.as_ref(), &mut map)?;
            }
            None => map.serialize_entry(VALUE, &value)?,
        }
        if has_objects {
            map.serialize_entry(OBJECTS, &objects)?;
        }
        map.end()
    }

    fn root_name(&self) -> Option<&str> {
        self.edition.schema.root_def().map(|def| &*def.name)
    }

    /// The fields of the root, if versions and objects can be written among them.
    fn root_fields(&self) -> Option<&FieldsDef> {
        let schema = &self.edition.schema;
        match &schema.root_def()?.body {
            BodyDef::Struct(fields) if fields.style != Style::Tuple => {
                let is_plain = !schema.flat(fields).iter().any(|field| is_special(&field.name));
                is_plain.then_some(fields)
            }
            _ => None,
        }
    }

    /// Whether the root could be mistaken for a document, because it is an object that may have a special
    /// key.
    fn is_mistakable(&self) -> bool {
        let schema = &self.edition.schema;
        let mut root = &schema.root;
        while let TypeRef::Option(inner) | TypeRef::Shared(inner) = root {
            root = inner;
        }
        match root {
            // A map of it is an object, too.
            TypeRef::Named(index) if Some(*index) == plain::index_in(schema) => {
                self.has_special_key()
            }
            TypeRef::Named(index) => match schema.types.get(*index).map(|def| &def.body) {
                Some(BodyDef::Struct(fields)) => {
                    schema.flat(fields).iter().any(|field| is_special(&field.name))
                }
                Some(BodyDef::Enum(variants)) => {
                    variants.iter().any(|variant| is_special(&variant.name))
                }
                None => false,
            },
            TypeRef::Map(..) | TypeRef::HashMap(..) => self.has_special_key(),
            _ => false,
        }
    }

    fn has_special_key(&self) -> bool {
        let (schema, mut budget) = (&self.edition.schema, usize::MAX);
        let Shown { rows, is_linked, .. } = self.shown;
        let value = Value::from_rows(schema, rows, 0, *is_linked, self.limits, &mut budget);
        match value.as_ref().map(behind_links) {
            Ok(Value::Map(entries)) => {
                let is_key = |key: &Value<'_>| matches!(key, Value::Str(key) if is_special(key));
                entries.iter().any(|(key, _)| is_key(key))
            }
            Ok(value) => is_special_plain(value),
            // A value that is too deep for a tree may have any key.
            Err(_) => true,
        }
    }
}

/// Whether a value of serde's data model is a map with a special key.
fn is_special_plain(value: &Value<'_>) -> bool {
    let Value::Variant(it) = value else { return false };
    match (it.variant(), it.fields.first()) {
        (Some("Some"), Some(held)) => is_special_plain(held),
        (Some("Map"), Some(Value::List(entries))) => entries.iter().any(|entry| match entry {
            Value::Tuple(pair) => pair.first().is_some_and(is_special_text),
            _ => false,
        }),
        _ => false,
    }
}

fn is_special_text(key: &Value<'_>) -> bool {
    let Value::Variant(it) = key else { return false };
    matches!(it.fields.first(), Some(Value::Str(name)) if is_special(name))
}

/// The version table of a document.
struct Table<'d>(&'d VersionTable);

impl Serialize for Table<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter())
    }
}

/// The numbered objects.
struct Objects<'w, 'r, 'c> {
    walk: &'w Walk<'r, 'c>,
}

impl Serialize for Objects<'_, '_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let _level = self.walk.levels.deeper()?;
        let objects = self.walk.numbered.listed();
        let mut map = serializer.serialize_map(Some(objects.len()))?;
        for object in objects {
            let number = itoa::Buffer::new().format(object.number).to_owned();
            self.walk.object(object, |walk| {
                map.serialize_entry(&number, &Part { walk, ty: object.ty })
            })?;
        }
        map.end()
    }
}
