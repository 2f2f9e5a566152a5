//! Renders a schema as text for people, close to Rust.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{doc_comment, note, root_first};
use crate::schema::outline::plain;
use crate::schema::{BodyDef, FieldsDef, MetaDef, Schema, Style, TypeDef, TypeRef};

/// Prints the root's type first, then the others by name, in the notation of the canonical form.
///
/// ```
/// let schema = archive::schema::<Result<u8, String>>();
/// assert_eq!(schema.to_string(), "\
/// enum std.Result<u8,str> @1 {
///     Ok(u8) = 0,
///     Err(str) = 1,
/// }");
/// ```
impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        if !matches!(self.root, TypeRef::Named(index) if index < self.types.len()) {
            f.write_str(&self.type_name(&self.root))?;
            gap = "\n\n";
        }
        for (_, def) in root_first(self) {
            f.write_str(gap)?;
            Text { schema: self, f }.def(def)?;
            gap = "\n\n";
        }
        Ok(())
    }
}

const FIELD: &str = "    ";
const FIELD_OF_VARIANT: &str = "        ";

struct Text<'s, 'f, 'b> {
    schema: &'s Schema,
    f: &'f mut fmt::Formatter<'b>,
}

impl Text<'_, '_, '_> {
    fn def(&mut self, def: &TypeDef) -> fmt::Result {
        self.notes("", &def.doc, &def.meta)?;
        let word = match &def.body {
            BodyDef::Struct(_) => "struct",
            BodyDef::Enum(_) => "enum",
        };
        write!(self.f, "{word} {} @{}", self.schema.name_of(def), def.version)?;
        match &def.body {
            BodyDef::Struct(fields) => {
                self.fields(fields, "", FIELD, true)?;
                self.f.write_str(if fields.style == Style::Named { "" } else { ";" })
            }
            BodyDef::Enum(variants) => {
                self.f.write_str(" {\n")?;
                for variant in variants {
                    self.notes(FIELD, &variant.doc, &variant.meta)?;
                    write!(self.f, "{FIELD}{}", plain(&variant.name))?;
                    self.fields(&variant.fields, FIELD, FIELD_OF_VARIANT, false)?;
                    writeln!(self.f, " = {},", variant.tag)?;
                }
                self.f.write_str("}")
            }
        }
    }

    /// The fields on one line if that is enough, otherwise one per line.
    fn fields(
        &mut self,
        list: &FieldsDef,
        outer: &str,
        inner: &str,
        in_lines: bool,
    ) -> fmt::Result {
        let (open, close) = match list.style {
            Style::Unit => return Ok(()),
            Style::Named => (" {", "}"),
            Style::Tuple => ("(", ")"),
        };
        self.f.write_str(open)?;
        let is_bare = list.list.iter().all(|field| field.doc.is_empty() && field.meta.is_empty());
        let named = list.style == Style::Named;
        if is_bare && !(in_lines && named) || list.list.is_empty() {
            let pad = if named && !list.list.is_empty() { " " } else { "" };
            for (index, field) in list.list.iter().enumerate() {
                self.f.write_str(if index > 0 { ", " } else { pad })?;
                self.field(named, &field.name, &field.ty)?;
            }
            self.f.write_str(pad)?;
        } else {
            self.f.write_str("\n")?;
            for field in &list.list {
                self.notes(inner, &field.doc, &field.meta)?;
                self.f.write_str(inner)?;
                self.field(named, &field.name, &field.ty)?;
                self.f.write_str(",\n")?;
            }
            self.f.write_str(outer)?;
        }
        self.f.write_str(close)
    }

    fn field(&mut self, named: bool, name: &str, ty: &TypeRef) -> fmt::Result {
        if named {
            write!(self.f, "{}: ", plain(name))?;
        }
        self.f.write_str(&self.schema.type_name(ty))
    }

    fn notes(&mut self, indent: &str, doc: &str, meta: &[MetaDef]) -> fmt::Result {
        self.f.write_str(&doc_comment(indent, doc))?;
        if meta.is_empty() {
            return Ok(());
        }
        let notes: Vec<String> = meta.iter().map(note).collect();
        writeln!(self.f, "{indent}#[archive(meta({}))]", notes.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use crate::schema::tests::sample;

    #[test]
    fn a_save_game() {
        assert_eq!(
            sample().to_string(),
            "/// What a player has.\n\
             struct SaveGame @4 {\n    \
                 level: u8,\n    \
                 /// In hearts.\n    \
                 ///\n    \
                 ///   Never negative.\n    \
                 #[archive(meta(unit = \"heart\", min = -4, step = 0.5, hidden, shown = false))]\n    \
                 hp: f32,\n    \
                 items: list<Item>,\n\
             }\n\
             \n\
             enum Item @1 {\n    \
                 Coin = 0,\n    \
                 Sword { sharpness: u8, owner: option<str> } = 1,\n    \
                 Pair(shared<Item>, u8) = 2,\n\
             }"
        );
    }

    #[test]
    fn control_characters_of_a_hostile_schema_are_shown() {
        let mut schema = sample();
        schema.types[1].name = "Save\u{1b}[2J".to_string();
        schema.types[1].doc = "\u{7}".to_string();
        let text = schema.to_string();
        assert!(text.starts_with("/// \\u{7}\nstruct \"Save\\u{1b}[2J\" @4 {\n"), "{text}");
    }
}
