//! Names as a text shows them.

use alloc::string::String;
use alloc::vec::Vec;

use super::escape;
use crate::schema::{BodyDef, FieldDef, FieldsDef, TypeDef};

/// The names of a type and its fields as they are shown, so that each is looked at once.
pub(super) struct Labels {
    pub(super) name: String,
    /// For each variant, or the struct itself, the labels of its fields.
    pub(super) fields: Vec<Vec<String>>,
    pub(super) variants: Vec<String>,
}

impl Labels {
    pub(super) fn new(def: &TypeDef) -> Self {
        let name = |name: &str| {
            let mut shown = String::new();
            escape::write_name(&mut shown, name);
            shown
        };
        let labels = |fields: &FieldsDef| {
            let label = |field: &FieldDef| [&name(&field.name), " = "].concat();
            fields.list.iter().map(label).collect::<Vec<_>>()
        };
        let (fields, variants) = match &def.body {
            BodyDef::Struct(fields) => (alloc::vec![labels(fields)], Vec::new()),
            BodyDef::Enum(variants) => variants
                .iter()
                .map(|variant| (labels(&variant.fields), name(&variant.name)))
                .unzip(),
        };
        Self { name: name(&def.name), fields, variants }
    }
}
