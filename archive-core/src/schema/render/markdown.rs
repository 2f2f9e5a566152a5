//! Renders a schema as Markdown.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{printable, root_first};
use crate::schema::outline::plain;
use crate::schema::{
    BodyDef, FieldDef, FieldsDef, MetaDef, MetaValueDef, Schema, Style, TypeDef, TypeRef,
    VariantDef,
};

/// Renders a schema as Markdown, with a table for each type, for a wiki or a modder's handbook.
///
/// Docs appear literally: markup in them is escaped, since a schema may come from anybody's file.
///
/// ```
/// use archive::{Archive, Describe, schema};
///
/// /// What a player plays.
/// #[derive(Archive)]
/// struct Hero {
///     /// In hearts.
///     #[archive(meta(max = 20))]
///     health: f32,
/// }
///
/// let page = schema::markdown(&Hero::schema());
/// assert!(page.contains("| `health` | `f32` | In hearts. | max = 20 |"));
/// ```
#[must_use]
pub fn markdown(schema: &Schema) -> String {
    let mut page = Page { schema, text: String::new() };
    if !matches!(schema.root, TypeRef::Named(index) if index < schema.types.len()) {
        page.text.push_str(&format!("Root: {}\n", code(&schema.type_name(&schema.root))));
    }
    for (_, def) in root_first(schema) {
        page.def(def);
    }
    page.text
}

struct Page<'s> {
    schema: &'s Schema,
    text: String,
}

impl Page<'_> {
    fn def(&mut self, def: &TypeDef) {
        let gap = if self.text.is_empty() { "" } else { "\n" };
        let name = code(&self.schema.name_of(def));
        let word = match &def.body {
            BodyDef::Struct(_) => "Struct",
            BodyDef::Enum(_) => "Enum",
        };
        let version = def.version;
        self.text.push_str(&format!("{gap}## {name}\n\n{word}, version {version}.\n"));
        for paragraph in def.doc.split("\n\n").filter(|text| !text.trim().is_empty()) {
            let lines: Vec<String> = paragraph.lines().map(|line| literal(line.trim())).collect();
            self.text.push_str(&format!("\n{}\n", lines.join("\n")));
        }
        if !def.meta.is_empty() {
            self.text.push_str(&format!("\nNotes: {}.\n", notes(&def.meta)));
        }
        match &def.body {
            BodyDef::Struct(fields) => self.fields(fields),
            BodyDef::Enum(variants) => self.variants(variants),
        }
    }

    fn fields(&mut self, fields: &FieldsDef) {
        if fields.list.is_empty() {
            return;
        }
        self.head(["field", "type", "doc", "notes"]);
        for field in &fields.list {
            let name = code(&plain(&field.name));
            let ty = code(&self.schema.type_name(&field.ty));
            self.row([&name, &ty, &cell(&field.doc), &notes_of(field)]);
        }
    }

    /// A row for each variant and, below it, one for each of its fields.
    fn variants(&mut self, variants: &[VariantDef]) {
        if variants.is_empty() {
            return;
        }
        self.head(["variant", "type", "doc", "notes"]);
        for variant in variants {
            let name = plain(&variant.name);
            let notes = joined(&format!("tag {}", variant.tag), &variant.meta);
            self.row([&code(&name), "", &cell(&variant.doc), &notes]);
            for field in &variant.fields.list {
                let dot = if variant.fields.style == Style::Tuple { "." } else { "::" };
                let path = code(&format!("{name}{dot}{}", plain(&field.name)));
                let ty = code(&self.schema.type_name(&field.ty));
                self.row([&path, &ty, &cell(&field.doc), &notes_of(field)]);
            }
        }
    }

    fn head(&mut self, titles: [&str; 4]) {
        self.text.push('\n');
        self.row(titles);
        self.text.push_str("|---|---|---|---|\n");
    }

    fn row(&mut self, cells: [&str; 4]) {
        for text in cells {
            self.text.push_str("| ");
            self.text.push_str(text);
            if !text.is_empty() {
                self.text.push(' ');
            }
        }
        self.text.push_str("|\n");
    }
}

/// Inline code in a table cell, where even in code a `|` would end the cell.
fn code(text: &str) -> String {
    let text = printable(text).replace('|', "\\|");
    let mut fence = 1_usize;
    let mut run = 0_usize;
    for c in text.chars() {
        run = if c == '`' { run.saturating_add(1) } else { 0 };
        fence = fence.max(run.saturating_add(1));
    }
    let fence: String = core::iter::repeat_n('`', fence).collect();
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Text with all markup escaped.
fn literal(text: &str) -> String {
    let mut escaped = String::new();
    for c in printable(text).chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' => escaped.extend(['\\', c]),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\t' => escaped.push(' '),
            _ => escaped.push(c),
        }
    }
    // These start a list, a heading or a rule, but only at the start of a line.
    let start = escaped.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    if matches!(
        escaped.get(start..).and_then(|rest| rest.chars().next()),
        Some('-' | '+' | '=' | '.' | ')')
    ) {
        escaped.insert(start, '\\');
    }
    escaped
}

/// Docs as a single table cell.
fn cell(doc: &str) -> String {
    let lines: Vec<String> = doc.lines().map(|line| literal(line.trim())).collect();
    lines.join("<br>")
}

fn notes_of(field: &FieldDef) -> String {
    let flat = if field.flatten { "its fields are inlined here" } else { "" };
    joined(flat, &field.meta)
}

/// Facts about a part, followed by its notes.
fn joined(known: &str, meta: &[MetaDef]) -> String {
    let both = [known, &notes(meta)];
    let both: Vec<&str> = both.into_iter().filter(|text| !text.is_empty()).collect();
    both.join(", ")
}

fn notes(meta: &[MetaDef]) -> String {
    let each = meta.iter().map(|note| {
        let key = literal(&note.key);
        let value = match &note.value {
            MetaValueDef::Bool(true) => return key,
            MetaValueDef::Bool(false) => "false".to_string(),
            MetaValueDef::Int(value) => value.to_string(),
            MetaValueDef::Float(value) => format!("{value:?}"),
            MetaValueDef::Str(value) => literal(value),
        };
        format!("{key} = {value}")
    });
    each.collect::<Vec<_>>().join(", ")
}
