//! One variant of an enum, live or removed.

use super::tagging::tags;
use super::{Fields, Lifespan, Names, Notes, Version};
use crate::attr::ItemVariant;
use proc_macro2::Span;
use syn::{Expr, Ident};

pub(crate) struct Variant {
    pub(crate) kind: VariantKind,
    pub(crate) names: Names,
    pub(crate) lifespan: Lifespan,
    /// The same in every version.
    pub(crate) tag: u32,
    /// The number in `tag = n`.
    pub(crate) tag_stated: Option<Span>,
    /// A removed variant's fields are read like a live one's, and handed to its `into`.
    pub(crate) fields: Fields,
    pub(crate) notes: Notes,
}

pub(crate) enum VariantKind {
    Live {
        ident: Ident,
    },
    /// Without `into`, loading such a variant is an error that names it.
    Removed {
        into: Option<Expr>,
    },
}

impl Variant {
    /// Its identifier, unless it was removed.
    pub(crate) fn ident(&self) -> Option<&Ident> {
        match &self.kind {
            VariantKind::Live { ident } => Some(ident),
            VariantKind::Removed { .. } => None,
        }
    }

    pub(super) fn new_list(declared: Vec<ItemVariant>) -> Vec<Self> {
        let tags = tags(&declared);
        declared.into_iter().zip(tags).map(|(variant, tag)| Self::new(variant, tag)).collect()
    }

    fn new(declared: ItemVariant, tag: u32) -> Self {
        let ItemVariant { ident, tombstone, attrs, fields } = declared;
        let since = attrs.since.unwrap_or_else(|| Version::first(ident.span()));
        let names = Names::of(&ident, attrs.renamed, attrs.aliases);
        let until = tombstone.as_ref().map(|tombstone| tombstone.until);
        let kind = match tombstone {
            Some(tombstone) => VariantKind::Removed { into: tombstone.into },
            None => VariantKind::Live { ident },
        };
        Self {
            kind,
            names,
            lifespan: Lifespan { since, until },
            tag,
            tag_stated: attrs.tag.map(|tag| tag.span),
            fields: Fields::new(fields),
            notes: attrs.record.notes,
        }
    }
}
