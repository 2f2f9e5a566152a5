//! What the values of each type of a schema share.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::Head;
use crate::schema::{FieldsDef, Schema, TypeDef};

/// For each struct of a schema one head, for each enum one of each variant, once one was met.
pub(crate) struct Heads(Vec<Vec<Option<Arc<Head>>>>);

impl Heads {
    pub(crate) fn new(schema: &Schema) -> Self {
        let mut heads = Vec::new();
        heads.resize_with(schema.types.len(), Vec::new);
        Self(heads)
    }

    /// The head of the variant at a place, of so many that the type has.
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
    pub(crate) fn new(def: &TypeDef, variant: Option<&String>, fields: &FieldsDef) -> Self {
        Self {
            ty: def.name.clone(),
            version: def.version,
            variant: variant.cloned(),
            style: fields.style,
            names: fields.list.iter().map(|field| field.name.to_owned()).collect(),
        }
    }
}
