//! Rules on removed variants that came back at once.

use crate::errors::Errors;
use crate::model::{Fields, Style, Variant, VariantKind};

/// Two removed variants of one name, of which one follows the other at once, have two tags. If it was one variant
/// whose fields changed, files of the second would be refused: it is one `removed` then. Only a stated tag says that
/// they were two.
pub(super) fn check_removed_twice(variants: &[Variant], errors: &Errors) {
    for variant in variants.iter().filter(|variant| is_removed(variant)) {
        let follows = |before: &&Variant| follows(variant, before);
        let Some(before) = variants.iter().find(follows).filter(|_| variant.tag_stated.is_none())
        else {
            continue;
        };
        let (since, first) = (variant.lifespan.since.number, before.lifespan.since.number);
        let until = variant.lifespan.until.map_or(since, |until| until.number);
        let first = if first > 1 { format!("since = {first}, ") } else { String::new() };
        let name = &variant.names.current;
        let message = format!(
            "`{name}` has another tag from version {since} on, as if it were another variant: if only its fields \
             changed, write one `removed({name}{}, {first}until = {until}, into = ..)`; if it was another variant, \
             give this one its `tag = n`",
            history(&before.fields, &variant.fields, since)
        );
        errors.at(variant.names.span, message);
    }
}

fn is_removed(variant: &Variant) -> bool {
    matches!(variant.kind, VariantKind::Removed { .. })
}

/// Whether `variant` came with the name and in the version in which `before` went, and may be the same one.
fn follows(variant: &Variant, before: &Variant) -> bool {
    let name = match variant.names.renamed.first() {
        Some(renamed) => renamed.from.value(),
        None => variant.names.current.clone(),
    };
    let until = before.lifespan.until.map(|until| until.number);
    // A variant's fields keep their names, or their lack of them.
    let (one, other) = (before.fields.style, variant.fields.style);
    let may_be_same = one == other || one == Style::Unit || other == Style::Unit;
    is_removed(before)
        && before.names.current == name
        && until == Some(variant.lifespan.since.number)
        && may_be_same
}

/// The fields of both variants as those of one, such as `(#[archive(was(Former, until = 2))] Type)`.
fn history(before: &Fields, after: &Fields, version: u32) -> String {
    let was = format!("#[archive(was(Former, until = {version}))]");
    let since = format!("#[since({version}, default = ..)]");
    match (before.style, after.style) {
        (Style::Unit, Style::Unit) => String::new(),
        (Style::Unit, Style::Tuple) => format!("({since} Type)"),
        (Style::Unit, Style::Named) => format!(" {{ {since} name: Type }}"),
        (Style::Tuple, Style::Unit) => format!(", removed(_: Type, until = {version})"),
        (Style::Named, Style::Unit) => format!(", removed(name: Type, until = {version})"),
        (_, Style::Tuple) => format!("({was} Type)"),
        (_, Style::Named) => format!(" {{ {was} name: Type }}"),
    }
}
