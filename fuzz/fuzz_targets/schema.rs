//! A schema as in a file: it has only one encoding, and everything made from it has a bounded size.

#![no_main]

use archive::{Describe, Schema};
use archive_fuzz::shapes::Item;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    match Schema::from_bytes(data) {
        Ok(schema) => {
            assert_eq!(schema.to_bytes(), data, "a second form");
            let bound = 64 * 1024 + 192 * data.len();
            assert!(schema.canonical().len() <= bound);
            let _ = schema.fingerprint();
            let _ = schema.to_string();
            assert!(schema.diff(&schema).changes.is_empty());
            let _ = schema.diff(&Item::schema()).to_string();
            let _ = Item::schema().diff(&schema).to_string();
        }
        Err(error) => assert!(error.to_string().len() < 10_000),
    }
});
