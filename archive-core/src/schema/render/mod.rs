//! Renders schemas as text for people, JSON Schema, C, Rust and Markdown.
//!
//! A schema may come from an untrusted file. So each renderer escapes names and docs, recurses no deeper
//! than types are nested, and writes no more than in proportion to the canonical form.

mod c;
mod json;
mod markdown;
mod name;
mod rust;
mod text;

pub use c::c_header;
pub use json::json_schema;
pub use markdown::markdown;
pub use rust::rust;

use alloc::format;
use alloc::string::String;

use super::{MetaDef, MetaValueDef, Schema, TypeDef, TypeRef};

/// The root's struct or enum, if any, then the others by name, each with its index.
fn root_first(schema: &Schema) -> impl Iterator<Item = (usize, &TypeDef)> {
    let root = match schema.root {
        TypeRef::Named(index) => index,
        _ => usize::MAX,
    };
    let others = schema.types.iter().enumerate().filter(move |(index, _)| *index != root);
    schema.types.get(root).map(|def| (root, def)).into_iter().chain(others)
}

/// Text without control characters, which a terminal would obey, and without bidirectional controls, which
/// can make code look different from what it is.
fn printable(text: &str) -> String {
    let mut clean = String::new();
    for c in text.chars() {
        if c.is_control() && c != '\t' || turns(c) {
            clean.extend(c.escape_unicode());
        } else {
            clean.push(c);
        }
    }
    clean
}

/// A doc comment in Rust, each line of which begins with the indent.
fn doc_comment(indent: &str, doc: &str) -> String {
    let lines = doc.lines().map(|line| {
        let line = printable(line.trim_end());
        let gap = if line.is_empty() { "" } else { " " };
        format!("{indent}///{gap}{line}\n")
    });
    lines.collect()
}

/// A note for tools in Rust.
fn note(note: &MetaDef) -> String {
    let key = printable(&note.key);
    match &note.value {
        MetaValueDef::Bool(true) => key,
        MetaValueDef::Bool(false) => format!("{key} = false"),
        MetaValueDef::Int(value) => format!("{key} = {value}"),
        MetaValueDef::Float(value) => format!("{key} = {value:?}"),
        MetaValueDef::Str(value) => format!("{key} = {value:?}"),
    }
}

/// Whether a character ends a line or changes the text direction.
fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
