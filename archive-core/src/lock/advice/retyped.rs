//! Advice for a field whose type changed.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;

use super::Case;
use crate::lock::type_text::{collect, ident, parts, renamed, rust, split, widens};

impl Case<'_, '_> {
    pub(super) fn field_retyped(&self, name: &str, from: &str, to: &str) -> String {
        let (place, until) = (&self.place, self.until());
        let what = format!(
            "`{}` of {place} changed its type from `{}` to `{}`",
            ident(name),
            rust(from),
            rust(to)
        );
        let has = self.has_field(name, from);
        if self.advice.lives_on(self.version, &has) {
            let until = self.advice.since(self.version, &has).unwrap_or(self.version);
            return format!("{what}: write `#[archive(was({}, until = {until}))]`", rust(to));
        }
        let field = self.field(name, to);
        if let Some(outgrown) = outgrown(from, to) {
            let ident = rust(&outgrown);
            let kept = move_aside(from, &outgrown);
            return format!(
                "{what}, but no attribute can give or take a parameter: keep the old type as `Old{ident}`, with \
                 `#[archive(name = \"{ident}\")]` on it, give the new one another stable name with such an \
                 attribute, and write `#[archive(was({kept}, until = {until}, with = path))] {field}`, {}",
                converter(&kept, &rust(to))
            );
        }
        if rust(from) == rust(to) {
            let (ty, how) = (rust(from), converter(&rust(from), &rust(to)));
            return format!(
                "{what}, which is stored in another way: a type around `u8`, or a module, gives a list where there were bytes, \
                 or the reverse: write `#[archive(was({ty}, until = {until}, with = path))] {field}`, {how}, with the types \
                 that the program has there"
            );
        }
        if widens(from, to) {
            let is_shared = to.contains("shared") && !from.contains("shared");
            let or = if is_shared {
                ", with `with = path` if it was a trait object or a list"
            } else {
                ""
            };
            return format!(
                "{what}: write `#[archive(was({}, until = {until}))] {field}`{or}",
                rust(from)
            );
        }
        let from_rust = rust(from);
        let how = converter(&from_rust, &rust(to));
        let transparent = self.made_transparent(from, to, until);
        format!(
            "{what}: write `#[archive(was({from_rust}, until = {until}, with = path))] {field}`, {how}{transparent}"
        )
    }

    /// What to do instead if the field still has the type `from`, but that is now stored as its one field. Its lines
    /// look as if it were gone.
    fn made_transparent(&self, from: &str, to: &str, until: u32) -> String {
        let mut parts = BTreeSet::new();
        collect(from, &mut parts);
        let wrapped = &self.advice.wrapped;
        let mut gone = parts.iter().filter_map(|part| Some((part, wrapped.get(part)?)));
        let Some((own, _)) = gone.find(|(own, inner)| {
            from == own.as_str() && to == inner.as_str()
                || renamed(from, &|name| if name == own.as_str() { inner } else { name }) == to
        }) else {
            return String::new();
        };
        let name = split(own).0;
        let (ident, kept) = (rust(name), move_aside(from, name));
        format!(
            "; or, if `{ident}` has only become `transparent`, undo that, or keep the old struct as `Old{ident}`, \
             with `#[archive(name = \"{ident}\")]` on it, and write `was({kept}, until = {until}, with = path)`"
        )
    }
}

pub(super) fn converter(from: &str, to: &str) -> String {
    format!("where `path` is a `fn({from}) -> {to}`, or returns a `Result` of it")
}

/// The type in Rust syntax, with `name` in it as that of a type which was moved out of the way.
fn move_aside(ty: &str, name: &str) -> String {
    let kept = format!("Old{}", name.trim_matches('"'));
    rust(&renamed(ty, &|part| if part == name { &kept } else { part }))
}

/// The name of a type that has another number of parameters in `to` than in `from`.
fn outgrown(from: &str, to: &str) -> Option<String> {
    let (mut then, mut now) = (BTreeSet::new(), BTreeSet::new());
    collect(from, &mut then);
    collect(to, &mut now);
    let count = |ty: &str| split(ty).1.map_or(0, |args| parts(args).count());
    let name = |ty: &str| split(ty).0.to_owned();
    let mut named = then.iter().filter(|ty| name(ty) != "tuple");
    let differs =
        |ty: &&String| now.iter().any(|other| name(other) == name(ty) && count(other) != count(ty));
    named.find(differs).map(|ty| name(ty))
}
