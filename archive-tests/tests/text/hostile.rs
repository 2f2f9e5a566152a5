//! No text crashes the reader or makes it exceed the limits.

use std::collections::BTreeMap;

use archive::{ErrorKind, Limits, Newer, Options, Unknown, text};
use archive_tests::source::{are_same, endures_every_flip};
use proptest::prelude::*;

use crate::world::{Any, BY_HAND, Shared, Tile, World, shared, world};

/// Values of every kind that a type may not know.
const KEPT: &str = "@versions { Any = 2 } Any {
  a = [1, -0x2f, .5, inf, nan(0x7fc00001)]
  `b c` = some(none), d = { x\"0f\" = 'é', 2 = Wall { height = 1e3 } /* c */ }
  e = (Door(true, \"\\u{e9}\\n\")) // end
}";

#[test]
fn every_prefix_is_refused() {
    let source = text::to_string(&world()).unwrap();
    for end in (0..source.trim_end().len()).filter(|end| source.is_char_boundary(*end)) {
        let error = text::from_str::<World>(&source[..end]).unwrap_err();
        assert!(error.line().is_some(), "{error}");
    }
}

#[test]
fn every_flip_is_endured() {
    let today = Options::file();
    let retain = Options::file().newer(Newer::Accept).unknown(Unknown::Retain);
    let [world, shared] =
        [text::to_string(&world()), text::to_string(&shared())].map(Result::unwrap);
    // Most flips are mistakes; some result in another value.
    for (source, loaded) in [
        (&*world, endures_every_flip::<World>(&today, &world, are_same)),
        (BY_HAND, endures_every_flip::<World>(&today, BY_HAND, are_same)),
        (&shared, endures_every_flip::<Shared>(&today, &shared, are_same)),
        (KEPT, endures_every_flip::<Any>(&retain, KEPT, Any::eq)),
    ] {
        assert!(loaded > source.len() / 4, "{loaded} of {}", source.len());
    }
}

#[test]
fn deep_nesting_is_an_error() {
    for open in ["[", "{ a = ", "(", "some(", "W { next = "] {
        let source = open.repeat(200_000);
        assert_eq!(text::from_str::<World>(&source).unwrap_err().kind(), ErrorKind::Syntax);
    }
    let level = "{ name = \"\", tiles = [], keys = {}, blob = [], heights = [], next = ";
    let source = level.repeat(1000) + "none" + &"}".repeat(1000);
    let error = text::from_str::<World>(&source).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
}

#[test]
fn huge_tokens_are_read_or_refused() {
    let digits = "9".repeat(1 << 20);
    assert_eq!(text::from_str::<u64>(&digits).unwrap_err().kind(), ErrorKind::InvalidValue);
    assert_eq!(text::from_str::<f64>(&digits).unwrap_err().kind(), ErrorKind::InvalidValue);
    let small = format!("0.{}1", "0".repeat(1 << 20));
    assert_eq!(text::from_str::<f64>(&small).unwrap(), 0.0);
    let name = "n".repeat(1 << 20);
    assert!(text::from_str::<Tile>(&name).unwrap_err().to_string().len() < 2000);
    let string = format!("\"{}\"", "é".repeat(1 << 20));
    assert_eq!(text::from_str::<String>(&string).unwrap().len(), 2 << 20);
    let comment = format!("/*{}*/ 7", "*".repeat(1 << 20));
    assert_eq!(text::from_str::<u8>(&comment).unwrap(), 7);
}

#[test]
fn memory_obeys_the_limits() {
    let source = format!("[{}]", "1 ".repeat(100_000));
    let careful = Options::file().limits(Limits::new().max_alloc(1000));
    let error = careful.from_text::<Vec<u64>>(&source).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MemoryLimit);
    assert_eq!(text::from_str::<Vec<u64>>(&source).unwrap().len(), 100_000);
}

#[test]
fn a_key_that_occurs_twice_is_refused() {
    let error = text::from_str::<BTreeMap<u8, u8>>("{ 1 = 2, 1 = 3 }").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyOrder);
}

proptest! {
    #[test]
    fn no_bytes_crash(source in "[ -~\n]{0,60}") {
        let _ = text::from_str::<World>(&source);
    }
}
