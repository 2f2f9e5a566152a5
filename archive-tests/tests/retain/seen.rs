//! Retained fields in values that are inspected rather than saved.

use archive::{ErrorKind, Layout, Options, Unknown, Visit};

use super::programs::{newer, old};
use super::{loaded, retain};

#[test]
fn the_hash_is_that_of_the_newer_program() {
    let (mut save, mut theirs) = (loaded(), newer());
    assert_eq!(archive::hash(&save).unwrap(), archive::hash(&theirs).unwrap());
    assert_eq!(archive::hash(&save.log).unwrap(), archive::hash(&theirs.log).unwrap());
    // Retained fields affect the hash.
    theirs.hearts += 1;
    assert_ne!(archive::hash(&save).unwrap(), archive::hash(&theirs).unwrap());
    let rows = Options::file().layout(Layout::Rows).to_vec(&theirs).unwrap();
    save = retain().from_slice(&rows).unwrap();
    assert_eq!(archive::hash(&save).unwrap(), archive::hash(&theirs).unwrap());
    assert_eq!(archive::hash_tree(&save).unwrap_err().kind(), ErrorKind::Retained);
}

#[test]
fn a_walk_shows_what_was_retained_and_a_census_leaves_it_out() {
    let save = loaded();
    let mut seen = Vec::new();
    archive::walk(&save, |part| {
        if let Visit::Unknown(held) = &part.visit {
            seen.push(format!("{} {held:?}", part.path));
        }
    })
    .unwrap();
    assert!(seen[0].starts_with(r#" {"guild": Guild {"#), "{seen:#?}");
    assert_eq!(seen[1], r#"bag[0] {"enchanted": none, "gems": [(0, 0.5), (1, 0.5), (2, 0.5)]}"#);
    assert!(seen.iter().any(|seen| seen.starts_with("log[1] Flew {")), "{seen:#?}");
    assert!(seen.iter().any(|seen| seen == r#"hero {"1": '♥'}"#), "{seen:#?}");

    let plain = old::Save { extra: Unknown::new(), ..loaded() };
    assert_eq!(archive::census(&save).unwrap(), archive::census(&plain).unwrap());
    assert!(archive::census(&save.bag).unwrap().to_string().contains("2  [].count"));
}
