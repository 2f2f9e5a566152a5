//! Makes the key of a new map entry from a step of a path.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;

use super::step::Step;
use crate::PrimitiveKind;
use crate::value::{Compound, Value};

/// The key that a step names, of the same type as the map's other keys.
pub(super) fn key<'a>(step: &Step<'_>, others: &[(Value<'a>, Value<'a>)]) -> Option<Value<'a>> {
    match others.first() {
        Some((other, _)) => like(step, other),
        None => alone(step),
    }
}

fn like<'a>(step: &Step<'_>, other: &Value<'a>) -> Option<Value<'a>> {
    match (other, step) {
        (Value::Str(_), Step::Text(_))
        | (Value::Char(_), Step::Char(_))
        | (Value::Bool(_), Step::Word(_)) => alone(step),
        (Value::Struct(it), _) => match (&*it.head.names, &*it.fields) {
            ([name], [field]) if name == "0" => {
                let fields = Box::from([like(step, field)?]);
                Some(Value::Struct(Compound { head: Arc::clone(&it.head), fields }))
            }
            _ => None,
        },
        (Value::Variant(it), Step::Word(word)) if it.fields.is_empty() => {
            let key = Compound::of_variant(it.type_name(), word, []);
            Some(Value::Variant(key.at_version(it.version())))
        }
        (other, Step::Number(number, _)) => number.to(other.number_kind()?).map(Value::from),
        _ => None,
    }
}

/// The key for a map without entries.
fn alone<'a>(step: &Step<'_>) -> Option<Value<'a>> {
    match step {
        Step::Text(text) => Some(String::from(&**text).into()),
        Step::Char(c) => Some(Value::Char(*c)),
        Step::Word(word) => word.parse().ok().map(Value::Bool),
        Step::Number(number, _) => {
            use PrimitiveKind::{I64, I128, U64, U128};
            [U64, I64, U128, I128].into_iter().find_map(|kind| number.to(kind)).map(Value::from)
        }
        _ => None,
    }
}
