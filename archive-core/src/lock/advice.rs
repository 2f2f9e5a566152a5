//! Advice for a shipped shape that changed: the attribute that makes the change legal.

mod class;
mod outline;
mod removed;
mod retyped;

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::program::Entry;
use super::type_text::{ident, rust};
use crate::schema::outline::{OutlineBody, OutlineFields, OutlineVariant};
use crate::schema::{Change, Outline, What};
use crate::shape::Style;
pub(super) use class::is_registry;
use removed::renamed_to;

/// Writes the advice for one type. Has what shipped, with types under today's names, and what the program's
/// attributes say was shipped.
pub(super) struct Advice<'h> {
    entry: &'h Entry,
    shipped: &'h BTreeMap<u32, Outline>,
    /// What the structs of one field that are gone held.
    wrapped: &'h BTreeMap<String, String>,
    /// The first version that has not shipped.
    next: u32,
}

/// A sentence of advice about a version, and about older versions with the same change.
pub(super) struct Sentence {
    /// Equal for sentences that should be printed once.
    pub(super) about: String,
    pub(super) text: String,
}

/// A change in one version.
struct Case<'a, 'h> {
    advice: &'a Advice<'h>,
    version: u32,
    /// The variant that changed; `None` for the struct or enum itself.
    variant: Option<&'a str>,
    /// `SaveGame version 4 (already shipped)`.
    place: String,
}

impl<'h> Advice<'h> {
    pub(super) fn new(
        entry: &'h Entry,
        shipped: &'h BTreeMap<u32, Outline>,
        wrapped: &'h BTreeMap<String, String>,
    ) -> Self {
        let newest = shipped.keys().next_back().copied().unwrap_or(0);
        Self { entry, shipped, wrapped, next: newest.saturating_add(1) }
    }

    /// For a shipped version that the attributes do not reach.
    pub(super) fn version_is_gone(&self, version: u32) -> String {
        let (name, today) = (&self.entry.name, self.entry.shape.version);
        let what = format!(
            "version {version} of {name} has shipped, but the type is back at version {today}"
        );
        if is_registry(self.entry.shape) {
            return format!(
                "{what}: restore the classes of its `registry!` that mention version {version}"
            );
        }
        format!(
            "{what}: restore the attributes that mention version {version}, or write `#[archive(version = {version})]` on it"
        )
    }

    /// For a version that shipped under another name than the attributes say.
    pub(super) fn name(&self, name: &str) -> String {
        let last = self.shipped.iter().rev().find(|(_, outline)| outline.name == name);
        let (version, until) =
            last.map_or((1, 2), |(version, _)| (*version, version.saturating_add(1)));
        format!(
            "version {version} of {} has shipped under the name `{name}`: write \
             `#[archive(renamed({until}, from = \"{}\"))]` on it",
            self.entry.name,
            rust(super::type_text::split(name).0)
        )
    }

    /// The advice for a change in a version; `None` if it follows from the `others`.
    pub(super) fn change(
        &self,
        version: u32,
        change: &Change,
        others: &[Change],
    ) -> Option<Sentence> {
        let name = self.entry.outlines.get(&version).map_or("", |outline| outline.name.as_str());
        let variant = change.path.strip_prefix(name).and_then(|path| path.strip_prefix("::"));
        let place = format!("{} version {version} (already shipped)", change.path);
        let case = Case { advice: self, version, variant, place };
        let mut about = format!("{change}");
        let are_classes = is_registry(self.entry.shape);
        let text = match &change.what {
            What::FieldAdded { name, ty } => case.field_added(name, ty),
            What::FieldRemoved { name, ty } => {
                case.field_removed(name, ty, renamed_to(change, others))
            }
            What::FieldRenamed { from, to, ty } => case.field_renamed(from, to, ty),
            What::FieldRetyped { from, to, .. } if are_classes => case.class_retyped(from, to),
            What::FieldRetyped { name, from, to } => case.field_retyped(name, from, to),
            What::FieldsReordered { to, .. } => {
                about = format!("the order in {}", change.path);
                case.fields_reordered(to)
            }
            What::VariantAdded { name, .. } | What::VariantRemoved { name, .. }
                if are_classes && case.is_of_retagged(name) =>
            {
                return None;
            }
            What::VariantRetagged { name, from, .. } if are_classes => {
                case.class_retagged(name, *from)
            }
            What::VariantAdded { name, .. } if are_classes => case.class_added(name),
            What::VariantRemoved { name, .. } if are_classes => case.class_removed(name),
            What::VariantRenamed { from, to, .. } if are_classes => case.class_renamed(from, to),
            What::VariantAdded { name, .. } => case.variant_added(name),
            What::VariantRemoved { name, .. } => case.variant_removed(name),
            What::VariantRenamed { from, to, .. } => case.variant_renamed(from, to),
            What::VariantRetagged { name, from, to } => {
                let moves = |what: &What| {
                    matches!(what, What::VariantAdded { .. } | What::VariantRemoved { .. })
                };
                if others.iter().any(|other| moves(&other.what)) {
                    return None;
                }
                case.variant_retagged(name, *from, *to)
            }
            other if case.variant.is_some() => case.variant_restyled(other),
            other => {
                let name = rust(&self.entry.name);
                format!(
                    "{}: {other}: no attribute can express that, so keep the type as it shipped as `Old{name}`, \
                     with `#[archive(name = \"{name}\")]` on it, give the new one another stable name with such \
                     an attribute, and write `#[archive(was(Old{name}, until = n, with = path))]` on the fields \
                     that hold it, or `retired Old{name} as .. until n into path` for a class; load files whose root it \
                     is as `Old{name}`",
                    case.place
                )
            }
        };
        Some(Sentence { about, text })
    }

