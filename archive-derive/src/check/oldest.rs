//! Rules on attributes that `oldest` makes useless.

use crate::errors::Errors;
use crate::model::{EntryKind, Fields, Model, Names, Style, Version};

/// Attributes that only serve versions below `oldest` are errors.
///
/// Removed variants and tombstones in a tuple may stay: other tags and places are counted from them. So may
/// former names of the type, which identify files that are too old.
pub(super) fn check_oldest(model: &Model, errors: &Errors) {
    let oldest = model.oldest;
    if oldest == 1 {
        return;
    }
    let dead = Dead { oldest, errors };
    for upgrade in &model.hooks.upgrades {
        // An upgrade serves `from` itself too.
        if upgrade.from.number < oldest {
            dead.report("`upgrade`", upgrade.from);
        }
    }
    for variant in model.body.variants() {
        dead.in_names(&variant.names);
    }
    for fields in model.body.all_fields() {
        dead.in_fields(fields);
    }
}

struct Dead<'a> {
    oldest: u32,
    errors: &'a Errors,
}

impl Dead<'_> {
    fn in_fields(&self, fields: &Fields) {
        for entry in &fields.entries {
            let what = match entry.kind {
                EntryKind::Live { .. } => {
                    self.in_names(&entry.names);
                    continue;
                }
                EntryKind::Was { .. } => "`was`",
                EntryKind::Removed { .. } if fields.style == Style::Tuple => continue,
                EntryKind::Removed { .. } => "`removed`",
            };
            if let Some(until) = entry.lifespan.until.filter(|until| until.number <= self.oldest) {
                self.report(what, until);
            }
        }
    }

    fn in_names(&self, names: &Names) {
        for renamed in names.renamed.iter().filter(|renamed| renamed.before.number <= self.oldest) {
            self.report("`renamed`", renamed.before);
        }
    }

    fn report(&self, what: &str, at: Version) {
        let oldest = self.oldest;
        self.errors.at(
            at.span,
            format!("this {what} only serves versions below `oldest = {oldest}`: delete it"),
        );
    }
}
