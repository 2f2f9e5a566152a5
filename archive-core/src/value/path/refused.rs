//! Errors of paths.

use alloc::format;
use alloc::string::String;

use super::Written;
use super::step::Step;
use crate::error::{listed, shown};
use crate::nearest::nearest;
use crate::value::{Compound, Value};
use crate::{Error, ErrorKind};

fn wrong(at: &str, detail: String) -> Error {
    Error::new(ErrorKind::WrongPath, detail).at_path(&shown(at))
}

/// The text is not a path, from `rest` on.
#[cold]
pub(super) fn malformed(at: &str, rest: &str) -> Error {
    let detail = format!("`{}` is not a step of a path", shown(rest));
    wrong(at, detail)
        .with_help("write a path like `player.inventory[3].count`, and a key like `[\"torch\"]`")
}

/// The path is a pattern.
#[cold]
pub(super) fn pattern(at: &str) -> Error {
    let detail = String::from("a path leads to one value, but `*` leads to many");
    wrong(at, detail).with_help(
        "find the paths of the values with `Value::find`, or change all with `Value::change`",
    )
}

/// The value has no such part.
#[cold]
pub(super) fn missing(value: &Value<'_>, step: &Written<'_>) -> Error {
    let at = step.at;
    match value {
        Value::Struct(it) | Value::Variant(it) => no_field(it, step),
        Value::Map(_) => no_entry(value, step),
        Value::Tuple(_) | Value::List(_) | Value::Numbers(_) | Value::Bytes(_) => {
            no_element(value, step)
        }
        Value::Option(_) => {
            wrong(at, format!("there is no value here, so it has no `{}`", step.shown()))
                .with_help("set the whole value instead")
        }
        _ => {
            let detail =
                format!("the value here, of kind {}, has no `{}`", value.kind(), step.shown());
            wrong(at, detail).with_help("end the path here")
        }
    }
}

/// How errors call a struct or variant.
pub(crate) fn named(it: &Compound<'_>) -> String {
    let (ty, version) = (shown(it.type_name()), it.version());
    match it.variant() {
        Some(variant) => format!("`{ty}::{}` version {version}", shown(variant)),
        None => format!("`{ty}` version {version}"),
    }
}

fn no_field(it: &Compound<'_>, step: &Written<'_>) -> Error {
    let name = step.step.field().unwrap_or(step.text);
    let error = wrong(step.at, format!("{} has no field `{}`", named(it), shown(name)));
    let mut names = it.head.names.iter().map(String::as_str);
    match nearest(name, names.clone()) {
        Some(near) => error.with_help(format!("did you mean `{}`?", shown(near))),
        None => error.with_help(match names.next() {
            None => String::from("end the path here"),
            Some(first) => format!("its fields are {}", listed(first, names)),
        }),
    }
}

fn no_entry(value: &Value<'_>, step: &Written<'_>) -> Error {
    let error = wrong(step.at, format!("the map has no entry `{}`", step.shown()));
    let Value::Map(entries) = value else { return error };
    let keys = || {
        entries.iter().filter_map(|(key, _)| match (key.in_newtypes(), &step.step) {
            (Value::Str(text), _) => Some(&**text),
            (Value::Variant(it), Step::Word(_)) => it.variant(),
            _ => None,
        })
    };
    // A key that is text stands in quotes.
    let is_text = entries.iter().any(|(key, _)| matches!(key.in_newtypes(), Value::Str(_)));
    if let Step::Name(name) = step.step {
        return error.with_help(format!("write the key of an entry in brackets: `[\"{name}\"]`"));
    }
    match step.step.field().and_then(|key| nearest(key, keys())) {
        Some(near) if is_text => error.with_help(format!("did you mean `[\"{}\"]`?", shown(near))),
        Some(near) => error.with_help(format!("did you mean `{}`?", shown(near))),
        None => error.with_help("add an entry with `insert`"),
    }
}

fn no_element(value: &Value<'_>, step: &Written<'_>) -> Error {
    let (kind, len) = (value.kind(), value.len());
    let detail = match step.step.index() {
        Some(index) => format!("there is no element {index}: the {kind} has {len}"),
        None => format!("a {kind} has no `{}`", step.shown()),
    };
    let error = wrong(step.at, detail);
    match len.checked_sub(1) {
        Some(last) => error.with_help(format!("its elements are `[0]` to `[{last}]`")),
        None => error.with_help("add elements with `insert`, from `[0]` on"),
    }
}

/// The part to be added already exists.
#[cold]
pub(super) fn present(step: &Written<'_>) -> Error {
    wrong(step.at, format!("`{}` already exists", step.shown())).with_help("replace it with `set`")
}

/// Other objects would get other numbers, but links would not.
#[cold]
pub(super) fn numbered(step: &Written<'_>) -> Error {
    wrong(step.at, "links name the objects behind this one by their numbers, which would change".into())
        .with_help("insert objects at the end, and leave those that are no longer needed: an object that no link leads to is not saved")
}

/// The key is of another kind than the keys of the map, or nothing tells what its keys are.
#[cold]
pub(super) fn no_key(step: &Written<'_>, others: &[(Value<'_>, Value<'_>)]) -> Error {
    let error = wrong(step.at, format!("`{}` cannot be a key of this map", step.shown()));
    error.with_help(match others {
        [] => "set the whole map: it has no entries, so nothing tells what its keys are",
        _ => "write a key like those of the other entries",
    })
}

/// The whole value cannot be added or removed.
#[cold]
pub(super) fn whole() -> Error {
    wrong("", String::from("the path is empty: it leads to the whole value"))
        .with_help("replace the whole value with `set`")
}
