//! The heads of a schema's types, each made once and shared by all values.

use alloc::borrow::ToOwned;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Head, History};
use crate::matching::Since;
use crate::schema::{BodyDef, FieldDef, Schema, TypeDef};

/// One head for each struct and each variant of an enum, made when it first occurs.
pub(crate) struct Heads(Vec<Vec<Option<Arc<Head>>>>);

impl Heads {
    pub(crate) fn new(schema: &Schema) -> Self {
        Self(alloc::vec![Vec::new(); schema.types.len()])
    }

    /// The head of the type at `index` in the schema: of its variant at `at`, which is 0 for a struct.
    pub(crate) fn of(&mut self, index: usize, def: &TypeDef, at: usize) -> Option<Arc<Head>> {
        let heads = self.0.get_mut(index)?;
        if let Some(Some(head)) = heads.get(at) {
            return Some(Arc::clone(head));
        }
        let head = Arc::new(Head::new(def, at)?);
        if heads.len() <= at {
            heads.resize(at.saturating_add(1), None);
        }
        heads.get_mut(at).map(|known| Arc::clone(known.insert(head)))
    }
}

impl Head {
    #[cold]
    fn new(def: &TypeDef, at: usize) -> Option<Self> {
        let (variant, fields) = match &def.body {
            BodyDef::Struct(fields) => (None, fields),
            BodyDef::Enum(variants) => variants.get(at).map(|it| (Some(it), &it.fields))?,
        };
        let since =
            fields.list.iter().map(FieldDef::named).filter(|(_, since)| *since != Since::default());
        Some(Self {
            ty: def.name.clone(),
            version: def.version,
            variant: variant.map(|variant| variant.name.clone()),
            style: fields.style,
            names: fields.list.iter().map(|field| field.name.to_owned()).collect(),
            history: History {
                tag: variant.map(|variant| variant.tag),
                since: since.map(|(name, since)| (name.to_owned(), since)).collect(),
            },
        })
    }
}
