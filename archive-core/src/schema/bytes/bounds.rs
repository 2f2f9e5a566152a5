//! Validates a schema as a whole, and bounds the size of its canonical form.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;

use super::MAX_DEPTH;
use crate::error::short;
use crate::limits::FREE_MEMORY;
use crate::schema::outline::{plain, type_name};
use crate::schema::{ArgDef, BodyDef, FieldsDef, Schema, TypeDef, TypeRef};
use crate::{Error, ErrorKind};

/// The limit on the bytes of copied names, and on the length of the canonical form, for a schema of `len`
/// bytes.
///
/// One byte can refer to a whole name, or to a generic type with all its arguments, which may be generic
/// themselves. Without a limit, the text of a schema could be quadratic or even exponential in its size. A
/// field takes at least 3 bytes, so even a schema whose field names are all 190 bytes long stays below the
/// limit.
pub(super) fn budget(len: usize) -> usize {
    FREE_MEMORY.saturating_add(len.saturating_mul(64))
}

#[cold]
pub(super) fn too_large() -> Error {
    Error::new(ErrorKind::MemoryLimit, "the schema's names take too much memory for its length")
}

#[cold]
pub(super) fn too_deep() -> Error {
    let detail = format!("types in the schema are nested more than {MAX_DEPTH} levels deep");
    Error::new(ErrorKind::DepthLimit, detail)
}

/// Checks the rules that concern the schema as a whole; `len` is its length in bytes.
///
/// # Errors
///
/// Fails if types contain themselves as arguments or are nested too deeply, if the canonical form is too
/// long, if types are out of order, or if names occur twice.
pub(super) fn check(schema: &Schema, len: usize) -> Result<(), Error> {
    let mut measure = Measure { schema, known: Vec::new(), left: budget(len) };
    measure.known.resize(schema.types.len(), Known::New);
    measure.all()?;
    // Formatting the names is safe now: they were just measured.
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

/// The size of a type's text: its length and nesting depth.
#[derive(Clone, Copy)]
struct Extent {
    len: usize,
    depth: u32,
}

/// The state of a struct's or enum's name.
#[derive(Clone, Copy)]
enum Known {
    New,
    /// It is being measured. Meeting it again means that it contains itself.
    Open,
    Done(Extent),
}

struct Measure<'s> {
    schema: &'s Schema,
    known: Vec<Known>,
    /// The bytes left for the canonical form.
    left: usize,
}

impl Measure<'_> {
    fn all(&mut self) -> Result<(), Error> {
        let schema = self.schema;
        self.charge_type(&schema.root)?;
        for (index, def) in schema.types.iter().enumerate() {
            // The name is formatted twice: in its own line, and to check the order.
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

    /// The extent of a type at nesting depth `above`.
    fn ty(&mut self, ty: &TypeRef, above: u32) -> Result<Extent, Error> {
        // The word for a kind, its brackets and the length of an array take at most 32 bytes.
        let mut sum = match ty {
            TypeRef::Primitive(kind) => return Ok(Extent { len: kind.name().len(), depth: 0 }),
            TypeRef::Named(index) => return self.named(*index, above),
            _ => Extent { len: 32, depth: 0 },
        };
        for part in ty.parts() {
            sum = sum.with(self.ty(part, deeper(above)?)?)?;
        }
        Ok(sum)
    }

    /// The extent of the name of a struct or enum, whose arguments may name others.
    fn named(&mut self, index: usize, above: u32) -> Result<Extent, Error> {
        let schema = self.schema;
        let (Some(known), Some(def)) = (self.known.get_mut(index), schema.types.get(index)) else {
            return Err(Error::new(
                ErrorKind::InvalidValue,
                "the schema refers to a type that it does not have",
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
                // The maximum number of digits of an `i128`, and its sign.
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
    /// This extent with a part nested in it, after a comma.
    fn with(self, part: Self) -> Result<Self, Error> {
        let len = self.len.saturating_add(part.len).saturating_add(1);
        Ok(Self { len, depth: self.depth.max(deeper(part.depth)?) })
    }
}

/// The next nesting depth, if it is allowed.
fn deeper(depth: u32) -> Result<u32, Error> {
    if depth >= MAX_DEPTH { Err(too_deep()) } else { Ok(depth.saturating_add(1)) }
}
