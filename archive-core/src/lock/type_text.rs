//! Parses and rewrites types in the notation of the canonical form.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::matching::number_widens;

/// Splits `text` at the first of `stops` outside quotes and brackets; the stop stays in the second half.
pub(super) fn before<'t>(text: &'t str, stops: &[char]) -> (&'t str, &'t str) {
    let mut depth = 0_u32;
    let (mut quoted, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        if quoted {
            (quoted, escaped) = (escaped || c != '"', !escaped && c == '\\');
            continue;
        }
        if depth == 0 && stops.contains(&c) {
            return text.split_at_checked(at).unwrap_or((text, ""));
        }
        match c {
            '"' => quoted = true,
            '<' | '(' | '[' | '{' => depth = depth.saturating_add(1),
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    (text, "")
}

/// The parts of `text` between top-level commas.
pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text).filter(|text| !text.is_empty());
    core::iter::from_fn(move || {
        let (part, after) = before(rest?, &[',']);
        rest = after.strip_prefix(',');
        Some(part)
    })
}

/// Splits `map<str,list<u8>>` into `map` and the text between its brackets.
pub(super) fn split(ty: &str) -> (&str, Option<&str>) {
    let (name, args) = before(ty, &['<']);
    (name, args.strip_prefix('<').and_then(|args| args.strip_suffix('>')))
}

/// The type with each name in it replaced.
pub(super) fn renamed<'n>(ty: &'n str, rename: &dyn Fn(&'n str) -> &'n str) -> String {
    let (name, args) = split(ty);
    with_args(rename(name), args, |arg| renamed(arg, rename))
}

/// A name with its arguments, if any, replaced.
pub(super) fn with_args<'t>(
    name: &str,
    args: Option<&'t str>,
    change: impl Fn(&'t str) -> String,
) -> String {
    match args {
        None => name.to_owned(),
        Some(args) => {
            let args: Vec<String> = parts(args).map(change).collect();
            format!("{name}<{}>", args.join(","))
        }
    }
}

/// Collects the type and every type within it.
pub(super) fn collect(ty: &str, into: &mut BTreeSet<String>) {
    into.insert(ty.to_owned());
    for arg in split(ty).1.into_iter().flat_map(parts) {
        collect(arg, into);
    }
}

