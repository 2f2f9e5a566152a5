//! The canonical form of a schema: the text that is hashed for its fingerprint (FORMAT.md §4).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{ArgDef, Schema, TypeDef, TypeRef};
use crate::{Arg, Kind, PrimitiveKind, Shape, Type};

/// Returns the name of a type with its generic arguments, as in the canonical form.
pub(crate) fn static_name(
    ty: &'static Type,
    version: &mut dyn FnMut(&'static Shape) -> u32,
) -> String {
    let mut text = String::new();
    write_static(&mut text, ty, version);
    text
}

/// Returns the name of a type with its generic arguments, each in its newest version.
pub(crate) fn todays_name(ty: &'static Type) -> String {
    static_name(ty, &mut |shape| shape.version)
}

impl Schema {
    /// Returns the canonical form: the root's type on the first line, then one line for each struct and enum, in the
    /// order of their names.
    ///
    /// ```
    /// use archive::Describe;
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
        bracketed(text, &def.args, |text, arg| match arg {
            ArgDef::Type(ty) => self.write_type(text, ty),
            ArgDef::Const(value) => text.push_str(&value.to_string()),
        });
    }

    fn write_type(&self, text: &mut String, ty: &TypeRef) {
        write_type(text, ty, &mut |text, index| {
            if let Some(def) = self.types.get(index) {
                self.write_name(text, def);
            }
        });
    }
}

/// Writes a type. `named` writes the name of the struct or enum with an index.
fn write_type(text: &mut String, ty: &TypeRef, named: &mut dyn FnMut(&mut String, usize)) {
    let word = match ty {
        TypeRef::Primitive(kind) => return text.push_str(kind.name()),
        TypeRef::Named(index) => return named(text, *index),
        TypeRef::Array(inner, len) => {
            text.push_str("array<");
            write_type(text, inner, named);
            return text.push_str(&format!(",{len}>"));
        }
        TypeRef::Option(_) => "option",
        TypeRef::List(_) => "list",
        TypeRef::Heap(_) => "heap",
        TypeRef::Set(_) => "set",
        TypeRef::HashSet(_) => "hash_set",
        TypeRef::Map(..) => "map",
        TypeRef::HashMap(..) => "hash_map",
        TypeRef::Tuple(_) => "tuple",
        TypeRef::Shared(_) => "shared",
    };
    text.push_str(word);
    bracketed(text, ty.parts(), |text, part| write_type(text, part, named));
}

/// Writes the parts between angle brackets, separated by commas.
fn bracketed<T>(
    text: &mut String,
    parts: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut String, T),
) {
    text.push('<');
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        write(text, part);
    }
    text.push('>');
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
    bracketed(text, args, |text, arg| match arg {
        Arg::Type(ty) => write_static(text, ty, version_of),
        Arg::Const(value) => text.push_str(&value.to_string()),
    });
}

/// Writes a type from its static description.
fn write_static(
    text: &mut String,
    ty: &'static Type,
    version_of: &mut dyn FnMut(&'static Shape) -> u32,
) {
    let mut named = |text: &mut String, shape: &'static Shape| {
        identifier(text, shape.name_at(version_of(shape)));
        write_args(text, shape.args, version_of);
    };
    // A save with links asks for the name of each kind of object, which most often is just this.
    if let Kind::Named(shape) = ty.kind {
        return named(text, shape());
    }
    let mut shapes = Vec::new();
    let ty = TypeRef::of(ty, &mut |_, shape| {
        shapes.push(shape);
        shapes.len().saturating_sub(1)
    });
    write_type(text, &ty, &mut |text, index| {
        if let Some(shape) = shapes.get(index) {
            named(text, shape);
        }
    });
}
