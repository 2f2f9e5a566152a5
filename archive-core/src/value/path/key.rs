//! Makes the key of a new map entry from a step of a path.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::step::Step;
use crate::value::{Compound, Head, History, Value};
use crate::{PrimitiveKind, Style};

/// The key that a step names, of the same type as the map's other keys.
pub(super) fn key<'a>(step: &Step<'_>, others: &[(Value<'a>, Value<'a>)]) -> Option<Value<'a>> {
    match others.first() {
        Some((other, _)) => like(step, other),
        None => alone(step),
    }
}

fn like<'a>(step: &Step<'_>, other: &Value<'a>) -> Option<Value<'a>> {
    match (other, step) {
        (Value::Str(_), Step::Text(text)) => Some(text_of(text)),
        (Value::Char(_), Step::Char(c)) => Some(Value::Char(*c)),
        (Value::Bool(_), Step::Word(word)) => word.parse().ok().map(Value::Bool),
        (Value::Struct(it), _) => match (&*it.head.names, &*it.fields) {
            ([name], [field]) if name == "0" => {
                let fields = Box::from([like(step, field)?]);
                Some(Value::Struct(Compound { head: Arc::clone(&it.head), fields }))
            }
            _ => None,
        },
        (Value::Variant(it), Step::Word(word)) if it.fields.is_empty() => {
            let head = Head {
                ty: it.head.ty.clone(),
                version: it.head.version,
                variant: Some(String::from(*word)),
                style: Style::Unit,
                names: Vec::new(),
                history: History::default(),
            };
            Some(Value::Variant(Compound { head: Arc::new(head), fields: Box::default() }))
        }
        (other, Step::Number(number, _)) => number.to(other.number_kind()?).map(Value::from),
        _ => None,
    }
}

/// The key for a map without entries.
fn alone<'a>(step: &Step<'_>) -> Option<Value<'a>> {
    match step {
        Step::Text(text) => Some(text_of(text)),
        Step::Char(c) => Some(Value::Char(*c)),
        Step::Word(word) => word.parse().ok().map(Value::Bool),
        Step::Number(number, _) => {
            use PrimitiveKind::{I64, I128, U64, U128};
            [U64, I64, U128, I128].into_iter().find_map(|kind| number.to(kind)).map(Value::from)
        }
        _ => None,
    }
}

fn text_of<'a>(text: &str) -> Value<'a> {
    Value::Str(Cow::Owned(String::from(text)))
}