    /// The first version of the unbroken run up to `version` whose outlines satisfy `has`; `None` if all
    /// older loadable versions do.
    fn since(&self, version: u32, has: &dyn Fn(&Outline) -> bool) -> Option<u32> {
        let older = self.shipped.range(self.entry.shape.oldest..=version).rev();
        let first =
            older.take_while(|(_, outline)| has(outline)).last().map(|(version, _)| *version)?;
        (first > self.entry.shape.oldest).then_some(first)
    }

    /// The first version after `version` whose outline satisfies `has`, or the first that has not shipped.
    fn from(&self, version: u32, has: &dyn Fn(&Outline) -> bool) -> u32 {
        let mut newer = self.shipped.range(version.saturating_add(1)..);
        newer.find(|(_, outline)| has(outline)).map_or(self.next, |(version, _)| *version)
    }

    /// Whether the outline of a version after `version` still satisfies `has`.
    fn lives_on(&self, version: u32, has: &dyn Fn(&Outline) -> bool) -> bool {
        self.entry.outlines.range(version.saturating_add(1)..).any(|(_, outline)| has(outline))
    }
}

impl Case<'_, '_> {
    fn until(&self) -> u32 {
        self.version.saturating_add(1)
    }

    fn shipped(&self) -> Option<&OutlineFields> {
        self.advice.shipped.get(&self.version)?.fields_of(self.variant)
    }

    fn now(&self) -> Option<&OutlineFields> {
        self.advice.entry.outlines.get(&self.version)?.fields_of(self.variant)
    }

