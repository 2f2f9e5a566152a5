//! A text that is read as a type, and edited at a path.
//!
//! The first byte picks the type.

#![no_main]

use archive::{Archive, Serialize};
use archive_fuzz::KINDS;
use archive_fuzz::shapes::{Library, Lists, Maps, Pointers, Scalars, Tree};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((kind, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    (KINDS[usize::from(*kind) % KINDS.len()].text)(text);
    leave_out::<(Scalars, Lists)>(text);
    leave_out::<Maps>(text);
    leave_out::<Tree>(text);
    leave_out::<Pointers>(text);
    leave_out::<Library>(text);
    for path in ["", "a", "a[0]", "b.a[1]", "[0].count"] {
        if let Ok(edited) = archive::text::edit(text, path, &7_u8) {
            // The same edit again changes nothing.
            let again = archive::text::edit(&edited, path, &7_u8);
            assert_eq!(again.ok(), Some(edited));
        }
    }
});

/// Mistakes are found exactly where there are some, and what is left is a value.
fn leave_out<T: Archive + Serialize>(text: &str) {
    let strict = archive::text::from_str::<T>(text);
    match archive::text::from_str_lenient::<T>(text) {
        Ok((value, mistakes)) => {
            assert_eq!(strict.is_ok(), mistakes.is_empty());
            archive::text::to_string(&value).expect("what was loaded can be printed");
        }
        Err(_) => assert!(strict.is_err()),
    }
}
