//! A type's whole history, ready for code generation: all that `expand` reads.

mod entry;
mod field;
mod lifespan;
mod mention;
mod mentioned;
mod names;
mod tagging;
mod variant;

pub(crate) use crate::attr::{
    DefaultValue, Meta, Notes, Renamed, Style, Upgrade, Version, With, is_marker, is_phantom,
};
pub(crate) use entry::{Entry, EntryKind, in_module, plain, stored_in, written_alike};
pub(crate) use field::{Field, Fields};
pub(crate) use lifespan::Lifespan;
pub(crate) use mention::mentions;
pub(crate) use mentioned::Mentioned;
pub(crate) use names::Names;
pub(crate) use variant::{Variant, VariantKind};

use crate::attr::{Item, ItemBody, TypeAttrs};
use proc_macro2::Span;
use syn::{Expr, Generics, Ident, Path, Type, WherePredicate, parse_quote};

/// A derived type.
pub(crate) struct Model {
    pub(crate) header: Header,
    /// The name in schemas, with its history; no aliases.
    pub(crate) names: Names,
    /// The current version.
    pub(crate) version: u32,
    /// The lowest readable version.
    pub(crate) oldest: u32,
    pub(crate) hooks: Hooks,
    pub(crate) form: Form,
    /// The span of `pod`, if the type is `bytemuck::Pod` and may be copied as a block of bytes.
    pub(crate) pod: Option<Span>,
    pub(crate) notes: Notes,
    pub(crate) body: Body,
    /// The variant that catches unknown ones.
    pub(crate) catch: Option<Catch>,
}

/// The variant that catches unknown ones. It is not among the enum's stored variants.
pub(crate) struct Catch {
    pub(crate) ident: Ident,
    /// The type of its holder.
    pub(crate) ty: Type,
}

impl Catch {
    fn new(body: &ItemBody) -> Option<Self> {
        let variant = body.variants().iter().find(|variant| variant.attrs.unknown)?;
        let ty = variant.fields.fields.first()?.ty.clone();
        Some(Self { ident: variant.ident.clone(), ty })
    }
}

/// How a type is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// With a schema of its own.
    Own,
    /// `transparent`: as its one stored field.
    Field,
    /// `with`: as other code stores the whole value, which stands for a field of itself.
    Value,
}

/// What an impl needs before its opening brace; always known, even if the rest has mistakes.
pub(crate) struct Header {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// The facade crate, `::archive` unless told otherwise.
    pub(crate) krate: Path,
    /// The bounds that replace the derived ones; `None` to derive them.
    pub(crate) bound: Option<Vec<WherePredicate>>,
    /// The type that it is saved as, if it is a view.
    pub(crate) save_as: Option<Type>,
}

/// The hooks of a loaded value, in the order they run.
pub(crate) struct Hooks {
    /// Ascending by `from`.
    pub(crate) upgrades: Vec<Upgrade>,
    pub(crate) after_load: Option<Expr>,
    pub(crate) validate: Option<Expr>,
}

/// What a type consists of.
pub(crate) enum Body {
    Struct(Fields),
    /// Live and removed variants, in declaration order.
    Enum(Vec<Variant>),
}

impl Header {
    /// Whether the type has no type or constant parameters: instances of a generic type would share a static.
    pub(crate) fn is_one(&self) -> bool {
        self.generics.type_params().next().is_none()
            && self.generics.const_params().next().is_none()
    }
}

impl Model {
    pub(crate) fn new(item: Item) -> Self {
        let version = mention::version(&item);
        let Item { ident, generics, attrs, body } = item;
        let TypeAttrs { record, oldest, name, renamed, mut upgrades, after_load, validate, .. } =
            attrs;
        upgrades.sort_by_key(|upgrade| upgrade.from.number);
        let names = match name {
            Some(name) => Names::new(name.value(), name.span(), renamed, Vec::new()),
            None => Names::of(&ident, renamed, Vec::new()),
        };
        let catch = Catch::new(&body);
        let form = match &attrs.with {
            Some(_) => Form::Value,
            None if attrs.transparent => Form::Field,
            None => Form::Own,
        };
        let body = match attrs.with {
            Some(with) => Body::Struct(Fields::of_value(with)),
            None => Body::new(body),
        };
        let krate = attrs.krate.unwrap_or_else(|| parse_quote!(::archive));
        Self {
            header: Header { ident, generics, krate, bound: attrs.bound, save_as: attrs.save_as },
            names,
            version,
            oldest: oldest.map_or(1, |oldest| oldest.number),
            hooks: Hooks { upgrades, after_load, validate },
            form,
            pod: record.word("pod").map(Ident::span),
            notes: record.notes,
            catch,
            body,
        }
    }
}

impl Body {
    fn new(body: ItemBody) -> Self {
        match body {
            ItemBody::Struct(fields) => Self::Struct(Fields::new(fields)),
            ItemBody::Enum(variants) => {
                let known = variants.into_iter().filter(|variant| !variant.attrs.unknown);
                Self::Enum(Variant::new_list(known.collect()))
            }
            // `check` has reported it, so nobody sees the empty list.
            ItemBody::Union(_) => Self::Enum(Vec::new()),
        }
    }

    /// The fields of the struct, or of each variant.
    pub(crate) fn all_fields(&self) -> Vec<&Fields> {
        match self {
            Self::Struct(fields) => vec![fields],
            Self::Enum(variants) => variants.iter().map(|variant| &variant.fields).collect(),
        }
    }

    pub(crate) fn variants(&self) -> &[Variant] {
        match self {
            Self::Struct(_) => &[],
            Self::Enum(variants) => variants,
        }
    }
}
