//! The body of a message with a valid header.

#![no_main]

use archive_fuzz::{KINDS, wire};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((kind, body)) = data.split_first() else { return };
    let kind = &KINDS[usize::from(*kind) % KINDS.len()];
    let sample = (kind.sample)();
    let bytes = [&sample[..wire::body_start(&sample)], body].concat();
    (kind.judge)(&bytes, true);
});
