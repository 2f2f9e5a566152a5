//! Rules on the type's own version.

use crate::attr::Item;
use crate::errors::Errors;
use crate::model::{Model, mentions};

/// No attribute may mention a version above the stated one.
pub(super) fn check_above_version(item: &Item, errors: &Errors) {
    let Some(stated) = item.attrs.version else {
        return;
    };
    for mention in mentions(item).iter().filter(|mention| mention.implies > stated.number) {
        let (word, number) = (mention.word, mention.version.number);
        let found = match word {
            "from" => {
                format!("an upgrade from version {number} leads to version {}", mention.implies)
            }
            _ => format!("`{word}` mentions version {number}"),
        };
        errors.at(
            mention.version.span,
            format!("{found}, but the type states `version = {}`", stated.number),
        );
    }
}

/// Upgrades run in version order, so no two may share a version.
pub(super) fn check_same_upgrade(model: &Model, errors: &Errors) {
    let upgrades = &model.hooks.upgrades;
    for (upgrade, next) in upgrades.iter().zip(upgrades.iter().skip(1)) {
        let from = next.from.number;
        if upgrade.from.number == from {
            errors.at(
                next.from.span,
                format!("two upgrades run for versions up to {from}: merge them"),
            );
        }
    }
}
