//! The header of a file with correct lengths and checksums.

#![no_main]

use archive::Describe;
use archive_fuzz::shapes::{Item, v1};
use archive_fuzz::wire::File;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [flags, root, table, rest @ ..] = data else { return };
    let (table, schema) = rest.split_at(usize::from(*table).min(rest.len()));
    let fingerprint = if flags & 1 == 0 {
        Vec::<Item>::schema().fingerprint()
    } else {
        Vec::<v1::Item>::schema().fingerprint()
    };
    let file = File {
        flags: flags & 4,
        fingerprint,
        root: if root & 1 == 0 { "list<Item>" } else { "Item" },
        table,
        schema: (flags & 2 != 0).then_some(schema),
        body: &[0],
    };
    let bytes = file.bytes();
    let _ = archive::from_slice::<Vec<Item>>(&bytes).map_err(|error| error.to_string());
    let _ = archive::from_slice::<Item>(&bytes).map_err(|error| error.to_string());
    let _ = archive::VersionTable::of_archive(&bytes);
});
