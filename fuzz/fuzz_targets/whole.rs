//! A whole archive, as it is and with corrected checksums.

#![no_main]

use archive_fuzz::{KINDS, wire};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut sealed = data.to_vec();
    wire::seal(&mut sealed);
    for kind in KINDS {
        (kind.judge)(data, false);
        (kind.judge)(&sealed, false);
    }
    let mut reader = &sealed[..];
    let _ = archive::from_reader::<Vec<archive_fuzz::shapes::Item>>(&mut reader);
    let _ = archive::VersionTable::of_archive(&sealed);
    if let Ok(text) = archive::text::of_archive(&sealed) {
        if let Ok(again) = archive::text::to_archive(&text, &sealed) {
            archive::text::of_archive(&again).expect("it was shown before");
        }
    }
    let _ = archive::edit_archive(&sealed, |_| Ok(()));
});
