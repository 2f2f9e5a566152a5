//! A part that is of another kind in an archive than in the program.

use alloc::format;
use alloc::string::{String, ToString};

use super::tree::{Node, Part};
use crate::error::short;
use crate::schema::Schema;
use crate::value::by_name::OTHER_KIND_HELP;
use crate::{Error, ErrorKind, Kind, Shape, Type};

/// A difference in kind, while its path is still growing.
pub(super) struct Difference {
    theirs: &'static str,
    /// The struct or enum that the archive holds there, as an index of its schema's types.
    def: usize,
    ours: &'static str,
    path: String,
    /// The struct or enum whose field it is, and its version in the archive.
    owner: Option<(&'static Shape, u32)>,
}

impl Difference {
    pub(super) fn within(mut self, name: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path.insert_str(0, dot);
        self.path.insert_str(0, name);
        self
    }

    /// In a field of a struct or enum, which has this version in the archive.
    pub(super) fn in_field(mut self, owner: &'static Shape, version: u32, name: &str) -> Self {
        self.owner.get_or_insert((owner, version));
        self.within(name)
    }

    #[cold]
    pub(super) fn at_root(self, schema: &Schema, root: &Type) -> Error {
        let theirs = match schema.types.get(self.def) {
            Some(def) => format!("the {} `{}` @{}", self.theirs, short(&def.name), def.version),
            None => with_article(self.theirs),
        };
        let detail = format!(
            "the archive holds {theirs} here, where this program has {}",
            with_article(self.ours)
        );
        let error = Error::new(ErrorKind::Mismatch, detail);
        let error = match self.owner {
            Some((shape, version)) => error.in_shape(shape, version),
            None => {
                let name = root.shape().map(|shape| shape.name.to_string());
                error.in_type(name.unwrap_or_else(|| schema.type_name(&schema.root)))
            }
        };
        error.at_path(&self.path).with_help(OTHER_KIND_HELP)
    }
}

fn with_article(name: &str) -> String {
    match name.as_bytes() {
        b"bytes" => name.to_string(),
        [b'a' | b'e' | b'i' | b'o', ..] => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

#[cold]
pub(super) fn differ(their: Node, ty: &'static Type) -> Difference {
    let theirs = match their.part {
        Part::Unit => "unit",
        Part::Number(kind) => kind.name(),
        Part::Text => "str",
        Part::Bytes => "bytes",
        Part::Option => "option",
        Part::List => "list",
        Part::Map => "map",
        Part::Array(_) => "array",
        Part::Tuple => "tuple",
        Part::Struct => "struct",
        Part::Enum { .. } | Part::Variant => "enum",
        Part::Rows => "recursive type",
        Part::Link(_) => "shared object",
    };
    let ours = match ty.kind {
        Kind::Primitive(kind) => kind.name(),
        Kind::Option(_) => "option",
        Kind::List(_) => "list",
        Kind::Heap(_) => "heap",
        Kind::Set(_) | Kind::HashSet(_) => "set",
        Kind::Map(..) | Kind::HashMap(..) => "map",
        Kind::Array(..) => "array",
        Kind::Tuple(_) => "tuple",
        Kind::Boxed(_) | Kind::Shared(_) => "pointer",
        Kind::Named(shape) if shape().variants().is_empty() => "struct",
        Kind::Named(_) => "enum",
    };
    Difference { theirs, def: their.def, ours, path: String::new(), owner: None }
}
