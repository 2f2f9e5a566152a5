//! The program to compile: 100 types as in real games, and a `main` that loads and saves them.

use std::fmt::Write as _;

use super::Peer;
use crate::random::Random;

/// How many types there are below the root.
const TYPES: usize = 99;

const SIMPLE: [&str; 16] = [
    "u8",
    "u16",
    "u32",
    "u64",
    "i32",
    "f32",
    "f64",
    "bool",
    "String",
    "Option<u32>",
    "Option<String>",
    "Vec<u16>",
    "Vec<String>",
    "[f32; 3]",
    "(i16, i16)",
    "std::collections::BTreeMap<String, u32>",
];

/// The whole program for a library.
pub(super) fn program(peer: &Peer) -> String {
    let random = &mut Random::new(7);
    let mut text = String::from("#![allow(dead_code, reason = \"nobody reads the fields\")]\n\n");
    for n in (1..=TYPES).rev() {
        let children: Vec<usize> = (n * 3 - 1..n * 3 + 2).filter(|&child| child <= TYPES).collect();
        let _ = writeln!(text, "#[derive({})]", peer.derive);
        text += &match n % 5 {
            0 => an_enum(random, n, &children),
            _ => a_struct(random, &format!("T{n}"), &children),
        };
    }
    let _ = write!(text, "#[derive({})]\n{}", peer.derive, a_struct(random, "Root", &[1]));
    text += peer.functions;
    text + "\nfn main() {\n    \
         let path = std::env::args().nth(1).unwrap();\n    \
         let root = load(&std::fs::read(&path).unwrap());\n    \
         std::fs::write(path, save(&root)).unwrap();\n}\n"
}

/// A field of another type: direct, in a list, or optional.
fn child(random: &mut Random, n: usize) -> String {
    match random.range(0..3) {
        0 => format!("T{n}"),
        1 => format!("Vec<T{n}>"),
        _ => format!("Option<T{n}>"),
    }
}

fn a_struct(random: &mut Random, name: &str, children: &[usize]) -> String {
    let mut text = format!("struct {name} {{\n");
    for field in 0..random.count(4..12) {
        let _ = writeln!(text, "    field_{field}: {},", random.pick(&SIMPLE));
    }
    for &n in children {
        let _ = writeln!(text, "    child_{n}: {},", child(random, n));
    }
    text + "}\n\n"
}

fn an_enum(random: &mut Random, name: usize, children: &[usize]) -> String {
    let mut text = format!("enum T{name} {{\n    Nothing,\n");
    for variant in 0..random.count(2..5) {
        let (one, two) = (random.pick(&SIMPLE), random.pick(&SIMPLE));
        let _ = writeln!(text, "    Variant{variant} {{ one: {one}, two: {two} }},");
    }
    for &n in children {
        let _ = writeln!(text, "    Child{n}({}),", child(random, n));
    }
    text + "}\n\n"
}
