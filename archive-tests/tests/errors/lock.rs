//! A lock file that does not agree with the types.

use std::fs;

use archive::{Archive, Describe, Error, ErrorKind, lock};

/// The type on the day of the release.
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

/// The lock of that day.
const LOCK: &str = "tests/errors/shipped.lock";

pub fn errors() -> Vec<(ErrorKind, Error)> {
    assert_eq!(fs::read_to_string(LOCK).unwrap(), shipped::Quest::lock().to_string());
    vec![(ErrorKind::Lock, lock::check(LOCK, &[Quest::lock()]).unwrap_err())]
}
