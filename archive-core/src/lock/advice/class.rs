//! Advice for a `registry!` whose classes changed.

use alloc::format;
use alloc::string::String;

use super::Case;
use crate::fingerprint::name_hash;
use crate::lock::type_text::rust;
use crate::schema::Outline;
use crate::schema::outline::OutlineBody;
use crate::{Body, Shape};

/// Whether an enum is a registered trait: the tags of its variants are the hashes of their first names.
pub(in crate::lock) fn is_registry(shape: &Shape) -> bool {
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

    /// For a class whose type has another name.
    pub(super) fn class_retyped(&self, from: &str, to: &str) -> String {
        let (key, from, to, until) =
            (self.variant.unwrap_or_default(), rust(from), rust(to), self.until());
        format!(
            "{}: the class was `{from}` and is `{to}`: if that is the same type under another name, write \
             `#[archive(renamed(n, from = \"{from}\"))]` on it, where `n` is its next version; if it is another type, write \
             `retired {from} as \"{key}\" until {until} into path` in its `registry!`, where `path` is a \
             `fn({from}) -> Box<dyn ..>`, and give `{to}` a key of its own",
            self.place
        )
    }

    /// For a class whose first key, from which its tag follows, is lost.
    pub(super) fn class_retagged(&self, key: &str, tag: u32) -> String {
        let (class, place) = (self.class(key), &self.place);
        let shipped = || self.advice.shipped.values();
        let Some(first) =
            shipped().find_map(|outline| of_tag(outline, tag)).filter(|it| *it != key)
        else {
            return format!(
                "`{key}` of {place} is not the class that shipped under this key: restore its first key in its `registry!`"
            );
        };
        let with_key =
            self.advice.shipped.iter().find(|(_, outline)| outline.variant(key).is_some());
        let until = with_key.map_or(self.version, |(version, _)| *version);
        format!(
            "`{key}` of {place} had the key `{first}` before: write `{class} as \"{key}\" renamed {until} from \"{first}\"` \
             in its `registry!`"
        )
    }

    /// Whether the advice on a class whose first key is lost also explains that this key is missing or new.
    pub(super) fn is_of_retagged(&self, key: &str) -> bool {
        let Some(today) = self.advice.entry.outlines.values().next_back() else { return false };
        let tag = |outline: &Outline, key: &str| outline.variant(key).map(|variant| variant.tag);
        let shipped = || self.advice.shipped.values().rev();
        let is_lost = |key: &str| {
            let then = shipped().find_map(|outline| tag(outline, key));
            tag(today, key).is_some_and(|now| then.is_some_and(|then| then != now))
        };
        let later = shipped()
            .find_map(|outline| tag(outline, key))
            .and_then(|tag| shipped().find_map(|outline| of_tag(outline, tag)));
        is_lost(key) || later.is_some_and(is_lost)
    }

    /// The type of a class, as shipped or current.
    fn class(&self, key: &str) -> String {
        let shipped = self.advice.shipped.values().rev();
        let mut outlines = self.advice.entry.outlines.values().rev().chain(shipped);
        let class = outlines.find_map(|outline| outline.variant(key)?.fields.list.first());
        class.map_or_else(|| String::from("Class"), |field| rust(&field.ty))
    }
}

/// The key of the class with a tag.
fn of_tag(outline: &Outline, tag: u32) -> Option<&str> {
    match &outline.body {
        OutlineBody::Enum(variants) => {
            variants.iter().find(|variant| variant.tag == tag).map(|variant| variant.name.as_str())
        }
        OutlineBody::Struct(_) => None,
    }
}
