//! JSON that is read as a type.
//!
//! The first byte picks the type.

#![no_main]

use archive_fuzz::KINDS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((kind, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    (KINDS[usize::from(*kind) % KINDS.len()].json)(text);
});
