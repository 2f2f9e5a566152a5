//! A lock file that does not match the types.

use std::fs;

use archive::{Archive, Describe, Error, ErrorKind, lock};

/// The type as it shipped.
mod shipped {
    #[derive(archive::Archive)]
    pub struct Quest {
        pub title: String,
        pub reward: u16,
    }
}

#[derive(Archive)]
struct Quest {
    title: String,
    reward: u32,
}

/// The lock file from the same release.
const LOCK: &str = "tests/errors/shipped.lock";

pub fn errors() -> Vec<(ErrorKind, Error)> {
    assert_eq!(fs::read_to_string(LOCK).unwrap(), shipped::Quest::lock().to_string());
    vec![(ErrorKind::Lock, lock::check(LOCK, &[Quest::lock()]).unwrap_err())]
}
