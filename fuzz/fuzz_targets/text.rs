//! A text that is read as a type, and edited at a path.
//!
//! The first byte picks the type.

#![no_main]

use archive_fuzz::KINDS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((kind, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    (KINDS[usize::from(*kind) % KINDS.len()].text)(text);
    for path in ["", "a", "a[0]", "b.a[1]", "[0].count"] {
        if let Ok(edited) = archive::text::edit(text, path, &7_u8) {
            // The same edit again changes nothing.
            let again = archive::text::edit(&edited, path, &7_u8);
            assert_eq!(again.ok(), Some(edited));
        }
    }
});
