//! Prints a value in a few words, for the lines of a diff.

use alloc::string::String;
use core::fmt::Write;

use crate::Style;
use crate::error::shown;
use crate::value::by_name::Quantity;
use crate::value::elements::Elements;
use crate::value::{Compound, Value};

/// The most characters of a value.
const SHORT: usize = 60;

/// Prints a value on part of a line, cutting what is too long.
pub(super) fn brief(value: &Value<'_>) -> String {
    let mut brief = Brief { text: String::new(), left: SHORT };
    brief.value(value);
    if brief.left == 0 {
        brief.text.push_str("..");
    }
    brief.text
}

struct Brief {
    text: String,
    /// The characters left; at 0, something was cut.
    left: usize,
}

impl Write for Brief {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        for c in text.chars() {
            // The error stops whoever writes on.
            let left = self.left.checked_sub(1).ok_or(core::fmt::Error)?;
            self.left = left;
            self.text.push(c);
        }
        Ok(())
    }
}

impl Brief {
    fn push(&mut self, text: &str) {
        // An error only means that the text is full.
        let _ = self.write_str(text);
    }

    fn value(&mut self, value: &Value<'_>) {
        if self.left == 0 {
            return;
        }
        match value {
            Value::Unit => self.push("()"),
            Value::Bool(is) => self.push(if *is { "true" } else { "false" }),
            Value::Char(c) => self.write(format_args!("{c:?}")),
            Value::Str(text) => self.write(format_args!("{text:?}")),
            // Empty lists of all kinds are equal, and stored as one.
            Value::Bytes(bytes) if bytes.is_empty() => self.push("[]"),
            Value::Bytes(bytes) if bytes.len() == 1 => self.push("1 byte"),
            Value::Bytes(bytes) => self.write(format_args!("{} bytes", bytes.len())),
            Value::Numbers(_) | Value::List(_) => {
                let items = Elements::of(value).into_iter().flat_map(Elements::iter);
                self.all("[", items, |brief, item| brief.value(&item), "]");
            }
            Value::Option(None) => self.push("None"),
            Value::Option(Some(inner)) => {
                self.all("Some(", core::iter::once(inner), |brief, inner| brief.value(inner), ")");
            }
            Value::Tuple(parts) => self.all("(", parts.iter(), Self::value, ")"),
            Value::Map(entries) => self.all("{", entries.iter(), Self::entry, "}"),
            Value::Struct(it) => self.compound(it.type_name(), it),
            Value::Variant(it) => self.compound(it.variant().unwrap_or_default(), it),
            number => {
                if let Some(number) = Quantity::of(number) {
                    self.write(format_args!("{number}"));
                }
            }
        }
    }

    fn entry(&mut self, (key, value): &(Value<'_>, Value<'_>)) {
        self.value(key);
        self.push(": ");
        self.value(value);
    }

    fn compound(&mut self, name: &str, it: &Compound<'_>) {
        self.push(&shown(name));
        match it.style() {
            _ if it.fields.is_empty() => {}
            Style::Tuple => self.all("(", it.fields.iter(), Self::value, ")"),
            _ => {
                let field = |brief: &mut Self, (name, value): (&str, &Value<'_>)| {
                    brief.push(&shown(name));
                    brief.push(": ");
                    brief.value(value);
                };
                self.all(" { ", it.fields(), field, " }");
            }
        }
    }

    fn all<T>(
        &mut self,
        start: &str,
        items: impl Iterator<Item = T>,
        item: impl Fn(&mut Self, T),
        end: &str,
    ) {
        self.push(start);
        let mut gap = "";
        for it in items {
            if self.left == 0 {
                return;
            }
            self.push(gap);
            item(self, it);
            gap = ", ";
        }
        self.push(end);
    }

    fn write(&mut self, text: core::fmt::Arguments<'_>) {
        // An error only means that the text is full.
        let _ = self.write_fmt(text);
    }
}
