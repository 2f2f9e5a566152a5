//! Restores what texts and JSON do not tell of values of serde's types, from the values that they were made of.

use alloc::string::ToString;

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
            for ((key, tree), (old_key, old)) in tree.iter_mut().zip(old) {
                restore(key, old_key, is_text);
                restore(tree, old, is_text);
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

/// The same for the entries of a map of serde's data model.
fn restore_entries(tree: &mut [Value<'_>], old: &[Value<'_>], is_text: bool) {
    for (tree, old) in tree.iter_mut().zip(old) {
        if let (Value::Tuple(tree), Value::Tuple(old)) = (tree, old) {
            for (place, (tree, old)) in tree.iter_mut().zip(old).enumerate() {
                restore_plain(tree, old, is_text, place == 0);
            }
        }
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
