//! The identifiers in a skeleton.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::name::{Scope, camel, identifier, snake};
use crate::schema::{Schema, TypeDef};

/// The name of a struct or enum.
pub(super) struct Name {
    pub(super) ident: String,
    /// The stable name, if it differs.
    pub(super) stable: Option<String>,
}

/// The names of a schema's structs and enums.
pub(super) fn names(schema: &Schema) -> Vec<Name> {
    // Only one instance of a generic type can have its name.
    let mut instances: BTreeMap<&str, u32> = BTreeMap::new();
    for def in &schema.types {
        let count = instances.entry(&def.name).or_default();
        *count = count.saturating_add(1);
    }
    let mut scope = Scope::with(TAKEN);
    let names = schema.types.iter().map(|def| {
        let as_it_is = def.args.is_empty() && is_word(&def.name) && !is_keyword(&def.name);
        let wanted = if as_it_is { def.name.clone() } else { camel(&schema.name_of(def)) };
        let ident = scope.take(wanted);
        let is_alone = instances.get(def.name.as_str()) == Some(&1);
        let stable = (is_alone && ident != def.name).then(|| def.name.clone());
        Name { ident, stable }
    });
    names.collect()
}

/// The identifier of a field, and whether it differs from the name.
pub(super) fn field(name: &str, scope: &mut Scope) -> (String, bool) {
    let wanted = if is_word(name) { name.to_owned() } else { snake(name) };
    member(name, wanted, scope)
}

/// The identifier of a variant, and whether it differs from the name.
pub(super) fn variant(name: &str, scope: &mut Scope) -> (String, bool) {
    let as_it_is = is_word(name) && !is_keyword(name);
    let wanted = if as_it_is { name.to_owned() } else { camel(name) };
    member(name, wanted, scope)
}

fn member(name: &str, wanted: String, scope: &mut Scope) -> (String, bool) {
    // These keywords are not allowed even with `r#`.
    let is_bare = matches!(wanted.as_str(), "self" | "Self" | "super" | "crate" | "_");
    let taken = scope.take(if is_bare { format!("{wanted}_") } else { wanted });
    let changed = taken != name;
    (if is_keyword(&taken) { format!("r#{taken}") } else { taken }, changed)
}

/// Whether a name would be an identifier if it were not a keyword.
pub(super) fn is_word(name: &str) -> bool {
    !name.is_empty() && name != "_" && identifier(name) == name
}

/// Whether the compiler expects such an identifier of a type or variant.
pub(super) fn is_camel(ident: &str) -> bool {
    let ident = ident.trim_matches('_');
    !ident.starts_with(char::is_lowercase) && !ident.contains('_')
}

/// The library's types with a counterpart in Rust: the name in schemas, the path, and the number of
/// arguments.
const LIBRARY: &[(&str, &str, usize)] = &[
    ("std.Bound", "std::ops::Bound", 1),
    ("std.Change", "archive::Change", 0),
    ("std.ControlFlow", "std::ops::ControlFlow", 2),
    ("std.Diff", "archive::Diff", 0),
    ("std.Duration", "std::time::Duration", 0),
    ("std.HashTree", "archive::HashTree", 0),
    ("std.IpAddr", "std::net::IpAddr", 0),
    ("std.Range", "std::ops::Range", 1),
    ("std.RangeFrom", "std::ops::RangeFrom", 1),
    ("std.RangeFull", "std::ops::RangeFull", 0),
    ("std.RangeInclusive", "std::ops::RangeInclusive", 1),
    ("std.RangeTo", "std::ops::RangeTo", 1),
    ("std.RangeToInclusive", "std::ops::RangeToInclusive", 1),
    ("std.Record", "archive::Record", 0),
    ("std.RecordUpdate", "archive::RecordUpdate", 0),
    ("std.Result", "Result", 2),
    ("std.Serde", "archive::with::serde::Stored", 0),
    ("std.SocketAddr", "std::net::SocketAddr", 0),
    ("std.SocketAddrV4", "std::net::SocketAddrV4", 0),
    ("std.SocketAddrV6", "std::net::SocketAddrV6", 0),
    ("std.SystemTime", "std::time::SystemTime", 0),
    ("std.Tracking", "archive::Tracking", 0),
    ("std.Value", "archive::Value<'static>", 0),
    ("std.VersionTable", "archive::VersionTable", 0),
];

/// The Rust path of one of the library's types.
pub(super) fn library(def: &TypeDef) -> Option<&'static str> {
    let known = LIBRARY.iter().find(|(name, _, args)| *name == def.name && *args == def.args.len());
    known.map(|(_, path, _)| *path)
}

pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// The keywords of edition 2024, including reserved ones.
#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Types used in skeletons, whose names the schema's types must not take.
#[rustfmt::skip]
const TAKEN: &[&str] = &[
    "Arc", "Archive", "BTreeMap", "BTreeSet", "BinaryHeap", "Box", "Debug", "Eq", "Hash", "HashMap",
    "HashSet", "Option", "Ord", "OrderedFloat", "PartialEq", "PartialOrd", "RefCell", "Result",
    "Self", "String", "Vec", "archive", "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64",
    "i8", "isize", "std", "str", "u128", "u16", "u32", "u64", "u8", "usize",
];
