//! The names of a type as a text shows them, formatted once per type instead of once per value.

use alloc::string::String;
use alloc::vec::Vec;

use super::escape;
use super::print::{Label, SHORT};
use crate::schema::{BodyDef, FieldsDef, TypeDef};
use crate::shape::Style;

/// The names of a type, its fields and its variants, as the text shows them.
pub(super) struct Labels {
    pub(super) name: Label,
    /// One per variant; for a struct, one.
    pub(super) fields: Vec<FieldLabels>,
    pub(super) variants: Vec<Label>,
}

/// The names of the fields of a struct or variant, as the text shows them.
pub(super) struct FieldLabels {
    pub(super) all: Vec<Label>,
    /// Whether the fields are named and none is flattened.
    pub(super) are_plain: bool,
    /// Whether the fields never fit on one line, whatever their values are.
    pub(super) is_tall: bool,
}

impl Labels {
    pub(super) fn new(def: &TypeDef) -> Self {
        let name = |name: &str| {
            let mut shown = String::new();
            escape::write_name(&mut shown, name);
            shown
        };
        let labels = |fields: &FieldsDef| {
            let named: Vec<String> =
                fields.list.iter().map(|field| [&name(&field.name), " = "].concat()).collect();
            let are_named = fields.written() == Style::Named;
            let are_plain = are_named && fields.list.iter().all(|field| !field.flatten);
            // Each value takes at least one byte.
            let least = named.iter().map(|label| label.len().saturating_add(1));
            let is_tall = are_plain && least.fold(0, usize::saturating_add) > SHORT;
            let all = named.into_iter().map(Label::new).collect();
            FieldLabels { all, are_plain, is_tall }
        };
        let (fields, variants) = match &def.body {
            BodyDef::Struct(fields) => (alloc::vec![labels(fields)], Vec::new()),
            BodyDef::Enum(variants) => variants
                .iter()
                .map(|variant| (labels(&variant.fields), Label::new(name(&variant.name))))
                .unzip(),
        };
        Self { name: Label::new(name(&def.name)), fields, variants }
    }
}
