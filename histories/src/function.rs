//! Functions that convert a field's former values, in Rust and in the model.

use std::cmp::Ordering;

use crate::convert::{Converted, No};
use crate::ty::{Map, Ty};
use crate::value::Value;
use crate::widen;

/// A function between two types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// `5` to `"5"`
    IntToText,
    /// Numbers that are too large become the largest.
    Clamp,
    BoolToInt,
    /// A value to a list of it.
    ToList,
    /// A list to the set of its elements.
    ToSet,
}

/// The function from one type to another, if there is one.
pub fn between(old: &Ty, new: &Ty) -> Option<Function> {
    match (old, new) {
        (Ty::Int(_), Ty::Text) => Some(Function::IntToText),
        (Ty::Int(old), Ty::Int(new)) if old.holds(*new) && old != new => Some(Function::Clamp),
        (Ty::Bool, Ty::Int(_)) => Some(Function::BoolToInt),
        (old, Ty::List(_, new)) if *old == **new && old.is_plain() => Some(Function::ToList),
        (Ty::List(_, old), Ty::Set(Map::BTree, new)) if old == new && old.is_key() => {
            Some(Function::ToSet)
        }
        _ => None,
    }
}

/// The elements of a set in the order of their type.
fn sorted(values: &[Value]) -> Vec<Value> {
    let mut sorted = values.to_vec();
    sorted.sort_by(order);
    sorted.dedup_by(|one, other| order(one, other).is_eq());
    sorted
}

fn order(one: &Value, other: &Value) -> Ordering {
    match (one, other) {
        (Value::Bool(one), Value::Bool(other)) => one.cmp(other),
        (Value::Char(one), Value::Char(other)) => one.cmp(other),
        (Value::Text(one), Value::Text(other)) => one.cmp(other),
        (Value::Int(one), Value::Int(other)) => one.cmp(other),
        (Value::Big(one), Value::Big(other)) => one.cmp(other),
        (Value::Int(_), Value::Big(_)) | (Value::None, Value::Some(_)) => Ordering::Less,
        (Value::Big(_), Value::Int(_)) | (Value::Some(_), Value::None) => Ordering::Greater,
        (Value::Some(one), Value::Some(other)) => order(one, other),
        (Value::List(one), Value::List(other)) => {
            let mut parts = one.iter().zip(other).map(|(one, other)| order(one, other));
            parts.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        }
        _ => Ordering::Equal,
    }
}

impl Function {
    /// What the model does.
    ///
    /// # Errors
    ///
    /// If the value is not of the old type.
    pub fn forward(self, value: &Value, new: &Ty) -> Converted {
        Ok(match (self, value, new) {
            (Self::IntToText, Value::Int(value), _) => Value::Text(value.to_string()),
            (Self::IntToText, Value::Big(value), _) => Value::Text(value.to_string()),
            (Self::Clamp, Value::Int(value), Ty::Int(int)) => {
                let (lowest, highest) = int.range();
                Value::Int(*value.clamp(&lowest, &highest))
            }
            (Self::Clamp, Value::Big(_), Ty::Int(int)) => Value::Int(int.range().1),
            (Self::BoolToInt, Value::Bool(value), _) => Value::Int(i128::from(*value)),
            (Self::ToList, value, _) => Value::List(vec![value.clone()]),
            (Self::ToSet, Value::List(values), _) => Value::List(sorted(values)),
            _ => return Err(No::Bug(format!("{self:?} of {value:?}"))),
        })
    }

    /// # Errors
    ///
    /// If the old type has no such value.
    pub fn back(self, value: &Value, old: &Ty) -> Converted {
        match (self, value) {
            (Self::IntToText, Value::Text(text)) => {
                let int = text.parse().map(Value::Int);
                let value = int.or_else(|_| text.parse().map(Value::Big));
                value.ok().and_then(|value| widen::number(&value, old)).ok_or(No::Refused)
            }
            (Self::Clamp, value) => widen::number(value, old).ok_or(No::Refused),
            (Self::BoolToInt, Value::Big(_)) => Ok(Value::Bool(true)),
            (Self::BoolToInt, Value::Int(value)) => Ok(Value::Bool(*value != 0)),
            (Self::ToSet, Value::List(values)) => Ok(Value::List(sorted(values))),
            (Self::ToList, Value::List(values)) => values.first().cloned().ok_or(No::Refused),
            _ => Err(No::Bug(format!("{self:?} back from {value:?}"))),
        }
    }

    /// The closures, `with` and `back`.
    pub fn rust(self, old: &str, new: &str) -> (String, String) {
        match self {
            Self::IntToText => (
                format!("|old: {old}| old.to_string()"),
                format!("|new: &String| new.parse::<{old}>().map_err(|error| error.to_string())"),
            ),
            Self::Clamp => (
                format!(
                    "|old: {old}| -> {new} {{ {new}::try_from(old).unwrap_or(if old > 0 {{ {new}::MAX }} else {{ {new}::MIN }}) }}"
                ),
                format!("|new: &{new}| -> {old} {{ {old}::from(*new) }}"),
            ),
            Self::BoolToInt => (
                format!("|old: bool| -> {new} {{ {new}::from(old) }}"),
                format!("|new: &{new}| *new != 0"),
            ),
            Self::ToSet => (
                format!("|old: {old}| -> {new} {{ old.into_iter().collect() }}"),
                format!("|new: &{new}| -> {old} {{ new.iter().cloned().collect() }}"),
            ),
            Self::ToList => (
                format!("|old: {old}| -> {new} {{ <{new}>::from_iter([old]) }}"),
                format!(
                    "|new: &{new}| -> Result<{old}, String> {{ new.iter().next().cloned().ok_or_else(|| \"empty\".to_owned()) }}"
                ),
            ),
        }
    }
}
