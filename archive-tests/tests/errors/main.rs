//! Every kind of error and its message, each caused by real bytes, values and files.
//!
//! Review the snapshots as prose: do they say which file, byte, field and versions, and what to do?

mod by_hand;
mod game;
mod links;
mod lock;
mod paths;
mod properties;
mod reading;
mod resolving;
mod scopes;
mod writing;

use std::collections::BTreeMap;

use archive::{Error, ErrorKind};

/// An error of each kind.
fn every() -> Vec<(ErrorKind, Error)> {
    [
        reading::errors(),
        links::errors(),
        resolving::errors(),
        writing::errors(),
        by_hand::errors(),
        lock::errors(),
        paths::errors(),
    ]
    .concat_all()
}

trait ConcatAll<T> {
    fn concat_all(self) -> Vec<T>;
}

impl<T, const N: usize> ConcatAll<T> for [Vec<T>; N] {
    fn concat_all(self) -> Vec<T> {
        self.into_iter().flatten().collect()
    }
}

#[test]
fn every_kind_is_shown() {
    let mut shown: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (kind, error) in every() {
        assert_eq!(error.kind(), kind, "{error}");
        shown.entry(format!("{kind:?}")).or_default().push(error.to_string());
    }
    for kind in ErrorKind::ALL {
        let messages = shown.remove(&format!("{kind:?}")).unwrap_or_default();
        assert!(!messages.is_empty(), "no case reaches {kind:?}");
        insta::assert_snapshot!(format!("{kind:?}"), messages.join("\n\n"));
    }
}
