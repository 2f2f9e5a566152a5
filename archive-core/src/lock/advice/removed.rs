//! Advice for a field that is gone.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use super::Case;
use super::retyped::converter;
use crate::lock::type_text::{ident, rust, widens};
use crate::schema::outline::OutlineField;
use crate::schema::{Change, What};

impl Case<'_, '_> {
    /// `heir` is the name and the type of the field that it may have become.
    pub(super) fn field_removed(&self, name: &str, ty: &str, heir: Option<(&str, &str)>) -> String {
        let has = self.has_field(name, ty);
        let (label, place) = (self.label(name, ty), &self.place);
        let since = self.advice.since(self.version, &has);
        if self.advice.lives_on(self.version, &has) {
            let field = self.field(name, ty);
            return match since {
                Some(since) => format!(
                    "{label} is missing from {place}: write `#[since({since}, default = ...)] {field}`"
                ),
                None => format!("{label} is missing from {place}: write `{field}` without `since`"),
            };
        }
        let heir = heir.filter(|_| !self.is_tuple());
        let heir = heir.map_or_else(String::new, |heir| self.or_renamed((name, ty), heir));
        let name = if self.is_tuple() { "_".to_owned() } else { ident(name).to_owned() };
        let since = since.map_or(String::new(), |since| format!("since = {since}, "));
        let attribute =
            format!("#[archive(removed({name}: {}, {since}until = {}))]", rust(ty), self.until());
        let kept = match self.variant {
            Some(_) => "that drops its value, unless an `upgrade` of the enum takes it".to_owned(),
            None => format!(
                "that drops its value: to keep it, add `into = path`, where `path` is a `fn(&mut {}, {})`, or \
                 let an `upgrade` of the type take it",
                rust(&self.advice.entry.name),
                rust(ty)
            ),
        };
        format!(
            "{label} was removed from {place}: write `{attribute}` {}; {kept}{heir}",
            self.above(&label)
        )
    }

    /// Where to write the tombstone of a field: above the next field that is still there.
    fn above(&self, label: &str) -> String {
        let now = self.now();
        let is_it = |field: &&OutlineField| self.label(&field.name, &field.ty) != label;
        let behind =
            self.shipped().into_iter().flat_map(|fields| &fields.list).skip_while(is_it).skip(1);
        let stands =
            |name: &str| now.is_some_and(|now| now.list.iter().any(|field| field.name == name));
        let whole = if self.variant.is_some() { "variant" } else { "type" };
        let mut behind = behind.peekable();
        let first = behind.peek().is_some();
        match behind.find(|field| self.is_tuple() || stands(&field.name)) {
            Some(next) if self.is_tuple() => {
                format!("above the field that came after it, a `{}`", rust(&next.ty))
            }
            Some(next) => format!("above the field that came after it (`{}`)", ident(&next.name)),
            None if first => format!("on the {whole}, since none of the fields after it is left"),
            None => format!("on the {whole}, since it was the last field"),
        }
    }

    /// What to write instead of both attributes if a field that was removed is the one that was added.
    fn or_renamed(&self, (from, old): (&str, &str), (to, new): (&str, &str)) -> String {
        let (until, name) = (self.until(), ident(from));
        let (was, how) = if old == new {
            (String::new(), String::new())
        } else if widens(old, new) {
            (format!(", was({}, until = {until})", rust(old)), String::new())
        } else {
            let (old, new) = (rust(old), rust(new));
            let how = format!(", {}", converter(&old, &new));
            (format!(", was({old}, until = {until}, with = path)"), how)
        };
        format!(
            "; or, if it is now called `{}`, write nothing but `#[archive(renamed({until}, from = \"{name}\"){was})] {}`{how}",
            ident(to),
            self.field(to, new)
        )
    }
}

/// The only field that was added where the only one was removed.
pub(super) fn renamed_to<'a>(removed: &Change, others: &'a [Change]) -> Option<(&'a str, &'a str)> {
    let mut heir = None;
    for other in others.iter().filter(|other| other.path == removed.path) {
        match &other.what {
            What::FieldAdded { name, ty } if heir.is_none() => heir = Some((&**name, &**ty)),
            What::FieldAdded { .. } => return None,
            What::FieldRemoved { .. } if *other != *removed => return None,
            _ => {}
        }
    }
    heir
}
