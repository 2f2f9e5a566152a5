//! Restores what texts and JSON do not tell of values of serde's types, from the values that they were made of.

use alloc::string::ToString;

use super::NAME;
use crate::Value;
use crate::value::{Compound, scalar};

/// Restores the variants of values of serde's types which show what those of the original show.
pub(crate) fn restore(tree: &mut Value<'_>, original: &Value<'_>, is_text: bool) {
    match (tree, original) {
        (tree @ Value::Variant(_), Value::Variant(old)) if old.head.ty == NAME => {
            restore_plain(tree, original, is_text);
        }
        (Value::Struct(tree), Value::Struct(old)) | (Value::Variant(tree), Value::Variant(old)) => {
            restore_all(&mut tree.fields, &old.fields, is_text);
        }
        (Value::Option(Some(tree)), Value::Option(Some(old))) => restore(tree, old, is_text),
        (Value::List(tree) | Value::Tuple(tree), Value::List(old) | Value::Tuple(old)) => {
            restore_all(tree, old, is_text);
        }
        (Value::Map(tree), Value::Map(old)) => {
            for ((_, tree), (_, old)) in tree.iter_mut().zip(old) {
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

/// The same for a value of serde's data model.
fn restore_plain(tree: &mut Value<'_>, original: &Value<'_>, is_text: bool) {
    let (Value::Variant(new), Value::Variant(old)) = (&mut *tree, original) else { return };
    let is_same = match (old.variant(), &*old.fields) {
        (name, held) if new.variant() == name => {
            return restore_all(&mut new.fields, held, is_text);
        }
        (Some("Some"), [held]) => {
            restore_plain(tree, held, is_text);
            let restored: &Value<'_> = tree;
            restored == held
        }
        _ => is_same(new, old, is_text),
    };
    if is_same {
        *tree = original.clone().into_owned();
    }
}

/// Whether both show the same.
fn is_same(new: &Compound<'_>, old: &Compound<'_>, is_text: bool) -> bool {
    match (&*new.fields, &*old.fields) {
        ([Value::F64(number)], [Value::F32(old)]) => scalar::single(*number) == Some(*old),
        ([], []) => !is_text && new.variant() == Some("None") && old.variant() == Some("Unit"),
        ([Value::Str(text)], [old]) if !is_text => match old {
            Value::Char(c) => **text == *c.to_string(),
            Value::Bool(value) => **text == *value.to_string(),
            Value::Str(_) => false,
            // The digits of a key.
            number => number.as_i64().map(|it| it.to_string()).is_some_and(|it| it == **text),
        },
        _ => false,
    }
}