    fn has_field<'f>(&'f self, name: &'f str, ty: &'f str) -> impl Fn(&Outline) -> bool + 'f {
        move |outline| {
            let fields = outline.fields_of(self.variant);
            fields.is_some_and(|fields| {
                fields.list.iter().any(|field| field.name == name && field.ty == ty)
            })
        }
    }

    fn is_tuple(&self) -> bool {
        [self.shipped(), self.now()]
            .into_iter()
            .flatten()
            .any(|fields| fields.style == Style::Tuple)
    }

    /// A field in Rust syntax, with its name if it has one.
    fn field(&self, name: &str, ty: &str) -> String {
        if self.is_tuple() { rust(ty) } else { format!("{}: {}", ident(name), rust(ty)) }
    }

    /// A field in a message: `stamina: u16`, or `2: u16` in a tuple.
    fn label(&self, name: &str, ty: &str) -> String {
        format!("`{}: {}`", ident(name), rust(ty))
    }

    fn field_added(&self, name: &str, ty: &str) -> String {
        let since = self.advice.from(self.version, &self.has_field(name, ty));
        let (label, field, place) = (self.label(name, ty), self.field(name, ty), &self.place);
        let count = self.shipped().map_or(0, |fields| fields.list.len());
        let is_inside = self.is_tuple() && name.parse().is_ok_and(|at: usize| at < count);
        let place_of_it =
            if is_inside { " at the end, since a tuple can only grow there" } else { "" };
        format!(
            "{label} was added to {place}: write `#[since({since}, default = ...)] {field}`{place_of_it}"
        )
    }

    fn field_renamed(&self, from: &str, to: &str, ty: &str) -> String {
        let (until, from, place) = (self.until(), ident(from), &self.place);
        format!(
            "`{from}` of {place} is now called `{}`: write `#[archive(renamed({until}, from = \"{from}\"))] \
             {}`",
            ident(to),
            self.field(to, ty)
        )
    }

    fn fields_reordered(&self, order: &[String]) -> String {
        let shipped: Vec<&str> = self.shipped().map_or(Vec::new(), |fields| {
            let names = fields.list.iter().map(|field| field.name.as_str());
            names.filter(|name| order.iter().any(|known| known == name)).collect()
        });
        format!(
            "the fields of {} are in another order: write them in the order in which they shipped: `{}`",
            self.place,
            shipped.join("`, `")
        )
    }

    fn variant_added(&self, name: &str) -> String {
        let since = self.advice.from(self.version, &|outline| outline.variant(name).is_some());
        let name = ident(name);
        format!("`{name}` was added to {}: write `#[since({since})] {name}`", self.place)
    }

    fn variant_removed(&self, name: &str) -> String {
        let has = |outline: &Outline| outline.variant(name).is_some();
        let since = self.advice.since(self.version, &has);
        let (shown, place) = (ident(name), &self.place);
        if self.advice.lives_on(self.version, &has) {
            return match since {
                Some(since) => {
                    format!("`{shown}` is missing from {place}: write `#[since({since})] {shown}`")
                }
                None => {
                    format!("`{shown}` is missing from {place}: write `{shown}` without `since`")
                }
            };
        }
        let since = since.map_or(String::new(), |since| format!("since = {since}, "));
        let variant =
            self.advice.shipped.get(&self.version).and_then(|outline| outline.variant(name));
        let body = variant.map_or_else(|| shown.to_owned(), in_rust);
        let attribute =
            format!("#[archive(removed({body}, {since}until = {}, into = path))]", self.until());
        format!(
            "`{shown}` was removed from {place}: write `{attribute}` {}, where `path` takes its fields and \
             returns the enum; without `into`, files that hold it cannot be loaded",
            self.above_variant(name)
        )
    }

    /// For a variant whose fields gained or lost their names: a different variant with the same name.
    fn variant_restyled(&self, what: &What) -> String {
        let name = self.variant.unwrap_or_default();
        let shipped = self.advice.shipped.get(&self.version);
        let variant = shipped.and_then(|outline| outline.variant(name));
        let body = variant.map_or_else(|| ident(name).to_owned(), in_rust);
        let until = self.until();
        format!(
            "{}: {what}: write `#[archive(removed({body}, until = {until}, into = path))] #[since({until})]` on it, \
             where `path` takes its former fields and returns the enum",
            self.place
        )
    }

    /// Where to write the tombstone of a variant: among those added in the same version, since their order
    /// determines their tags.
    fn above_variant(&self, name: &str) -> String {
        let since = |name: &str| {
            self.advice.since(self.version, &|outline| outline.variant(name).is_some())
        };
        let now = self.advice.entry.outlines.get(&self.version);
        let stands = |name: &str| now.is_some_and(|now| now.variant(name).is_some());
        let shipped = self.advice.shipped.get(&self.version).map(|outline| &outline.body);
        let variants = match shipped {
            Some(OutlineBody::Enum(variants)) => variants.as_slice(),
            _ => &[],
        };
        let behind = variants.iter().skip_while(|variant| variant.name != name).skip(1);
        let with_it = |variant: &&OutlineVariant| since(&variant.name) == since(name);
        match behind.filter(with_it).find(|variant| stands(&variant.name)) {
            Some(next) => format!("above the variant that came after it (`{}`)", ident(&next.name)),
            None => {
                "on the type, since none of the variants that were added with it comes after it"
                    .to_owned()
            }
        }
    }

    fn variant_renamed(&self, from: &str, to: &str) -> String {
        let (until, from, to, place) = (self.until(), ident(from), ident(to), &self.place);
        format!(
            "`{from}` of {place} is now called `{to}`: write `#[archive(renamed({until}, from = \
             \"{from}\"))] {to}`"
        )
    }

    fn variant_retagged(&self, name: &str, from: u32, to: u32) -> String {
        let (shown, place) = (ident(name), &self.place);
        let what = format!("`{shown}` of {place} changed its tag from {from} to {to}");
        let lives = self.advice.entry.outlines.values().next_back();
        if lives.is_some_and(|today| today.variant(name).is_none()) {
            return format!("{what}: write `tag = {from}` in its `removed({shown}, ..)`");
        }
        format!("{what}: write `#[archive(tag = {from})] {shown}`")
    }
}

/// A variant in Rust syntax.
fn in_rust(variant: &OutlineVariant) -> String {
    let name = ident(&variant.name);
    let list = variant.fields.list.iter();
    match variant.fields.style {
        Style::Unit => name.to_owned(),
        Style::Tuple => {
            let types: Vec<String> = list.map(|field| rust(&field.ty)).collect();
            format!("{name}({})", types.join(", "))
        }
        Style::Named => {
            let fields: Vec<String> =
                list.map(|field| format!("{}: {}", ident(&field.name), rust(&field.ty))).collect();
            format!("{name} {{ {} }}", fields.join(", "))
        }
    }
}
