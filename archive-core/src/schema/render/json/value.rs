//! JSON values, and how they are written.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A JSON value.
pub(super) enum Json {
    Bool(bool),
    /// A number, as its digits.
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Box<Object>),
}

/// Keys with values, in insertion order.
#[derive(Default)]
pub(super) struct Object {
    keys: BTreeSet<String>,
    entries: Vec<(String, Json)>,
}

impl Object {
    /// Adds a key unless it exists: parsers disagree about duplicate keys.
    pub(super) fn add(&mut self, key: impl Into<String>, value: Json) {
        let key = key.into();
        if self.keys.insert(key.clone()) {
            self.entries.push((key, value));
        }
    }

    /// Sets the value of a key, which is added if necessary.
    pub(super) fn set(&mut self, key: &str, value: Json) {
        match self.entries.iter_mut().find(|(known, _)| known == key) {
            Some((_, known)) => *known = value,
            None => self.add(key, value),
        }
    }

    /// Adds a key with a string.
    pub(super) fn text(&mut self, key: &str, text: &str) {
        self.add(key, Json::Text(text.into()));
    }

    /// Adds the keys of another object.
    pub(super) fn extend(&mut self, other: Self) {
        for (key, value) in other.entries {
            self.add(key, value);
        }
    }
}

impl Json {
    /// Appends the value; the caller has indented the first line.
    pub(super) fn write(&self, text: &mut String, indent: usize) {
        match self {
            Self::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
            Self::Number(digits) => text.push_str(digits),
            Self::Text(value) => write_text(text, value),
            Self::List(values) => {
                let is_short = values.iter().all(|value| matches!(value, Self::Text(_)));
                let each = values.iter().map(|value| (None, value));
                write_parts(text, '[', ']', each, if is_short { None } else { Some(indent) });
            }
            Self::Object(object) => {
                let each = object.entries.iter().map(|(key, value)| (Some(key.as_str()), value));
                let is_flat =
                    |value: &Self| matches!(value, Self::Bool(_) | Self::Number(_) | Self::Text(_));
                let is_short = matches!(object.entries.as_slice(), [] | [_])
                    && each.clone().all(|(_, v)| is_flat(v));
                write_parts(text, '{', '}', each, if is_short { None } else { Some(indent) });
            }
        }
    }
}

/// Writes the members of an object or array, each on its own line if an indent is given.
fn write_parts<'j>(
    text: &mut String,
    open: char,
    close: char,
    parts: impl Iterator<Item = (Option<&'j str>, &'j Json)>,
    indent: Option<usize>,
) {
    let inner = indent.map(|indent| indent.saturating_add(1));
    let mut is_empty = true;
    text.push(open);
    for (key, value) in parts {
        if !is_empty {
            text.push(',');
        }
        match inner {
            Some(inner) => new_line(text, inner),
            None if is_empty && open == '[' => {}
            None => text.push(' '),
        }
        if let Some(key) = key {
            write_text(text, key);
            text.push_str(": ");
        }
        value.write(text, inner.unwrap_or(0));
        is_empty = false;
    }
    match indent {
        Some(indent) if !is_empty => new_line(text, indent),
        None if !is_empty && close == '}' => text.push(' '),
        _ => {}
    }
    text.push(close);
}

fn new_line(text: &mut String, indent: usize) {
    text.push('\n');
    text.extend(core::iter::repeat_n("  ", indent));
}

fn write_text(text: &mut String, value: &str) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            _ if c.is_control() || super::super::turns(c) => {
                text.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            _ => text.push(c),
        }
    }
    text.push('"');
}
