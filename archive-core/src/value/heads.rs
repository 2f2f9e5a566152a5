//! The heads of a schema's types, each made once and shared by all values.

use alloc::borrow::ToOwned;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Head, History};
use crate::matching::Since;
use crate::schema::{FieldDef, FieldsDef, Schema, TypeDef, VariantDef};

/// One head for each struct and each variant of an enum, made when it first occurs.
pub(crate) struct Heads(Vec<Vec<Option<Arc<Head>>>>);

impl Heads {
    pub(crate) fn new(schema: &Schema) -> Self {
        let mut heads = Vec::new();
        heads.resize_with(schema.types.len(), Vec::new);
        Self(heads)
    }

    /// The head of the variant at `at`, for a type with `count` variants (1 for a struct).
    pub(crate) fn of(
        &mut self,
        ty: usize,
        at: usize,
        count: usize,
        make: impl FnOnce() -> Head,
    ) -> Arc<Head> {
        let Some(heads) = self.0.get_mut(ty) else { return Arc::new(make()) };
        if heads.is_empty() {
            heads.resize(count, None);
        }
        match heads.get_mut(at) {
            Some(head) => Arc::clone(head.get_or_insert_with(|| Arc::new(make()))),
            None => Arc::new(make()),
        }
    }
}

impl Head {
    pub(crate) fn new(def: &TypeDef, variant: Option<&VariantDef>, fields: &FieldsDef) -> Self {
        let since =
            fields.list.iter().map(FieldDef::named).filter(|(_, since)| *since != Since::default());
        Self {
            ty: def.name.clone(),
            version: def.version,
            variant: variant.map(|variant| variant.name.clone()),
            style: fields.style,
            names: fields.list.iter().map(|field| field.name.to_owned()).collect(),
            history: History {
                tag: variant.map(|variant| variant.tag),
                since: since.map(|(name, since)| (name.to_owned(), since)).collect(),
            },
        }
    }
}