/// The nesting depth of the brackets.
pub(super) fn depth(text: &str) -> u32 {
    let (mut depth, mut most) = (0_u32, 0);
    for c in text.chars() {
        match c {
            '<' => depth = depth.saturating_add(1),
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        most = depth.max(most);
    }
    most
}

/// The type in Rust syntax.
pub(super) fn rust(ty: &str) -> String {
    let (name, args) = split(ty);
    let args: Vec<String> = args.into_iter().flat_map(parts).map(rust).collect();
    match (name, args.as_slice()) {
        ("unit", []) => "()".to_owned(),
        ("str", []) => "String".to_owned(),
        ("bytes", []) => "Vec<u8>".to_owned(),
        ("option", [inner]) => format!("Option<{inner}>"),
        ("list", [inner]) => format!("Vec<{inner}>"),
        ("heap", [inner]) => format!("BinaryHeap<{inner}>"),
        ("set", [inner]) => format!("BTreeSet<{inner}>"),
        ("hash_set", [inner]) => format!("HashSet<{inner}>"),
        ("map", [key, value]) => format!("BTreeMap<{key}, {value}>"),
        ("hash_map", [key, value]) => format!("HashMap<{key}, {value}>"),
        ("array", [inner, len]) => format!("[{inner}; {len}]"),
        ("tuple", [inner]) => format!("({inner},)"),
        ("tuple", parts) => format!("({})", parts.join(", ")),
        ("shared", [inner]) => format!("Rc<{inner}>"),
        // What the module `with::serde` stores.
        ("std.Serde", []) => "archive::with::serde::Stored".to_owned(),
        (name, args) => {
            let name = name.strip_prefix("std.").unwrap_or(name);
            let name = name.trim_matches('"');
            if args.is_empty() { name.to_owned() } else { format!("{name}<{}>", args.join(", ")) }
        }
    }
}

/// The name of a field or variant in Rust syntax.
pub(super) fn ident(name: &str) -> &str {
    name.trim_matches('"')
}

/// Whether `was(from)` on a field of type `to` needs no converter.
pub(super) fn widens(from: &str, to: &str) -> bool {
    if let Some(widens) = number_widens(from, to) {
        return widens;
    }
    let from = if from == "bytes" { "list<u8>" } else { from };
    // Kinds that differ only in the order they keep.
    let alike = |a: &str, b: &str| {
        [["list", "heap"], ["set", "hash_set"], ["map", "hash_map"]]
            .iter()
            .any(|kinds| kinds.contains(&a) && kinds.contains(&b))
    };
    match (split(from), split(to)) {
        (_, ("option" | "shared", Some(inner))) if inner == from => true,
        (("shared", Some(inner)), _) if inner == to => true,
        ((from, Some(old)), (to, Some(new))) if old == new => alike(from, to),
        ((from, Some(old)), (to, Some(new))) if from == to => widens_within(from, old, new),
        _ => false,
    }
}

/// Whether it widens by the content of a collection or option.
fn widens_within(kind: &str, old: &str, new: &str) -> bool {
    match kind {
        "list" => widens(old, new),
        "option" => !new.starts_with("option<") && widens(old, new),
        "array" | "map" | "hash_map" => {
            let (old, new): (Vec<&str>, Vec<&str>) = (parts(old).collect(), parts(new).collect());
            let [[old, other], [new, another]] = [old.as_slice(), new.as_slice()] else {
                return false;
            };
            if kind == "array" {
                other == another && widens(old, new)
            } else {
                old == new && widens(other, another)
            }
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{renamed, rust, widens};

    #[test]
    fn types_in_rust() {
        let ty = "map<str,list<tuple<u8,array<Odd,3>,option<std.Result<unit,bytes>>>>>";
        assert_eq!(rust(ty), "BTreeMap<String, Vec<(u8, [Odd; 3], Option<Result<(), Vec<u8>>>)>>");
    }

    #[test]
    fn names_are_replaced_as_a_whole() {
        let old = |name| if name == "Old" { "New" } else { name };
        assert_eq!(renamed("map<Older,Old<Old>>", &old), "map<Older,New<New>>");
        assert_eq!(renamed(r#"list<"Old,\"<">"#, &old), r#"list<"Old,\"<">"#);
    }

    #[test]
    fn what_needs_no_converter() {
        for (from, to) in [
            ("u8", "u16"),
            ("u8", "i16"),
            ("f32", "f64"),
            ("X", "option<X>"),
            ("heap<X>", "list<X>"),
            ("map<u8,X>", "hash_map<u8,X>"),
            ("u32", "f64"),
            ("list<u8>", "list<u16>"),
            ("bytes", "list<u16>"),
            ("list<X>", "list<shared<X>>"),
            ("option<u8>", "option<u32>"),
            ("option<shared<X>>", "option<X>"),
            ("array<f32,3>", "array<f64,3>"),
            ("map<str,list<u8>>", "map<str,list<i16>>"),
        ] {
            assert!(widens(from, to), "{from} {to}");
        }
        for (from, to) in [
            ("u16", "i16"),
            ("i8", "u16"),
            ("u32", "f32"),
            ("str", "u8"),
            ("list<u16>", "list<u8>"),
            ("list<X>", "set<X>"),
            ("option<X>", "option<Y>"),
            ("array<u8,3>", "array<u16,4>"),
            ("map<u8,X>", "map<u16,X>"),
        ] {
            assert!(!widens(from, to), "{from} {to}");
        }
    }
}
