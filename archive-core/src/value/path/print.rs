//! Prints paths.

use alloc::string::String;
use core::fmt::Write;

use super::step::is_plain;
use crate::Serialize;
use crate::text::escape::{write_escaped, write_quoted};
use crate::value::Value;
use crate::value::by_name::Quantity;

/// How paths name the parts of a value.
#[derive(Clone, Copy)]
pub(in crate::value) enum Names {
    /// By field name, key or index.
    Own,
    /// By position, since a path cannot name the keys.
    Places,
}

impl Names {
    /// How paths name the entries of a map with these keys.
    pub(in crate::value) fn of<'k, 'a: 'k>(keys: impl Iterator<Item = &'k Value<'a>>) -> Self {
        let mut keys = keys.peekable();
        let Some(first) = keys.peek().copied() else { return Self::Own };
        let are_names = keys.all(|key| key.is_name() && key.is_like(first));
        if are_names { Self::Own } else { Self::Places }
    }
}

impl Value<'_> {
    /// How paths name the parts of this value.
    pub(in crate::value) fn names(&self) -> Names {
        match self {
            Self::Map(entries) => Names::of(entries.iter().map(|(key, _)| key)),
            _ => Names::Own,
        }
    }

    /// Appends the step to the part at a position.
    pub(in crate::value) fn push_step(&self, place: usize, names: Names, path: &mut String) {
        match self {
            Self::Struct(it) | Self::Variant(it) => {
                push_field(it.head.names.get(place).map_or("", String::as_str), path);
            }
            Self::Map(entries) => {
                if let Some((key, _)) = entries.get(place) {
                    push_key(key, place, names, path);
                }
            }
            _ => push(path, format_args!("[{place}]")),
        }
    }

    /// Whether a path can name this value as a key.
    fn is_name(&self) -> bool {
        match self.in_newtypes() {
            Self::Str(_) | Self::Char(_) | Self::Bool(_) => true,
            Self::F32(_) | Self::F64(_) => false,
            Self::Variant(it) => {
                let name = it.variant().unwrap_or_default();
                let is_word = is_plain(name) && !name.starts_with(|c: char| c.is_ascii_digit());
                it.fields.is_empty() && is_word
            }
            other => other.number_kind().is_some(),
        }
    }

    /// Whether two keys are of the same type, as far as paths distinguish keys by type.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Struct(a), Self::Struct(b)) => {
                let (inner, others) = (a.fields.first(), b.fields.first());
                a.head.is_of_type(&b.head)
                    && inner.zip(others).is_some_and(|(inner, other)| inner.is_like(other))
            }
            (Self::Variant(a), Self::Variant(b)) => {
                a.type_name() == b.type_name() && a.version() == b.version()
            }
            (a, b) => a.rank() == b.rank(),
        }
    }
}

fn push(path: &mut String, step: core::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = path.write_fmt(step);
}

pub(crate) fn push_field(name: &str, path: &mut String) {
    if !is_plain(name) {
        return push_quoted(name, path);
    }
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
}

/// The step to the entry with a key, for errors.
pub(crate) fn key_step<K: Serialize>(key: &K) -> String {
    let mut step = String::new();
    match Value::of(key) {
        Ok(key) if key.is_name() => push_key(&key, 0, Names::Own, &mut step),
        Ok(key) => push(&mut step, format_args!("[{key}]")),
        Err(_) => push(&mut step, format_args!("[?]")),
    }
    step
}

/// Appends the step to an entry.
pub(in crate::value) fn push_key(key: &Value<'_>, place: usize, names: Names, path: &mut String) {
    match (key.in_newtypes(), names) {
        (_, Names::Places) => push(path, format_args!("{{{place}}}")),
        (Value::Str(text), _) => push_quoted(text, path),
        (Value::Char(c), _) => {
            path.push_str("['");
            write_escaped(path, *c, '\'');
            path.push_str("']");
        }
        (Value::Bool(is), _) => push(path, format_args!("[{is}]")),
        (Value::Variant(it), _) => {
            push(path, format_args!("[{}]", it.variant().unwrap_or_default()));
        }
        (other, _) => {
            if let Some(number) = Quantity::of(other) {
                push(path, format_args!("[{number}]"));
            }
        }
    }
}

/// As a text spells the key.
fn push_quoted(text: &str, path: &mut String) {
    path.push('[');
    write_quoted(path, text, '"');
    path.push(']');
}
