//! Writes an edited tree, checking it against the schema of its archive.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Value;
use super::by_name::{Quantity, a, does_not_fit};
use super::by_schema::{self, Parts};
use super::graph::{BY_VALUE, GRAPH, Graph, link_of};
use super::lookups::Variants;
use super::merge::mistaken;
use super::scalar::single;
use crate::schema::{BodyDef, FieldDef, Schema, Shared, TypeRef, VariantDef};
use crate::{Compound, Error, ErrorKind, PrimitiveKind};

/// The schema and the object tables of an edited tree.
pub(super) struct Edited<'s> {
    schema: &'s Schema,
    shared: &'s Shared<'s>,
    /// The names of the tables in the tree.
    names: Vec<&'s str>,
    /// The new row of each object in each table, or `None` if it is no longer reached.
    rows: &'s [Vec<Option<u32>>],
    variants: Variants<'s>,
}

impl<'s> Edited<'s> {
    pub(super) fn new(
        schema: &'s Schema,
        shared: &'s Shared<'s>,
        graph: &Graph<'s, '_>,
        rows: &'s [Vec<Option<u32>>],
    ) -> Self {
        let names = graph.named().map(|(name, _)| name).collect();
        Self { schema, shared, names, rows, variants: Variants::new(schema) }
    }

    /// The name and the rows of a type's table.
    fn table_of(&self, ty: &TypeRef) -> Option<(&'s str, &'s [Option<u32>])> {
        let table = self.shared.table_of(ty)?;
        let name = self.names.get(table).copied().unwrap_or_default();
        Some((name, self.rows.get(table).map(Vec::as_slice).unwrap_or_default()))
    }

    /// Fails if a struct or variant is of another type, or has a field that its type does not have. Returns its variant
    /// in the schema.
    fn check(&mut self, at: usize, it: &Compound<'_>) -> Result<Option<&'s VariantDef>, Error> {
        let Some(def) = self.schema.types.get(at) else { return Ok(None) };
        if it.type_name() == GRAPH {
            let error = expected(&format!("`{}`", def.name), "a value with objects of its own");
            return Err(error.with_help(BY_VALUE));
        }
        if def.name != it.type_name() {
            return Err(expected(&format!("`{}`", def.name), &format!("`{}`", it.type_name())));
        }
        let found = it.variant().and_then(|name| self.variants.find(at, name));
        let variant = found.map(|(_, variant)| variant);
        // In the version that the value is of, the name may be that of another variant.
        let is_it = |variant: &VariantDef| it.head.history.tag.is_none_or(|tag| tag == variant.tag);
        let variant = variant.filter(|variant| is_it(variant));
        let fields = match &def.body {
            BodyDef::Struct(fields) => Some(fields),
            BodyDef::Enum(_) => variant.map(|variant| &variant.fields),
        };
        let Some(fields) = fields else {
            let Some(variant) = it.variant() else { return Ok(None) };
            let detail = format!("`{}` has no variant `{variant}`", def.name);
            return Err(Error::new(ErrorKind::CannotWrite, detail).with_help(SEE));
        };
        let names = fields.list.iter().map(FieldDef::named);
        if let Some(error) = mistaken((&def.name, def.version), names, &it.head) {
            return Err(error);
        }
        let is_at = |place: usize, name: &str| {
            fields.list.get(place).is_some_and(|field| field.name == name)
        };
        let all = it.fields().enumerate();
        let mut others = all.filter(|(place, (name, _))| !is_at(*place, name)).peekable();
        // Most often, they are in order.
        if others.peek().is_some() {
            let known: BTreeSet<&str> = fields.list.iter().map(|field| &*field.name).collect();
            if let Some((_, (name, _))) = others.find(|(_, (name, _))| !known.contains(name)) {
                return Err(unknown().in_field(name, &def.name, def.version));
            }
        }
        Ok(variant)
    }
}

impl Parts for Edited<'_> {
    fn named(&mut self, def: usize, value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        let variant = match value {
            Value::Struct(it) | Value::Variant(it) => self.check(def, it)?,
            _ => None,
        };
        let schema = self.schema;
        by_schema::own(self, (schema, def), variant, value, out)
    }

    fn shared(
        &mut self,
        inner: &TypeRef,
        value: &Value<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let Some((table, rows)) = self.table_of(inner) else {
            return by_schema::put(self, inner, value, out);
        };
        let Some((_, row)) = link_of(value).filter(|(name, _)| *name == table) else {
            return Err(expected(&format!("a link to `{table}`"), &said(value)));
        };
        let row = rows.get(row).copied().flatten().ok_or_else(no_object)?;
        out.extend(row.to_le_bytes());
        Ok(())
    }

    fn is_in_order(&self, key: &TypeRef) -> bool {
        // Keys with links are ordered by the objects that they link to.
        !self.names.is_empty() && self.schema.holds_shared(key)
    }

    fn unites(&self) -> bool {
        false
    }

    fn follow(
        &mut self,
        ty: &TypeRef,
        value: &Value<'_>,
        out: &mut Vec<u8>,
    ) -> Option<Result<(), Error>> {
        match (ty, value) {
            // The archive has an `f32` here, so the edit put it there.
            (TypeRef::Primitive(PrimitiveKind::F32), Value::F64(literal)) => {
                out.extend(single(*literal)?.to_le_bytes());
                Some(Ok(()))
            }
            _ => None,
        }
    }

    fn strange(&self, ty: &TypeRef, value: &Value<'_>) -> Error {
        if let (TypeRef::Primitive(kind), Some(number)) = (ty, Quantity::of(value)) {
            if kind.is_number() {
                let detail = does_not_fit(number, *kind);
                return Error::new(ErrorKind::CannotWrite, detail).with_help(SEE);
            }
        }
        expected(&format!("`{}`", self.schema.type_name(ty)), &said(value))
    }
}

/// Names a value in an error.
fn said(value: &Value<'_>) -> String {
    match value {
        Value::Variant(it) => {
            format!("`{}::{}`", it.type_name(), it.variant().unwrap_or_default())
        }
        Value::Struct(it) => format!("`{}`", it.type_name()),
        value => a(value.kind()),
    }
}

/// Help for a part that does not match the schema.
const SEE: &str = "use what the archive's schema has there: `Schema::of_archive` shows it";

#[cold]
fn expected(expected: &str, found: &str) -> Error {
    let detail = format!("expected {expected}, but {found} was put there");
    Error::new(ErrorKind::CannotWrite, detail).with_help(SEE)
}

#[cold]
fn unknown() -> Error {
    Error::new(ErrorKind::UnknownField, "the archive's schema has no such field")
        .with_help("remove it: `Schema::of_archive` shows the fields")
}

#[cold]
fn no_object() -> Error {
    Error::new(ErrorKind::InvalidLink, "this link leads to no object").with_help(
        "link to another object, or keep this one in its table: an object that no link leads to is not saved",
    )
}
