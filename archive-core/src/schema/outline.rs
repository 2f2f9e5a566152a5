//! The outline of a struct or enum: its own shape at one version, with the types in it as text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::canonical::{identifier, todays_name, write_args, write_name};
use super::{BodyDef, FieldsDef, Schema, Style, TypeDef};
use crate::Shape;
use crate::shape::{Body, Fields};

/// A struct or enum at one version. Names and types are in the notation of the canonical form, so that
/// outlines from schemas, programs and lock files can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    /// Its name, with its arguments.
    pub(crate) name: String,
    pub(crate) version: u32,
    pub(crate) body: OutlineBody,
}

/// The parts of an outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OutlineBody {
    Struct(OutlineFields),
    Enum(Vec<OutlineVariant>),
}

/// The fields of a struct or variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutlineFields {
    /// `Unit` if there are no fields: `S {}`, `S()` and `S` have the same bytes, so a variant may get its
    /// first field later.
    pub(crate) style: Style,
    pub(crate) list: Vec<OutlineField>,
}

/// A field; in a tuple, its name is its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutlineField {
    pub(crate) name: String,
    pub(crate) ty: String,
}

/// A variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutlineVariant {
    pub(crate) name: String,
    pub(crate) tag: u32,
    pub(crate) fields: OutlineFields,
}

impl OutlineFields {
    /// Fields with these names and types.
    pub(crate) fn new(style: Style, fields: impl Iterator<Item = (String, String)>) -> Self {
        let numbered = fields.enumerate().map(|(place, (name, ty))| match style {
            Style::Tuple => OutlineField { name: place.to_string(), ty },
            Style::Named | Style::Unit => OutlineField { name, ty },
        });
        let list: Vec<_> = numbered.collect();
        Self { style: if list.is_empty() { Style::Unit } else { style }, list }
    }
}

impl Outline {
    /// A shape of the program at one of its versions, with the types in it under their current names.
    pub(crate) fn at(shape: &'static Shape, version: u32) -> Self {
        let fields = |fields: &'static Fields| {
            let alive = fields.list.iter().filter(|field| field.lifespan.contains(version));
            let named = alive.map(|field| {
                let ty = todays_name(field.ty);
                (plain(field.name_at(version)), ty)
            });
            OutlineFields::new(fields.style, named)
        };
        let body = match &shape.body {
            Body::Struct(list) => OutlineBody::Struct(fields(list)),
            Body::Enum(variants) => {
                let alive = variants.iter().filter(|variant| variant.lifespan.contains(version));
                let outlines = alive.map(|variant| OutlineVariant {
                    name: plain(variant.name_at(version)),
                    tag: variant.tag,
                    fields: fields(&variant.fields),
                });
                OutlineBody::Enum(outlines.collect())
            }
        };
        Self { name: Self::name_at(shape, version), version, body }
    }

    /// The name of a shape at one of its versions, with its arguments.
    pub(crate) fn name_at(shape: &'static Shape, version: u32) -> String {
        let mut name = type_name(shape.name_at(version));
        write_args(&mut name, shape.args, &mut |shape| shape.version);
        name
    }
}

impl Schema {
    /// The outline of one of the schema's structs or enums.
    pub(crate) fn outline(&self, def: &TypeDef) -> Outline {
        let fields = |fields: &FieldsDef| {
            let named =
                fields.list.iter().map(|field| (plain(&field.name), self.type_name(&field.ty)));
            OutlineFields::new(fields.style, named)
        };
        let body = match &def.body {
            BodyDef::Struct(list) => OutlineBody::Struct(fields(list)),
            BodyDef::Enum(variants) => {
                let outlines = variants.iter().map(|variant| OutlineVariant {
                    name: plain(&variant.name),
                    tag: variant.tag,
                    fields: fields(&variant.fields),
                });
                OutlineBody::Enum(outlines.collect())
            }
        };
        Outline { name: self.name_of(def), version: def.version, body }
    }
}

/// The name of a field or variant in the notation of the canonical form.
pub(crate) fn plain(name: &str) -> String {
    let mut text = String::new();
    write_name(&mut text, name, false);
    text
}

/// The name of a struct or enum in the notation of the canonical form.
pub(crate) fn type_name(name: &str) -> String {
    let mut text = String::new();
    identifier(&mut text, name);
    text
}

/// `SaveGame@2{level:u32,health:f32}`: a line of the canonical form (FORMAT.md §4).
impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.name, self.version)?;
        match &self.body {
            OutlineBody::Struct(fields) => fields.fmt(f),
            OutlineBody::Enum(variants) => {
                f.write_str("[")?;
                for (index, variant) in variants.iter().enumerate() {
                    let gap = if index > 0 { "," } else { "" };
                    write!(f, "{gap}{} {}{}", variant.tag, variant.name, variant.fields)?;
                }
                f.write_str("]")
            }
        }
    }
}

impl fmt::Display for OutlineFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (open, close) = match self.style {
            Style::Unit => return Ok(()),
            Style::Named => ("{", "}"),
            Style::Tuple => ("(", ")"),
        };
        f.write_str(open)?;
        for (index, field) in self.list.iter().enumerate() {
            let gap = if index > 0 { "," } else { "" };
            match self.style {
                Style::Tuple => write!(f, "{gap}{}", field.ty)?,
                Style::Named | Style::Unit => write!(f, "{gap}{}:{}", field.name, field.ty)?,
            }
        }
        f.write_str(close)
    }
}
