//! Prints a [`Value`] as text.

use core::fmt;

use super::print::{Brackets, Printer};
use crate::primitive::for_each_number;
use crate::{Compound, Primitive, Style, Value};

/// Prints the text that [`text::to_string`](crate::text::to_string) returns, without versions.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Printer::default();
        put(&mut out, self);
        f.write_str(&out.finish())
    }
}

macro_rules! put {
    ($($variant:ident $ty:ident $bytes:literal,)*) => {
        /// Prints a value.
        pub(super) fn put(out: &mut Printer, value: &Value<'_>) {
            match value {
                Value::Unit => out.raw("()"),
                Value::Bool(value) => out.primitive(&Primitive::Bool(*value)),
                $(Value::$variant(value) => out.primitive(&Primitive::$variant(*value)),)*
                Value::Char(value) => out.primitive(&Primitive::Char(*value)),
                Value::Str(text) => out.primitive(&Primitive::Str(text.as_ref().into())),
                Value::Bytes(bytes) => out.primitive(&Primitive::Bytes(bytes.as_ref().into())),
                Value::Option(None) => out.raw("none"),
                Value::Option(Some(value)) => match &**value {
                    Value::Option(_) => {
                        out.raw("some(");
                        put(out, value);
                        out.raw(")");
                    }
                    value => put(out, value),
                },
                Value::Numbers(numbers) => {
                    out.begin(Brackets::Bracket, true, false);
                    for number in numbers.iter() {
                        out.part();
                        put(out, &number);
                    }
                    out.end();
                }
                Value::List(values) => items(out, Brackets::Bracket, values),
                Value::Tuple(values) => items(out, Brackets::Paren, values),
                Value::Map(entries) => {
                    out.begin(Brackets::Brace, false, false);
                    for (key, value) in entries {
                        out.part();
                        put(out, key);
                        out.raw(" = ");
                        put(out, value);
                    }
                    out.end();
                }
                // A struct that was built by hand, or read without a name, has none.
                Value::Struct(value) if value.type_name().is_empty() => {
                    let is_tuple = value.written() == Style::Tuple;
                    out.begin(if is_tuple { Brackets::Paren } else { Brackets::Brace }, false, false);
                    members(out, value);
                    out.end();
                }
                Value::Struct(value) => {
                    out.name(value.type_name());
                    fields(out, value);
                }
                Value::Variant(value) => {
                    out.name(value.variant().unwrap_or_default());
                    fields(out, value);
                }
            }
        }
    };
}
for_each_number!(put);

/// Whether many values of this kind share a line.
fn is_small(value: &Value<'_>) -> bool {
    matches!(value, Value::Bool(_)) || value.number_kind().is_some()
}

fn items(out: &mut Printer, brackets: Brackets, values: &[Value<'_>]) {
    let is_dense = brackets == Brackets::Bracket && values.first().is_some_and(is_small);
    out.begin(brackets, is_dense, false);
    for value in values {
        out.part();
        put(out, value);
    }
    out.end();
}

fn fields(out: &mut Printer, value: &Compound<'_>) {
    match value.written() {
        Style::Unit => return,
        Style::Tuple => out.begin(Brackets::Paren, false, false),
        Style::Named => {
            out.raw(" ");
            out.begin(Brackets::Brace, false, false);
        }
    }
    members(out, value);
    out.end();
}

fn members(out: &mut Printer, value: &Compound<'_>) {
    let style = value.written();
    for (name, field) in value.fields() {
        match style {
            Style::Tuple => out.part(),
            _ => out.key(name),
        }
        put(out, field);
    }
}
