//! The version numbers in a type's attributes.

use crate::attr::{Item, ItemFields, Renamed, Version};

/// A number in an attribute.
pub(crate) struct Mention {
    /// The attribute, as written.
    pub(crate) word: &'static str,
    pub(crate) version: Version,
    /// The lowest current version with which the attribute makes sense.
    pub(crate) implies: u32,
}

impl Mention {
    fn new(word: &'static str, version: Version) -> Self {
        Self { word, version, implies: version.number }
    }
}

/// The current version: stated, or the highest that an attribute implies.
pub(super) fn version(item: &Item) -> u32 {
    let highest = || mentions(item).iter().map(|mention| mention.implies).max().unwrap_or(1);
    item.attrs.version.map_or_else(highest, |stated| stated.number)
}

/// Every version number except the one in `version` itself.
pub(crate) fn mentions(item: &Item) -> Vec<Mention> {
    let mut found: Vec<Mention> =
        item.attrs.oldest.map(|oldest| Mention::new("oldest", oldest)).into_iter().collect();
    in_renamed(&item.attrs.renamed, &mut found);
    for upgrade in &item.attrs.upgrades {
        // An upgrade from version 2 implies version 3.
        let implies = upgrade.from.number.saturating_add(1);
        found.push(Mention { word: "from", version: upgrade.from, implies });
    }
    for variant in item.body.variants() {
        found.extend(variant.attrs.since.map(|since| Mention::new("since", since)));
        found.extend(
            variant.tombstone.as_ref().map(|tombstone| Mention::new("until", tombstone.until)),
        );
        in_renamed(&variant.attrs.renamed, &mut found);
    }
    for fields in item.body.all_fields() {
        in_fields(fields, &mut found);
    }
    found
}

fn in_fields(fields: &ItemFields, found: &mut Vec<Mention>) {
    for removed in fields.removed() {
        found.extend(removed.since.map(|since| Mention::new("since", since)));
        found.push(Mention::new("until", removed.until));
        found.extend(removed.formers.iter().map(|former| Mention::new("until", former.until)));
        in_renamed(&removed.renamed, found);
    }
    for field in &fields.fields {
        found.extend(field.attrs.since.map(|since| Mention::new("since", since)));
        found.extend(field.attrs.was.iter().map(|was| Mention::new("until", was.until)));
        in_renamed(&field.attrs.renamed, found);
    }
}

fn in_renamed(renamed: &[Renamed], found: &mut Vec<Mention>) {
    found.extend(renamed.iter().map(|renamed| Mention::new("renamed", renamed.before)));
}
