//! Compares two outlines of a struct or enum.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::outline::{Outline, OutlineBody, OutlineField, OutlineFields, OutlineVariant};
use super::{Change, Style, What};

/// The changes in the parts of a struct or enum; ignores its name and version.
pub(crate) fn compare(old: &Outline, new: &Outline) -> Vec<Change> {
    let mut changes = Changes(Vec::new());
    let path = &new.name;
    match (&old.body, &new.body) {
        (OutlineBody::Struct(old), OutlineBody::Struct(new)) => changes.fields(path, old, new),
        (OutlineBody::Enum(old), OutlineBody::Enum(new)) => changes.variants(path, old, new),
        (OutlineBody::Struct(_), OutlineBody::Enum(_)) => changes.push(path, What::BecameEnum),
        (OutlineBody::Enum(_), OutlineBody::Struct(_)) => changes.push(path, What::BecameStruct),
    }
    changes.0
}

struct Changes(Vec<Change>);

impl Changes {
    fn push(&mut self, path: &str, what: What) {
        self.0.push(Change { path: path.to_owned(), what });
    }

    fn fields(&mut self, path: &str, old: &OutlineFields, new: &OutlineFields) {
        let (from, to) = (old.style, new.style);
        if from != to && from != Style::Unit && to != Style::Unit {
            return self.push(path, What::StyleChanged { from, to });
        }
        let pairs = if to == Style::Tuple { by_place(old, new) } else { by_name(old, new) };
        for (field, pair) in old.list.iter().zip(&pairs) {
            let (name, ty) = (field.name.clone(), field.ty.clone());
            match pair.and_then(|at| new.list.get(at)) {
                None => self.push(path, What::FieldRemoved { name, ty }),
                Some(now) => {
                    if to == Style::Named && now.name != name {
                        self.push(
                            path,
                            What::FieldRenamed { from: name, to: now.name.clone(), ty },
                        );
                    } else if now.ty != ty {
                        self.push(path, What::FieldRetyped { name, from: ty, to: now.ty.clone() });
                    }
                }
            }
        }
        let kept: BTreeSet<usize> = pairs.iter().copied().flatten().collect();
        for (at, field) in new.list.iter().enumerate() {
            if !kept.contains(&at) {
                let (name, ty) = (field.name.clone(), field.ty.clone());
                self.push(path, What::FieldAdded { name, ty });
            }
        }
        self.order(path, new, &pairs);
    }

    fn order(&mut self, path: &str, new: &OutlineFields, pairs: &[Option<usize>]) {
        let places: Vec<usize> = pairs.iter().copied().flatten().collect();
        if places.is_sorted() {
            return;
        }
        let mut sorted = places.clone();
        sorted.sort_unstable();
        let names = |places: &[usize]| {
            let fields = places.iter().filter_map(|at| new.list.get(*at));
            fields.map(|field| field.name.clone()).collect::<Vec<String>>()
        };
        self.push(path, What::FieldsReordered { from: names(&places), to: names(&sorted) });
    }

    fn variants(&mut self, path: &str, old: &[OutlineVariant], new: &[OutlineVariant]) {
        let before: BTreeMap<&str, &OutlineVariant> =
            old.iter().map(|v| (v.name.as_str(), v)).collect();
        let now: BTreeMap<&str, &OutlineVariant> =
            new.iter().map(|v| (v.name.as_str(), v)).collect();
        let heirs: BTreeMap<u32, &OutlineVariant> = new
            .iter()
            .filter(|v| !before.contains_key(v.name.as_str()))
            .map(|v| (v.tag, v))
            .collect();
        let mut renamed = BTreeSet::new();
        for variant in old {
            let (name, tag) = (variant.name.clone(), variant.tag);
            if let Some(now) = now.get(variant.name.as_str()) {
                if now.tag != tag {
                    self.push(path, What::VariantRetagged { name, from: tag, to: now.tag });
                }
                self.fields(&format!("{path}::{}", now.name), &variant.fields, &now.fields);
            } else if let Some(heir) = heirs.get(&tag).filter(|heir| heir.fields == variant.fields)
            {
                renamed.insert(tag);
                self.push(path, What::VariantRenamed { from: name, to: heir.name.clone(), tag });
            } else {
                self.push(path, What::VariantRemoved { name, tag });
            }
        }
        for variant in heirs.values().filter(|heir| !renamed.contains(&heir.tag)) {
            self.push(path, What::VariantAdded { name: variant.name.clone(), tag: variant.tag });
        }
    }
}

/// For each old field, the index of the new field that it became: one with the same name, or else one with
/// the same type next to the field that its neighbour became.
fn by_name(old: &OutlineFields, new: &OutlineFields) -> Vec<Option<usize>> {
    let places: BTreeMap<&str, usize> =
        new.list.iter().enumerate().map(|(at, field)| (field.name.as_str(), at)).collect();
    let mut pairs: Vec<Option<usize>> =
        old.list.iter().map(|field| places.get(field.name.as_str()).copied()).collect();
    let mut taken: BTreeSet<usize> = pairs.iter().copied().flatten().collect();
    let mut behind = Some(0);
    for (index, field) in old.list.iter().enumerate() {
        let before = match pairs.get(index.saturating_add(1)) {
            Some(next) => next.and_then(|at| at.checked_sub(1)),
            None => new.list.len().checked_sub(1),
        };
        let Some(pair) = pairs.get_mut(index) else { break };
        if pair.is_none() {
            let fits = |at: &usize| {
                !taken.contains(at) && new.list.get(*at).is_some_and(|now| now.ty == field.ty)
            };
            *pair = behind.filter(fits).or(before.filter(fits));
            taken.extend(*pair);
        }
        behind = pair.map(|at| at.saturating_add(1));
    }
    pairs
}

/// For each old tuple field, the index of the new one. Fields of equal types at the start and the end are
/// taken as unchanged; those between are paired in order.
fn by_place(old: &OutlineFields, new: &OutlineFields) -> Vec<Option<usize>> {
    let equal = |(old, new): &(&OutlineField, &OutlineField)| old.ty == new.ty;
    let (count, now) = (old.list.len(), new.list.len());
    let start = old.list.iter().zip(&new.list).take_while(equal).count();
    let most = count.min(now).saturating_sub(start);
    let end = old.list.iter().rev().zip(new.list.iter().rev()).take(most).take_while(equal).count();
    let pair = |at: usize| {
        let from_end = count.saturating_sub(at);
        if from_end <= end {
            now.checked_sub(from_end)
        } else {
            Some(at).filter(|at| *at < now.saturating_sub(end))
        }
    };
    (0..count).map(pair).collect()
}
