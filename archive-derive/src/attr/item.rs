//! The derive's input, with its attributes parsed.

use super::collect::Collect;
use super::default::DefaultValue;
use super::on_field::FieldAttrs;
use super::on_type::TypeAttrs;
use super::on_variant::VariantAttrs;
use super::removed::{Removed, RemovedField, RemovedVariant};
use super::version::Version;
use super::with::With;
use crate::errors::Errors;
use crate::model::plain;
use proc_macro2::Span;
use syn::{Data, DeriveInput, Expr, Fields, Generics, Ident, Path, Type};

/// A type as declared.
pub(crate) struct Item {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) attrs: TypeAttrs,
    pub(crate) body: ItemBody,
}

pub(crate) enum ItemBody {
    Struct(ItemFields),
    /// Live and removed variants, in declaration order.
    Enum(Vec<ItemVariant>),
    /// A union; the span is its keyword.
    Union(Span),
}

/// The syntax of the fields: named, tuple or unit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Named,
    Tuple,
    Unit,
}

pub(crate) struct ItemFields {
    pub(crate) style: Style,
    pub(crate) fields: Vec<ItemField>,
    /// Tombstones after the last field.
    pub(crate) at_end: Vec<RemovedField>,
}

pub(crate) struct ItemField {
    pub(crate) ident: Option<Ident>,
    pub(crate) ty: Type,
    pub(crate) attrs: FieldAttrs,
}

pub(crate) struct ItemVariant {
    pub(crate) ident: Ident,
    /// Set for a removed variant only.
    pub(crate) tombstone: Option<Tombstone>,
    pub(crate) attrs: VariantAttrs,
    pub(crate) fields: ItemFields,
}

pub(crate) struct Tombstone {
    pub(crate) until: Version,
    pub(crate) into: Option<Expr>,
}

impl Item {
    pub(crate) fn read(input: &DeriveInput, errors: &Errors) -> Self {
        let mut attrs = TypeAttrs::collect(&input.attrs, errors);
        let at_end = std::mem::take(&mut attrs.removed);
        let mut body = match &input.data {
            Data::Struct(data) => {
                let removed = of_kind(at_end, Removed::into_field, errors);
                let mut fields = ItemFields::read(&data.fields, removed, errors);
                if let Some(word) = attrs.record.word("default") {
                    fields.take_defaults(word);
                }
                ItemBody::Struct(fields)
            }
            Data::Enum(data) => {
                let mut variants = Vec::new();
                for variant in &data.variants {
                    ItemVariant::read(variant, &mut variants, errors);
                }
                let removed = of_kind(at_end, Removed::into_variant, errors);
                variants.extend(
                    removed.into_iter().map(|removed| ItemVariant::removed(removed, errors)),
                );
                ItemBody::Enum(variants)
            }
            Data::Union(data) => ItemBody::Union(data.union_token.span),
        };
        if attrs.save_as.is_none() && attrs.with.is_none() {
            body.own();
        }
        Self { ident: input.ident.clone(), generics: input.generics.clone(), attrs, body }
    }
}

/// Keeps the tombstones of the expected kind and reports the others.
fn of_kind<T>(
    removed: Vec<Removed>,
    kind: impl Fn(Removed) -> syn::Result<T>,
    errors: &Errors,
) -> Vec<T> {
    let keep = |removed| kind(removed).map_err(|error| errors.push(error)).ok();
    removed.into_iter().filter_map(keep).collect()
}

/// The style of a unit struct or variant before its fields were removed.
fn style_once(gone: &[RemovedField]) -> Style {
    match gone {
        [] => Style::Unit,
        [first, ..] if first.ident.is_none() => Style::Tuple,
        _ => Style::Named,
    }
}

impl ItemFields {
    fn read(fields: &Fields, at_end: Vec<RemovedField>, errors: &Errors) -> Self {
        let style = match fields {
            Fields::Named(_) => Style::Named,
            Fields::Unnamed(_) => Style::Tuple,
            Fields::Unit => style_once(&at_end),
        };
        let read = |field: &syn::Field| {
            let mut attrs = FieldAttrs::collect(&field.attrs, errors);
            // It holds nothing, so there is nothing to write, either in a text.
            if is_marker(&field.ty) && !attrs.skip {
                attrs.skip = true;
                // Another type of this name, which may hold something, does not compile.
                attrs.default.get_or_insert_with(|| DefaultValue::marker(&field.ty));
            }
            ItemField { ident: field.ident.clone(), ty: field.ty.clone(), attrs }
        };
        Self { style, fields: fields.iter().map(read).collect(), at_end }
    }

