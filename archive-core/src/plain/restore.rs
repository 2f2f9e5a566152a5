//! Restores what texts and JSON do not tell of values of serde's types, from the values that they were made of.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::NAME;
use crate::Value;
use crate::value::{Compound, scalar};

/// Restores the variants of values of serde's types which show what those of the original show.
pub(crate) fn restore(tree: &mut Value<'_>, original: &Value<'_>, is_text: bool) {
    match (tree, original) {
        (tree @ Value::Variant(_), Value::Variant(old)) if old.head.ty == NAME => {
            restore_plain(tree, original, is_text, false);
        }
        (Value::Struct(tree), Value::Struct(old)) | (Value::Variant(tree), Value::Variant(old)) => {
            restore_all(&mut tree.fields, &old.fields, is_text);
        }
        (Value::Option(Some(tree)), Value::Option(Some(old))) => restore(tree, old, is_text),
        (Value::List(tree) | Value::Tuple(tree), Value::List(old) | Value::Tuple(old)) => {
            restore_all(tree, old, is_text);
        }
        (Value::Map(tree), Value::Map(old)) => {
            let mut former =
                Former::new(old.iter().map(|(key, value)| (key, value)).collect(), is_text);
            for (place, (key, tree)) in tree.iter_mut().enumerate() {
                if let Some((old_key, old)) = former.of(place, key) {
                    restore(key, old_key, is_text);
                    restore(tree, old, is_text);
                }
            }
        }
        _ => {}
    }
}

fn restore_all(tree: &mut [Value<'_>], old: &[Value<'_>], is_text: bool) {
    for (tree, old) in tree.iter_mut().zip(old) {
        restore(tree, old, is_text);
    }
}

/// The same for a value of serde's data model, which may be the key of a map.
fn restore_plain(tree: &mut Value<'_>, original: &Value<'_>, is_text: bool, is_key: bool) {
    let (Value::Variant(new), Value::Variant(old)) = (&mut *tree, original) else { return };
    let is_same = match (old.variant(), &*old.fields) {
        (Some("Map"), [Value::List(old)]) if new.variant() == Some("Map") => {
            if let Some(Value::List(new)) = new.fields.first_mut() {
                restore_entries(new, old, is_text);
            }
            return;
        }
        (name, held) if new.variant() == name => {
            return restore_all(&mut new.fields, held, is_text);
        }
        // Both are shown with their `some`.
        (Some("Some"), [held]) if is_empty(held) => return,
        (Some("Some"), [held]) => {
            restore_plain(tree, held, is_text, false);
            let restored: &Value<'_> = tree;
            restored == held
        }
        _ => is_same(new, old, is_text, is_key),
    };
    if is_same {
        *tree = original.clone().into_owned();
    }
}

/// Whether a value is a `None` or `Unit`, or that in any number of `Some`.
fn is_empty(mut value: &Value<'_>) -> bool {
    while let Value::Variant(it) = value {
        match (it.variant(), &*it.fields) {
            (Some("Some"), [held]) => value = held,
            (name, _) => return matches!(name, Some("None" | "Unit")),
        }
    }
    false
}

/// The same for the entries of a map of serde's data model.
fn restore_entries<'o, 'v>(tree: &mut [Value<'_>], old: &'o [Value<'v>], is_text: bool) {
    let pair = |entry: &'o Value<'v>| match entry {
        Value::Tuple(parts) => parts.first().zip(parts.get(1)),
        _ => None,
    };
    let mut former = Former::new(old.iter().filter_map(pair).collect(), is_text);
    for (place, entry) in tree.iter_mut().enumerate() {
        let Value::Tuple(parts) = entry else { continue };
        let [key, value] = &mut **parts else { continue };
        if let Some((old_key, old)) = former.of(place, key) {
            restore_plain(key, old_key, is_text, true);
            restore_plain(value, old, is_text, false);
        }
    }
}

/// The former entries of a map, which may have been elsewhere in it.
struct Former<'o, 'v> {
    entries: Vec<(&'o Value<'v>, &'o Value<'v>)>,
    is_text: bool,
    /// Their places by their keys, once one of them is elsewhere.
    places: Option<BTreeMap<String, usize>>,
}

impl<'o, 'v> Former<'o, 'v> {
    fn new(entries: Vec<(&'o Value<'v>, &'o Value<'v>)>, is_text: bool) -> Self {
        Self { entries, is_text, places: None }
    }

    /// The former entry of a key, which most likely was at the same place.
    fn of(&mut self, place: usize, key: &Value<'_>) -> Option<(&'o Value<'v>, &'o Value<'v>)> {
        let here = self.entries.get(place).copied();
        let Some(key) = spelled(key, self.is_text) else { return here };
        let is_it = |old: &Value<'_>| spelled(old, self.is_text).is_none_or(|old| old == key);
        if let Some(entry) = here.filter(|(old, _)| is_it(old)) {
            return Some(entry);
        }
        let places = self.places.get_or_insert_with(|| {
            let keys = self.entries.iter().zip(0..);
            keys.filter_map(|((key, _), place)| Some((spelled(key, self.is_text)?, place)))
                .collect()
        });
        self.entries.get(*places.get(&key)?).copied()
    }
}

/// A key as it is shown, if it is a single text or number. JSON shows keys of all kinds as strings.
fn spelled(mut key: &Value<'_>, is_text: bool) -> Option<String> {
    while let Value::Variant(it) = key {
        key = it.fields.first().filter(|_| it.head.ty == NAME)?;
    }
    match key {
        Value::Str(text) if !is_text => Some(text.to_string()),
        Value::Char(c) if !is_text => Some(c.to_string()),
        Value::Str(_) | Value::Char(_) | Value::Bool(_) => Some(key.to_string()),
        _ => scalar::digits(key),
    }
}

/// Whether both show the same.
fn is_same(new: &Compound<'_>, old: &Compound<'_>, is_text: bool, is_key: bool) -> bool {
    match (&*new.fields, &*old.fields) {
        ([Value::F64(number)], [Value::F32(old)]) => scalar::single(*number) == Some(*old),
        ([], []) => !is_text && new.variant() == Some("None") && old.variant() == Some("Unit"),
        ([Value::Str(text)], [Value::Char(c)]) if !is_text => **text == *c.to_string(),
        // JSON has quotes around keys of all kinds.
        ([Value::Str(text)], [Value::Bool(old)]) if !is_text && is_key => {
            **text == *old.to_string()
        }
        ([Value::Str(text)], [old]) if !is_text && is_key => {
            scalar::digits(old).is_some_and(|old| **text == *old)
        }
        _ => false,
    }
}
