//! A schema and a body that may not match it, read as a tree and by name.
//!
//! The first two bytes are the length of the schema.

#![no_main]

use std::collections::BTreeMap;

use archive::{Schema, Value};
use archive_fuzz::{KINDS, wire};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [low, high, rest @ ..] = data else { return };
    let len = usize::from(u16::from_le_bytes([*low, *high])).min(rest.len());
    let (schema, body) = rest.split_at(len);
    let Ok(schema) = Schema::from_bytes(schema) else { return };
    let defs = schema.types.iter().filter(|def| !def.name.starts_with("std."));
    let versions: BTreeMap<&str, u32> = defs.map(|def| (&*def.name, def.version)).collect();
    let mut table = Vec::new();
    wire::varint(&mut table, versions.len() as u64);
    for (name, version) in versions {
        wire::text(&mut table, name.as_bytes());
        wire::varint(&mut table, u64::from(version));
    }
    let root = schema.type_name(&schema.root);
    let (fingerprint, schema) = (schema.fingerprint(), schema.to_bytes());
    let schema = Some(&schema[..]);
    let file = wire::File { flags: 0, fingerprint, root: &root, table: &table, schema, body };
    let file = file.bytes();
    if let Ok(tree) = Value::from_slice(&file) {
        let _ = tree.clone().into_owned();
    }
    for kind in KINDS {
        (kind.by_name)(&file);
    }
});
