//! Renders the types of fields in a skeleton.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Imports;
use super::names::{Name, library};
use crate::PrimitiveKind;
use crate::schema::{ArgDef, Schema, TypeRef};

/// The context in which a field's type is written.
pub(super) struct Rust<'w> {
    pub(super) schema: &'w Schema,
    pub(super) names: &'w [Name],
    /// The structs and enums to box here.
    pub(super) boxed: &'w [bool],
    /// Whether values are compared; floats are then `OrderedFloat`.
    pub(super) is_key: bool,
}

impl Rust<'_> {
    pub(super) fn of(&self, ty: &TypeRef, imports: &mut Imports) -> String {
        match ty {
            TypeRef::Primitive(kind @ (PrimitiveKind::F32 | PrimitiveKind::F64)) if self.is_key => {
                imports.insert("ordered_float::OrderedFloat");
                format!("OrderedFloat<{}>", primitive(*kind))
            }
            TypeRef::Primitive(kind) => primitive(*kind).into(),
            TypeRef::Option(inner) => format!("Option<{}>", self.of(inner, imports)),
            TypeRef::List(inner) => format!("Vec<{}>", self.elsewhere(inner, imports)),
            TypeRef::Heap(inner) => {
                imports.insert("std::collections::BinaryHeap");
                format!("BinaryHeap<{}>", self.key(inner, imports))
            }
            TypeRef::Set(inner) => {
                imports.insert("std::collections::BTreeSet");
                format!("BTreeSet<{}>", self.key(inner, imports))
            }
            TypeRef::HashSet(inner) => {
                imports.insert("std::collections::HashSet");
                format!("HashSet<{}>", self.key(inner, imports))
            }
            TypeRef::Map(key, value) => {
                imports.insert("std::collections::BTreeMap");
                let key = self.key(key, imports);
                format!("BTreeMap<{key}, {}>", self.elsewhere(value, imports))
            }
            TypeRef::HashMap(key, value) => {
                imports.insert("std::collections::HashMap");
                let key = self.key(key, imports);
                format!("HashMap<{key}, {}>", self.elsewhere(value, imports))
            }
            TypeRef::Array(inner, len) => format!("[{}; {len}]", self.of(inner, imports)),
            TypeRef::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.of(part, imports)).collect();
                let comma = if parts.len() == 1 { "," } else { "" };
                format!("({}{comma})", parts.join(", "))
            }
            TypeRef::Shared(inner) => {
                imports.insert("std::sync::Arc");
                format!("Arc<{}>", self.elsewhere(inner, imports))
            }
            TypeRef::Named(index) => self.named(*index, imports),
        }
    }

    /// A type whose values are compared.
    fn key(&self, ty: &TypeRef, imports: &mut Imports) -> String {
        Rust { boxed: &[], is_key: true, ..*self }.of(ty, imports)
    }

    /// A type behind another pointer, so that it needs no box.
    fn elsewhere(&self, ty: &TypeRef, imports: &mut Imports) -> String {
        Rust { boxed: &[], ..*self }.of(ty, imports)
    }

    fn named(&self, index: usize, imports: &mut Imports) -> String {
        let Some(def) = self.schema.types.get(index) else {
            return "()".into();
        };
        let boxed = self.boxed.get(index).copied().unwrap_or(false);
        let name = match (library(def), self.names.get(index)) {
            (Some(path), _) => {
                let args = def.args.iter().map(|arg| match arg {
                    ArgDef::Type(ty) => self.of(ty, imports),
                    ArgDef::Const(value) => format!("{value}"),
                });
                let args: Vec<_> = args.collect();
                return if args.is_empty() {
                    path.into()
                } else {
                    format!("{path}<{}>", args.join(", "))
                };
            }
            (None, Some(name)) => name.ident.as_str(),
            (None, None) => "()",
        };
        if boxed { format!("Box<{name}>") } else { name.into() }
    }
}

/// Adds the structs and enums that a type contains without indirection.
pub(super) fn held(ty: &TypeRef, to: &mut Vec<usize>) {
    match ty {
        TypeRef::Option(inner) | TypeRef::Array(inner, _) => held(inner, to),
        TypeRef::Tuple(parts) => parts.iter().for_each(|part| held(part, to)),
        TypeRef::Named(index) => to.push(*index),
        _ => {}
    }
}

/// The target of links in options, lists and map values. A weak pointer is an optional link.
pub(super) fn links(ty: &TypeRef) -> Option<usize> {
    let (TypeRef::Option(inner)
    | TypeRef::List(inner)
    | TypeRef::Map(_, inner)
    | TypeRef::HashMap(_, inner)) = ty
    else {
        return None;
    };
    match &**inner {
        TypeRef::Shared(to) => match &**to {
            TypeRef::Named(index) => Some(*index),
            _ => None,
        },
        inner => links(inner),
    }
}

fn primitive(kind: PrimitiveKind) -> &'static str {
    match kind {
        PrimitiveKind::Unit => "()",
        PrimitiveKind::Str => "String",
        PrimitiveKind::Bytes => "Vec<u8>",
        other => other.name(),
    }
}
