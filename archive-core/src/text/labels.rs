//! Names as a text shows them.

use alloc::string::String;
use alloc::vec::Vec;

use super::escape;
use super::print::{Label, SHORT};
use crate::schema::{BodyDef, FieldsDef, TypeDef};
use crate::shape::Style;

/// The names of a type and its fields as they are shown, so that each is looked at once.
pub(super) struct Labels {
    pub(super) name: Label,
    /// For each variant, or the struct itself.
    pub(super) fields: Vec<FieldLabels>,
    pub(super) variants: Vec<Label>,
}

/// The names of the fields of a struct or variant.
pub(super) struct FieldLabels {
    pub(super) all: Vec<Label>,
    /// Whether each is a field by its name and nothing else.
    pub(super) are_plain: bool,
    /// Whether they fit on no line, whatever their values are.
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
            // Each value takes a byte at least.
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
