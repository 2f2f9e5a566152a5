//! The names of a type as a text shows them, formatted once per type instead of once per value.

use alloc::string::String;
use alloc::vec::Vec;

use super::escape;
use super::print::{Label, SHORT};
use crate::schema::{BodyDef, FieldsDef, TypeDef};
use crate::shape::Style;

/// The names of a struct or variant and of its fields, as the text shows them.
pub(super) struct Labels {
    pub(super) title: Label,
    pub(super) fields: Vec<Label>,
    /// Whether the fields are named and none is flattened.
    pub(super) are_plain: bool,
    /// Whether the fields never fit on one line, whatever their values are.
    pub(super) is_tall: bool,
}

impl Labels {
    /// The labels of a struct, or of each variant of an enum.
    pub(super) fn of(def: &TypeDef) -> Vec<Self> {
        match &def.body {
            BodyDef::Struct(fields) => alloc::vec![Self::new(&def.name, fields)],
            BodyDef::Enum(variants) => {
                variants.iter().map(|variant| Self::new(&variant.name, &variant.fields)).collect()
            }
        }
    }

    fn new(title: &str, fields: &FieldsDef) -> Self {
        let name = |name: &str| {
            let mut shown = String::new();
            escape::write_name(&mut shown, name);
            shown
        };
        let named: Vec<String> =
            fields.list.iter().map(|field| [&name(&field.name), " = "].concat()).collect();
        let are_named = fields.written() == Style::Named;
        let are_plain = are_named && fields.list.iter().all(|field| !field.flatten);
        // Each value takes at least one byte.
        let least = named.iter().map(|label| label.len().saturating_add(1));
        let is_tall = are_plain && least.fold(0, usize::saturating_add) > SHORT;
        let fields = named.into_iter().map(Label::new).collect();
        Self { title: Label::new(name(title)), fields, are_plain, is_tall }
    }
}
