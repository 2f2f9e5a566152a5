//! Each limit has its own error, and memory stays within the limits of DESIGN.md ("Bounds").

use std::collections::BTreeMap;

use archive::{Archive, Error, ErrorKind, Limits, Newer, Options, Unknown};
use archive_tests::hostile::{Bounds, FREE};
use archive_tests::memory::peak;

use crate::world::{Any, World};

#[derive(Archive, Debug)]
struct Player {
    #[archive(max_len = 4)]
    name: String,
    #[archive(default = None)]
    next: Option<Box<Player>>,
}

fn refused<T: Archive>(limits: Limits, source: &str) -> Error {
    Options::file().limits(limits).from_text::<T>(source).map(drop).unwrap_err()
}

#[test]
fn too_many_parts_are_refused() {
    // The list is skipped, so only the parts of the text take memory.
    let source = format!("{{ name = \"\",\n rest = [{}] }}", "1 ".repeat(10_000));
    let options = Options::file().unknown(Unknown::Skip);
    assert!(options.from_text::<Player>(&source).is_ok());
    let error = options.limits(Limits::new().max_alloc(1000)).from_text::<Player>(&source);
    let error = error.unwrap_err();
    assert_eq!((error.kind(), error.line()), (ErrorKind::MemoryLimit, Some(2)));
    assert_eq!(
        error.detail(),
        "the text has more than 4158 parts, which is more than the memory limits allow"
    );
}

#[test]
fn what_is_too_deep_is_refused() {
    let nested =
        |levels: usize| "{ name = \"\",\nnext = ".repeat(levels) + "none" + &"}".repeat(levels);
    // Each level counts twice, as a pointer and a struct.
    assert!(Options::file().from_text::<Player>(&nested(64)).is_ok());
    let error = refused::<Player>(Limits::new(), &nested(65));
    assert_eq!((error.kind(), error.line()), (ErrorKind::DepthLimit, Some(65)));
    assert_eq!(error.detail(), "values are nested more than 128 levels deep");
    let error = refused::<Player>(Limits::new().depth(3), &nested(3));
    assert_eq!((error.kind(), error.line()), (ErrorKind::DepthLimit, Some(3)));
}

#[test]
fn what_is_kept_too_deep_is_refused_at_its_place() {
    let retain = Options::file().newer(Newer::Accept).unknown(Unknown::Retain);
    let nested =
        |levels: usize| format!("Any {{ x = {}{} }}", "[\n".repeat(levels), "]".repeat(levels));
    assert!(retain.from_text::<Any>(&nested(127)).is_ok());
    let error = retain.from_text::<Any>(&nested(128)).unwrap_err();
    assert_eq!((error.kind(), error.line()), (ErrorKind::DepthLimit, Some(128)));
}

#[test]
fn what_is_longer_than_its_field_allows_is_refused() {
    let error = refused::<Player>(Limits::new(), "{\n  name = \"Grace\" }");
    assert_eq!((error.kind(), error.path()), (ErrorKind::MaxLen, "name"));
    assert_eq!((error.line(), error.column()), (Some(2), Some(10)));
}

#[test]
fn values_that_take_too_much_memory_are_refused() {
    let limits = Limits::new().max_alloc(1000);
    let source = format!("[\n\"{}\"]", "n".repeat(100_000));
    let error = refused::<Vec<String>>(limits, &source);
    assert_eq!((error.kind(), error.path()), (ErrorKind::MemoryLimit, "[0]"));
    assert_eq!((error.line(), error.column()), (Some(2), Some(1)));
    assert!(error.detail().starts_with("100000 bytes of memory are needed here"), "{error}");
    // Borrowed text takes no memory.
    let options = Options::file().limits(limits);
    assert_eq!(options.from_text::<Vec<&str>>(&source).unwrap()[0].len(), 100_000);
}

/// The memory for the parts of a text, per byte: 16 for a part of one byte, and 28 if it opens a
/// group. While a list of parts grows, its old and new copy exist at once.
const PARTS: usize = 128;

/// Checks that a text takes no more memory than its parts and its value may, with any limit.
fn is_bounded<T: Archive>(source: &str) {
    // The first load caches what is known of the type.
    let _ = Options::file().from_text::<T>("7");
    for max in [0, 10_000, 1 << 30] {
        let options = Options::file().limits(Limits::new().max_alloc(max));
        let (_, memory) = peak(|| options.from_text::<T>(source).map(drop));
        let value = Bounds::by_name::<T>().body(source.as_bytes());
        let parts = PARTS * source.len();
        // The parts and the value have separate budgets; open groups count towards the parts.
        let bound = 8 * FREE + parts.min(max.saturating_mul(8)) + value.min(max.saturating_mul(2));
        assert!(memory <= bound, "{memory} of {bound} for {} bytes, {max}", source.len());
    }
}

#[test]
fn plain_hostile_texts_take_the_memory_that_the_limits_grant() {
    let count = 100_000;
    is_bounded::<Vec<u64>>(&format!("[{}]", "1 ".repeat(count)));
    is_bounded::<Vec<f32>>(&format!("[{}]", "1,".repeat(count)));
    is_bounded::<World>(&"[".repeat(count));
    is_bounded::<World>(&"{a=".repeat(count));
    is_bounded::<World>(&("[".repeat(count) + &"]".repeat(count)));
    is_bounded::<String>(&format!("\"{}\"", "n".repeat(count)));
    is_bounded::<String>(&format!("\"{}\"", "\\n".repeat(count)));
    is_bounded::<Vec<Vec<u8>>>(&format!("[{}]", "[]".repeat(count)));
    is_bounded::<BTreeMap<u32, ()>>(&format!("[{}]", "{}".repeat(count)));
    is_bounded::<u8>(&format!("{}7", "/**///\n".repeat(count)));
}
