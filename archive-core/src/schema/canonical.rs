//! The canonical form of a schema: the text that is hashed for its fingerprint (FORMAT.md §4).

use alloc::string::{String, ToString};

use super::{ArgDef, Schema, TypeDef, TypeRef};
use crate::Kind;
use crate::{Arg, PrimitiveKind, Shape, Type};

/// Returns the name of a type with its generic arguments, as in the canonical form.
pub(crate) fn static_name(
    ty: &'static Type,
    version: &mut dyn FnMut(&'static Shape) -> u32,
) -> String {
    let mut text = String::new();
    write_static(&mut text, ty, version);
    text
}

impl Schema {
    /// Returns the canonical form: the root's type on the first line, then one line for each struct and enum, in the
    /// order of their names.
    ///
    /// ```
    /// use archive_core::Describe;
    ///
    /// assert_eq!(<Result<u8, String>>::schema().canonical(), "std.Result<u8,str>\n\
    ///     std.Result<u8,str>@1[0 Ok(u8),1 Err(str)]\n");
    /// ```
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut text = self.type_name(&self.root);
        text.push('\n');
        for def in &self.types {
            text.push_str(&self.own_shape(def));
            text.push('\n');
        }
        text
    }

    /// Returns the name of a type with its generic arguments, as in the canonical form.
    #[must_use]
    pub fn type_name(&self, ty: &TypeRef) -> String {
        let mut text = String::new();
        self.write_type(&mut text, ty);
        text
    }

    /// Returns a struct's or enum's line in the canonical form: its own shape.
    #[must_use]
    pub fn own_shape(&self, def: &TypeDef) -> String {
        self.outline(def).to_string()
    }

    /// The name of a struct or enum, with its arguments.
    pub(crate) fn name_of(&self, def: &TypeDef) -> String {
        let mut text = String::new();
        self.write_name(&mut text, def);
        text
    }

    fn write_name(&self, text: &mut String, def: &TypeDef) {
        identifier(text, &def.name);
        if def.args.is_empty() {
            return;
        }
        text.push('<');
        separated(text, &def.args, |text, arg| match arg {
            ArgDef::Type(ty) => self.write_type(text, ty),
            ArgDef::Const(value) => text.push_str(&value.to_string()),
        });
        text.push('>');
    }

    fn write_type(&self, text: &mut String, ty: &TypeRef) {
        match ty {
            TypeRef::Primitive(kind) => text.push_str(kind.name()),
            TypeRef::Option(inner) => self.write_of(text, "option", &[inner]),
            TypeRef::List(inner) => self.write_of(text, "list", &[inner]),
            TypeRef::Heap(inner) => self.write_of(text, "heap", &[inner]),
            TypeRef::Set(inner) => self.write_of(text, "set", &[inner]),
            TypeRef::HashSet(inner) => self.write_of(text, "hash_set", &[inner]),
            TypeRef::Shared(inner) => self.write_of(text, "shared", &[inner]),
            TypeRef::Map(key, value) => self.write_of(text, "map", &[key, value]),
            TypeRef::HashMap(key, value) => self.write_of(text, "hash_map", &[key, value]),
            TypeRef::Tuple(parts) => {
                let parts: alloc::vec::Vec<&TypeRef> = parts.iter().collect();
                self.write_of(text, "tuple", &parts);
            }
            TypeRef::Array(inner, len) => {
                text.push_str("array<");
                self.write_type(text, inner);
                text.push(',');
                text.push_str(&len.to_string());
                text.push('>');
            }
            TypeRef::Named(index) => {
                if let Some(def) = self.types.get(*index) {
                    self.write_name(text, def);
                }
            }
        }
    }

    fn write_of(&self, text: &mut String, word: &str, parts: &[&TypeRef]) {
        text.push_str(word);
        text.push('<');
        separated(text, parts, |text, part| self.write_type(text, part));
        text.push('>');
    }
}

/// Writes the parts, separated by commas.
fn separated<T>(text: &mut String, parts: &[T], mut write: impl FnMut(&mut String, &T)) {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        write(text, part);
    }
}

/// The words for kinds with parts.
const WORDS: [&str; 10] =
    ["option", "list", "heap", "set", "hash_set", "map", "hash_map", "array", "tuple", "shared"];

/// Writes the name of a type, in quotes if it is also the word for a kind.
pub(super) fn identifier(text: &mut String, name: &str) {
    let is_word =
        WORDS.contains(&name) || PrimitiveKind::ALL.iter().any(|kind| kind.name() == name);
    write_name(text, name, is_word);
}

/// Writes a name, in quotes if required or if it is not an identifier.
pub(super) fn write_name(text: &mut String, name: &str, in_quotes: bool) {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    if !in_quotes && !name.is_empty() && name.chars().all(plain) {
        text.push_str(name);
        return;
    }
    text.push('"');
    for c in name.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            // A raw line break would end the line of the canonical form.
            _ if c.is_control() => text.extend(c.escape_unicode()),
            _ => text.push(c),
        }
    }
    text.push('"');
}

/// Writes the arguments of a generic type at given versions, from its static description.
pub(super) fn write_args(
    text: &mut String,
    args: &[Arg],
    version_of: &mut dyn FnMut(&'static Shape) -> u32,
) {
    if args.is_empty() {
        return;
    }
    text.push('<');
    separated(text, args, |text, arg| match arg {
        Arg::Type(ty) => write_static(text, ty, version_of),
        Arg::Const(value) => text.push_str(&value.to_string()),
    });
    text.push('>');
}

/// Writes a type from its static description, like `Schema::write_type` from a schema.
pub(super) fn write_static(
    text: &mut String,
    ty: &'static Type,
    version_of: &mut dyn FnMut(&'static Shape) -> u32,
) {
    let mut of = |text: &mut String, word: &str, parts: &[&'static Type]| {
        text.push_str(word);
        text.push('<');
        separated(text, parts, |text, part| write_static(text, part, version_of));
        text.push('>');
    };
    match ty.kind {
        Kind::Primitive(kind) => text.push_str(kind.name()),
        Kind::Option(inner) => of(text, "option", &[inner]),
        Kind::List(inner) => of(text, "list", &[inner]),
        Kind::Heap(inner) => of(text, "heap", &[inner]),
        Kind::Set(inner) => of(text, "set", &[inner]),
        Kind::HashSet(inner) => of(text, "hash_set", &[inner]),
        Kind::Shared(inner) => of(text, "shared", &[inner]),
        Kind::Map(key, value) => of(text, "map", &[key, value]),
        Kind::HashMap(key, value) => of(text, "hash_map", &[key, value]),
        Kind::Tuple(parts) => of(text, "tuple", parts),
        Kind::Boxed(inner) => write_static(text, inner, version_of),
        Kind::Array(inner, len) => {
            text.push_str("array<");
            write_static(text, inner, version_of);
            text.push(',');
            text.push_str(&len.to_string());
            text.push('>');
        }
        Kind::Named(shape) => {
            let shape = shape();
            identifier(text, shape.name_at(version_of(shape)));
            write_args(text, shape.args, version_of);
        }
    }
}
