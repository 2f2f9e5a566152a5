//! The fields of a struct or variant: as declared today, and as stored over time.

use super::entry::{by_value_module, names};
use super::{DefaultValue, Entry, EntryKind, Style, With};
use crate::attr::{FieldAttrs, ItemField, ItemFields};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Index, Member, Type, parse_quote};

pub(crate) struct Fields {
    pub(crate) style: Style,
    /// In declaration order, skipped ones too.
    pub(crate) fields: Vec<Field>,
    /// In wire order: a version's shape is the entries whose lifespan contains it.
    pub(crate) entries: Vec<Entry>,
}

/// A field that the type has today.
pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) ty: Type,
    /// Never stored; gets its default when loaded.
    pub(crate) skip: bool,
    /// It holds the fields that the type does not know; it is also skipped.
    pub(crate) holder: bool,
    /// Its value when the stored version lacks it. A skipped field without one uses `Default::default()`.
    pub(crate) default: Option<DefaultValue>,
    /// The removed fields that this one replaces.
    pub(crate) replaces: Vec<Ident>,
    /// How other code stores it.
    pub(crate) with: Option<With>,
    /// Shared values are stored once per owner.
    pub(crate) by_value: bool,
    pub(crate) max_len: Option<Expr>,
}

impl Fields {
    /// The holder of unknown fields, with its index.
    pub(crate) fn holder(&self) -> Option<(usize, &Field)> {
        self.fields.iter().enumerate().find(|(_, field)| field.holder)
    }

    /// Today's stored fields: the index and entry, and the index and field.
    pub(crate) fn live(&self) -> impl Iterator<Item = (usize, &Entry, usize, &Field)> {
        self.entries.iter().enumerate().filter_map(|(index, entry)| match entry.kind {
            EntryKind::Live { field: at } => Some((index, entry, at, self.fields.get(at)?)),
            _ => None,
        })
    }

    /// The entries, with their indices, of the removed field `name`, as far as they have a `back` that
    /// computes their value for older readers.
    pub(crate) fn replaced<'f>(
        &'f self,
        name: &'f Ident,
    ) -> impl Iterator<Item = (usize, &'f Entry)> {
        let tells = |entry: &Entry| matches!(entry.kind, EntryKind::Removed { back: Some(_), .. });
        let is_it = move |entry: &Entry| name.unraw() == entry.names.current;
        self.entries.iter().enumerate().filter(move |(_, entry)| tells(entry) && is_it(entry))
    }

    /// No fields, for a unit struct or variant.
    pub(crate) fn none() -> Self {
        Self { style: Style::Unit, fields: Vec::new(), entries: Vec::new() }
    }

    /// The whole value as its one field, which other code stores.
    pub(super) fn of_value(with: With) -> Self {
        let attrs = FieldAttrs { with: Some(with), ..FieldAttrs::default() };
        let value = ItemField { ident: None, ty: parse_quote!(Self), attrs };
        Self::new(ItemFields { style: Style::Tuple, fields: vec![value], at_end: Vec::new() })
    }

    pub(super) fn new(declared: ItemFields) -> Self {
        let ItemFields { style, fields: list, at_end } = declared;
        let mut fields = Vec::new();
        let mut entries = Vec::new();
        // A tuple field is named by its position among all fields ever stored, so that removing an earlier
        // one does not rename it.
        let mut place = 0_usize;
        for mut item in list {
            for removed in std::mem::take(&mut item.attrs.removed) {
                entries.extend(Entry::of_tombstone(removed, place));
                place = place.saturating_add(1);
            }
            let index = fields.len();
            fields.push(Field::new(&item, index));
            if !item.attrs.is_stored() {
                continue;
            }
            let renamed = std::mem::take(&mut item.attrs.renamed);
            let aliases = std::mem::take(&mut item.attrs.aliases);
            let names = names(item.ident.as_ref(), item.ty.span(), place, renamed, aliases);
            entries.extend(Entry::of_field(item, names, index));
            place = place.saturating_add(1);
        }
        for removed in at_end {
            entries.extend(Entry::of_tombstone(removed, place));
            place = place.saturating_add(1);
        }
        Self { style, fields, entries }
    }
}

impl Field {
    fn new(item: &ItemField, index: usize) -> Self {
        let member = match &item.ident {
            Some(ident) => Member::Named(ident.clone()),
            None => Member::Unnamed(Index {
                index: u32::try_from(index).unwrap_or(u32::MAX),
                span: item.ty.span(),
            }),
        };
        Self {
            member,
            ty: item.ty.clone(),
            skip: !item.attrs.is_stored(),
            holder: item.attrs.unknown,
            default: item.attrs.default.clone(),
            replaces: item.attrs.replaces.clone(),
            with: if item.attrs.by_value {
                Some(With::Module(by_value_module(&item.ty)))
            } else {
                item.attrs.with.clone()
            },
            by_value: item.attrs.by_value,
            max_len: item.attrs.max_len.clone(),
        }
    }
}