    /// Gives fields without a default that of the whole type.
    fn take_defaults(&mut self, word: &Ident) {
        for (at, field) in self.fields.iter_mut().enumerate() {
            let FieldAttrs { default, unknown, .. } = &mut field.attrs;
            if default.is_none() && !*unknown && !is_marker(&field.ty) {
                *default = Some(DefaultValue::of_type(word, field.ident.as_ref(), at));
            }
        }
    }

    /// Every tombstone, wherever it was written.
    pub(crate) fn removed(&self) -> impl Iterator<Item = &RemovedField> {
        self.fields.iter().flat_map(|field| &field.attrs.removed).chain(&self.at_end)
    }
}

/// Whether a type is written as a `PhantomData`.
pub(crate) fn is_marker(ty: &Type) -> bool {
    matches!(plain(ty), Type::Path(path) if is_phantom(&path.path))
}

/// Whether a path is that of `PhantomData`, which holds nothing.
pub(crate) fn is_phantom(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident == "PhantomData")
}

impl ItemVariant {
    /// Reads a variant, and the tombstones on it, into `variants`.
    fn read(variant: &syn::Variant, variants: &mut Vec<Self>, errors: &Errors) {
        let mut attrs = VariantAttrs::collect(&variant.attrs, errors);
        let before = std::mem::take(&mut attrs.removed);
        variants.extend(before.into_iter().map(|removed| Self::removed(removed, errors)));
        let at_end = std::mem::take(&mut attrs.removed_fields);
        let fields = ItemFields::read(&variant.fields, at_end, errors);
        variants.push(Self { ident: variant.ident.clone(), tombstone: None, attrs, fields });
    }

    fn removed(removed: RemovedVariant, errors: &Errors) -> Self {
        let RemovedVariant { ident, fields, since, until, tag, into, renamed, removed } = removed;
        Self {
            ident,
            tombstone: Some(Tombstone { until, into }),
            attrs: VariantAttrs { since, tag, renamed, ..VariantAttrs::default() },
            fields: ItemFields::read(&fields, removed, errors),
        }
    }
}

impl ItemBody {
    /// Stores what a `Cow<'static, _>` owns, wherever nothing else is said of how a field is stored.
    fn own(&mut self) {
        let fields = match self {
            Self::Struct(fields) => std::slice::from_mut(fields).iter_mut().collect(),
            Self::Enum(variants) => variants.iter_mut().map(|it| &mut it.fields).collect(),
            Self::Union(_) => Vec::new(),
        };
        for ItemField { ty, attrs, .. } in fields.into_iter().flat_map(|it| &mut it.fields) {
            let is_free = attrs.with.is_none() && attrs.was.is_empty() && !attrs.by_value;
            if is_free && !attrs.flatten {
                attrs.with = With::owned(ty);
            }
        }
    }

    /// The fields of the struct, or of each variant.
    pub(crate) fn all_fields(&self) -> Vec<&ItemFields> {
        match self {
            Self::Struct(fields) => vec![fields],
            Self::Enum(variants) => variants.iter().map(|variant| &variant.fields).collect(),
            Self::Union(_) => Vec::new(),
        }
    }

    /// All fields, with the version in which the struct or variant was added.
    pub(crate) fn all_fields_since(&self) -> Vec<(u32, &ItemFields)> {
        let of_variants = self.variants().iter().map(|variant| variant.attrs.since);
        let since = of_variants.map(|since| since.map_or(1, |since| since.number));
        since.chain(std::iter::repeat(1)).zip(self.all_fields()).collect()
    }

    pub(crate) fn variants(&self) -> &[ItemVariant] {
        match self {
            Self::Enum(variants) => variants,
            _ => &[],
        }
    }
}
