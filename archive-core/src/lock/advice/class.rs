//! Advice for a `registry!` whose classes changed.

use alloc::format;
use alloc::string::String;

use super::Case;
use crate::fingerprint::name_hash;
use crate::lock::type_text::rust;
use crate::schema::Outline;
use crate::{Body, Shape};

/// Whether an enum is a registered trait: the tags of its variants are the hashes of their first names.
pub(super) fn is_registry(shape: &Shape) -> bool {
    let Body::Enum(variants) = &shape.body else { return false };
    variants.iter().any(|variant| {
        let first = variant.renamed.first().map_or(variant.name, |rename| rename.from);
        name_hash(first) == variant.tag
    })
}

impl Case<'_, '_> {
    pub(super) fn class_added(&self, key: &str) -> String {
        let since = self.advice.from(self.version, &|outline| outline.variant(key).is_some());
        let class = self.class(key);
        format!(
            "`{key}` was added to {}: write `{class} as \"{key}\" since {since}` in its `registry!`",
            self.place
        )
    }

    pub(super) fn class_removed(&self, key: &str) -> String {
        let has = |outline: &Outline| outline.variant(key).is_some();
        let since = self.advice.since(self.version, &has);
        let since = since.map_or(String::new(), |since| format!(" since {since}"));
        let (class, place) = (self.class(key), &self.place);
        if self.advice.lives_on(self.version, &has) {
            return format!(
                "`{key}` is missing from {place}: write `{class} as \"{key}\"{since}` in its `registry!`"
            );
        }
        format!(
            "`{key}` was removed from {place}: write `retired {class} as \"{key}\"{since} until {} into \
             path` in its `registry!`, where `path` is a `fn({class}) -> Box<dyn ..>`; if it only has \
             another key now, write `as \"..\" renamed {} from \"{key}\"`",
            self.until(),
            self.until()
        )
    }

    pub(super) fn class_renamed(&self, from: &str, to: &str) -> String {
        let class = self.class(to);
        format!(
            "`{from}` of {} now has the key `{to}`: write `{class} as \"{to}\" renamed {} from \"{from}\"` \
             in its `registry!`",
            self.place,
            self.until()
        )
    }

    /// The type of a class, as shipped or current.
    fn class(&self, key: &str) -> String {
        let shipped = self.advice.shipped.values().rev();
        let mut outlines = self.advice.entry.outlines.values().rev().chain(shipped);
        let class = outlines.find_map(|outline| outline.variant(key)?.fields.list.first());
        class.map_or_else(|| String::from("Class"), |field| rust(&field.ty))
    }
}
