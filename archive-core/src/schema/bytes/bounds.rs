//! The rules for a schema as a whole, among them how large its text may become.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;

use super::MAX_DEPTH;
use crate::error::short;
use crate::limits::FREE_MEMORY;
use crate::schema::outline::{plain, type_name};
use crate::schema::{ArgDef, BodyDef, FieldsDef, Schema, TypeDef, TypeRef};
use crate::{Error, ErrorKind};

/// How many bytes of names may be copied, and how long the canonical form may be, for a schema of
/// `len` bytes.
///
/// A byte that refers to a name stands for all of the name, and one that refers to a generic type
/// for all of its arguments, of which each may be a generic type again: unbounded, the text of a
/// schema would be quadratic in its bytes, or exponential. A field takes 3 bytes or more, so that
/// fields may have names of 190 bytes throughout before this bound is near.
pub(super) fn budget(len: usize) -> usize {
    FREE_MEMORY.saturating_add(len.saturating_mul(64))
}

#[cold]
pub(super) fn too_large() -> Error {
    Error::new(ErrorKind::MemoryLimit, "the schema's names take more memory than its bytes justify")
}

#[cold]
pub(super) fn too_deep() -> Error {
    let detail = format!("types in the schema are nested more than {MAX_DEPTH} levels deep");
    Error::new(ErrorKind::DepthLimit, detail)
}

/// Checks what no part of a schema can tell on its own; it was `len` bytes long.
///
/// # Errors
///
/// Types contain themselves as arguments, or are nested too deeply; the canonical form is too long;
/// types are out of order; names occur twice.
pub(super) fn check(schema: &Schema, len: usize) -> Result<(), Error> {
    let mut measure = Measure { schema, known: Vec::new(), left: budget(len) };
    measure.known.resize(schema.types.len(), Known::New);
    measure.all()?;
    // The names are as short as they were just measured.
    let mut last = None;
    let mut versions = BTreeMap::new();
    for def in &schema.types {
        let name = Some(schema.name_of(def));
        if name <= last {
            return Err(Error::new(
                ErrorKind::KeyOrder,
                "the types of the schema are not in order",
            ));
        }
        last = name;
        if *versions.entry(&def.name).or_insert(def.version) != def.version {
            let detail = format!("the schema has `{}` at two versions", short(&def.name));
            return Err(Error::new(ErrorKind::InvalidValue, detail));
        }
        distinct_parts(def)?;
    }
    Ok(())
}

fn distinct_parts(def: &TypeDef) -> Result<(), Error> {
    match &def.body {
        BodyDef::Struct(fields) => distinct_fields(def, fields),
        BodyDef::Enum(variants) => {
            distinct(def, variants.iter().map(|variant| variant.name.as_str()))?;
            variants.iter().try_for_each(|variant| distinct_fields(def, &variant.fields))
        }
    }
}

fn distinct_fields(def: &TypeDef, fields: &FieldsDef) -> Result<(), Error> {
    distinct(def, fields.list.iter().map(|field| field.name.as_str()))
}

fn distinct<'n>(def: &TypeDef, names: impl Iterator<Item = &'n str>) -> Result<(), Error> {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            let detail =
                format!("the schema has `{}` twice in `{}`", short(name), short(&def.name));
            return Err(Error::new(ErrorKind::InvalidValue, detail));
        }
    }
    Ok(())
}

/// The text of a type: its length, and the levels of types within each other.
#[derive(Clone, Copy)]
struct Extent {
    len: usize,
    depth: u32,
}

/// What is known of a struct's or enum's name.
#[derive(Clone, Copy)]
enum Known {
    New,
    /// It is being measured: to meet it again is to find it within itself.
    Open,
    Done(Extent),
}

struct Measure<'s> {
    schema: &'s Schema,
    known: Vec<Known>,
    /// The bytes that the canonical form may yet take.
    left: usize,
}

impl Measure<'_> {
    fn all(&mut self) -> Result<(), Error> {
        let schema = self.schema;
        self.charge_type(&schema.root)?;
        for (index, def) in schema.types.iter().enumerate() {
            // The name stands here, and once more where the order is checked.
            let name = self.named(index, 0)?;
            self.charge(name.len.saturating_mul(2))?;
            match &def.body {
                BodyDef::Struct(fields) => self.charge_fields(fields)?,
                BodyDef::Enum(variants) => {
                    for variant in variants {
                        self.charge(plain(&variant.name).len())?;
                        self.charge_fields(&variant.fields)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn charge(&mut self, len: usize) -> Result<(), Error> {
        self.left = self.left.checked_sub(len).ok_or_else(too_large)?;
        Ok(())
    }

    fn charge_type(&mut self, ty: &TypeRef) -> Result<(), Error> {
        let extent = self.ty(ty, 0)?;
        self.charge(extent.len)
    }

    fn charge_fields(&mut self, fields: &FieldsDef) -> Result<(), Error> {
        for field in &fields.list {
            self.charge(plain(&field.name).len())?;
            self.charge_type(&field.ty)?;
        }
        Ok(())
    }

    /// The extent of a type that stands `above` levels deep.
    fn ty(&mut self, ty: &TypeRef, above: u32) -> Result<Extent, Error> {
        match ty {
            TypeRef::Primitive(kind) => Ok(Extent { len: kind.name().len(), depth: 0 }),
            TypeRef::Named(index) => self.named(*index, above),
            _ => self.of(ty.parts(), above),
        }
    }

    /// The extent of a kind with parts: its word, its brackets and an array's length take 32 bytes
    /// at most.
    fn of<'t>(
        &mut self,
        parts: impl Iterator<Item = &'t TypeRef>,
        above: u32,
    ) -> Result<Extent, Error> {
        let mut sum = Extent { len: 32, depth: 0 };
        for part in parts {
            let part = self.ty(part, deeper(above)?)?;
            sum = sum.with(part)?;
        }
        Ok(sum)
    }

    /// The extent of a struct's or enum's name: its arguments may name others.
    fn named(&mut self, index: usize, above: u32) -> Result<Extent, Error> {
        let schema = self.schema;
        let (Some(known), Some(def)) = (self.known.get_mut(index), schema.types.get(index)) else {
            return Err(Error::new(
                ErrorKind::InvalidValue,
                "the schema names a type that it does not have",
            ));
        };
        match *known {
            Known::Done(extent) => return Ok(extent),
            Known::Open => {
                let detail =
                    format!("`{}` in the schema is an argument of itself", short(&def.name));
                return Err(Error::new(ErrorKind::InvalidValue, detail));
            }
            Known::New => *known = Known::Open,
        }
        let mut sum = Extent { len: type_name(&def.name).len(), depth: 0 };
        for arg in &def.args {
            let arg = match arg {
                ArgDef::Type(ty) => self.ty(ty, deeper(above)?)?,
                // As many digits as an `i128` has, and its sign.
                ArgDef::Const(_) => Extent { len: 40, depth: 0 },
            };
            sum = sum.with(arg)?;
        }
        if let Some(known) = self.known.get_mut(index) {
            *known = Known::Done(sum);
        }
        Ok(sum)
    }
}

impl Extent {
    /// This type with a part within it, behind a comma.
    fn with(self, part: Self) -> Result<Self, Error> {
        let len = self.len.saturating_add(part.len).saturating_add(1);
        Ok(Self { len, depth: self.depth.max(deeper(part.depth)?) })
    }
}

/// The next level, if there may be one.
fn deeper(depth: u32) -> Result<u32, Error> {
    if depth >= MAX_DEPTH { Err(too_deep()) } else { Ok(depth.saturating_add(1)) }
}
