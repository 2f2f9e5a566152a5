//! Rules on names: no two fields, variants or types may answer to the same one.

use crate::errors::Errors;
use crate::model::{EntryKind, Fields, Lifespan, Model, Names, Variant, VariantKind};
use proc_macro2::Span;
use std::collections::HashMap;
use std::iter;

/// Anything that has a name during a lifespan.
struct Bearer<'a> {
    names: &'a Names,
    lifespan: Lifespan,
    /// Bearers with the same owner are one field with several types.
    owner: usize,
    live: bool,
}

/// A name with the versions in which it was in use.
struct Held {
    since: u32,
    until: Option<u32>,
    owner: usize,
}

/// Names that start with `std.` belong to the library's own types, which have no history.
pub(super) fn check_library(model: &Model, errors: &Errors) {
    if model.header.krate.is_ident("crate") {
        return;
    }
    let current = (model.names.current.clone(), model.names.span);
    let earlier = model.names.renamed.iter().map(|it| (it.from.value(), it.from.span()));
    for (name, span) in iter::once(current).chain(earlier) {
        if name.starts_with("std.") {
            let message = format!(
                "the name `{name}` is reserved: only types of `archive` itself have names that start with \
                 `std.`"
            );
            errors.at(span, message);
        }
    }
}

pub(super) fn check_fields(fields: &Fields, oldest: u32, errors: &Errors) {
    let tombstones = fields.fields.len()..;
    let bearers: Vec<_> = fields
        .entries
        .iter()
        .zip(tombstones)
        .map(|(entry, own)| Bearer {
            names: &entry.names,
            lifespan: entry.lifespan,
            owner: entry.field().unwrap_or(own),
            live: matches!(entry.kind, EntryKind::Live { .. }),
        })
        .collect();
    check_alive_at_once(&bearers, "fields", oldest, errors);
    check_aliases(&bearers, "field", errors);
}

pub(super) fn check_variants(variants: &[Variant], oldest: u32, errors: &Errors) {
    let bearers: Vec<_> = variants
        .iter()
        .enumerate()
        .map(|(owner, variant)| Bearer {
            names: &variant.names,
            lifespan: variant.lifespan,
            owner,
            live: matches!(variant.kind, VariantKind::Live { .. }),
        })
        .collect();
    check_alive_at_once(&bearers, "variants", oldest, errors);
    check_aliases(&bearers, "variant", errors);
}

/// In every version that is still readable, a name has one bearer.
fn check_alive_at_once(bearers: &[Bearer<'_>], what: &str, oldest: u32, errors: &Errors) {
    let mut by_name: HashMap<String, Vec<Held>> = HashMap::new();
    for bearer in bearers {
        for (name, span, held) in bearer.held() {
            let holders = by_name.entry(name.clone()).or_default();
            if let Some((other, version)) =
                holders.iter().find_map(|other| Some((other, held.meets(other, oldest)?)))
            {
                let (this, other) = (held.range(), other.range());
                let message = format!(
                    "two {what} are named `{name}` in version {version}: this one in {this}, the other in {other}"
                );
                errors.at(span, message);
            }
            holders.push(held);
        }
    }
}

impl Bearer<'_> {
    /// Each name with the versions in which it was in use.
    fn held(&self) -> Vec<(String, Span, Held)> {
        let mut held = Vec::new();
        let mut since = self.lifespan.since.number;
        let end = self.lifespan.until.map(|until| until.number);
        for renamed in &self.names.renamed {
            let before = renamed.before.number;
            let until = end.map_or(before, |end| end.min(before));
            if since < until {
                let holds = Held { since, until: Some(until), owner: self.owner };
                held.push((renamed.from.value(), renamed.from.span(), holds));
            }
            since = since.max(before);
        }
        held.push((
            self.names.current.clone(),
            self.names.span,
            Held { since, until: end, owner: self.owner },
        ));
        held
    }
}

impl Held {
    /// The first version from `oldest` on in which both names were in use.
    fn meets(&self, other: &Self, oldest: u32) -> Option<u32> {
        let version = self.since.max(other.since).max(oldest);
        let within = |held: &Self| held.until.is_none_or(|until| version < until);
        (self.owner != other.owner && within(self) && within(other)).then_some(version)
    }

    fn range(&self) -> String {
        let until = self.until.map(|until| until.to_string()).unwrap_or_default();
        format!("{}..{until}", self.since)
    }
}

/// An alias is given once, and is neither a current name nor a former one of something else: one key would fill two fields.
fn check_aliases(bearers: &[Bearer<'_>], what: &str, errors: &Errors) {
    let live = || bearers.iter().filter(|bearer| bearer.live);
    let mut taken: HashMap<String, String> = HashMap::new();
    for bearer in live() {
        let owner = format!("the name of a {what}");
        taken.insert(bearer.names.current.clone(), owner);
    }
    let former = |text: &str, owner| {
        let has =
            |bearer: &Bearer<'_>| bearer.names.renamed.iter().any(|it| it.from.value() == text);
        let found = live().find(|bearer| bearer.owner != owner && has(bearer));
        found.map(|bearer| format!("a former name of `{}`", bearer.names.current))
    };
    for bearer in live() {
        for alias in &bearer.names.aliases {
            let text = alias.value();
            let owner = format!("an alias of `{}`", bearer.names.current);
            match taken.get(&text).cloned().or_else(|| former(&text, bearer.owner)) {
                Some(_) if text == bearer.names.current => {
                    errors.at(alias.span(), format!("`{text}` is already the {what}'s own name"));
                }
                Some(owner) => {
                    errors.at(alias.span(), format!("alias `{text}` is already {owner}"))
                }
                None => {
                    taken.insert(text, owner);
                }
            }
        }
    }
}
