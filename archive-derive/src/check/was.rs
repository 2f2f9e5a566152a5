//! Rules on the earlier types of a field.

use crate::attr::ItemFields;
use crate::errors::Errors;
use crate::model::written_alike;

/// Earlier types are listed from old to new: each one's lifespan begins where the previous one ends.
pub(super) fn check_order(fields: &ItemFields, errors: &Errors) {
    for field in &fields.fields {
        let since = field.attrs.since.map_or(1, |since| since.number);
        let mut last = None;
        for until in field.attrs.was.iter().map(|was| was.until) {
            let number = until.number;
            if number <= since {
                errors.at(
                    until.span,
                    format!(
                        "`until = {number}` is not above {since}, the version in which the field was added"
                    ),
                );
            } else if let Some(last) = last.filter(|last| number <= *last) {
                errors.at(
                    until.span,
                    format!("write former types from old to new: {number} comes after {last} here"),
                );
            }
            last = last.max(Some(number));
        }
    }
}

/// An earlier type differs from the type that followed it, or a function converts its values.
pub(super) fn check_change(fields: &ItemFields, errors: &Errors) {
    for field in &fields.fields {
        let was = &field.attrs.was;
        let next = was.iter().skip(1).map(|was| &was.ty).chain([&field.ty]);
        for (was, next) in was.iter().zip(next) {
            // Only identical tokens are certain to be the same type.
            if was.with.is_none() && written_alike(&was.ty, next) {
                let until = was.until.number;
                errors.on(
                    &was.ty,
                    format!(
                        "`was` names the same type that the field has from version {until} on: if only its meaning changed, \
                         add `with = function`, where `function` takes the former value and returns today's"
                    ),
                );
            }
        }
    }
}
