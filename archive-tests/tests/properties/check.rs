//! Properties of every value.

use std::fmt::Debug;

use archive::json::Spelling;
use archive::with::{AsSerde, Serde};
use archive::{Archive, Buffer, Compression, ErrorKind, Layout, Newer, Options, Serialize, Value};
use proptest::test_runner::{Config as ProptestConfig, TestCaseError};

/// Few enough cases for a run after every change; `PROPTEST_CASES` sets another number.
pub fn config() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    if asked { ProptestConfig::default() } else { ProptestConfig::with_cases(48) }
}

/// Fails a property with the error's message.
pub fn fail(error: archive::Error) -> TestCaseError {
    TestCaseError::fail(error.to_string())
}

/// Saving, measuring and writing into a buffer agree; loading by version, by name and from a tree
/// gives a value that `compare` accepts and that saves as the same bytes.
pub fn comes_back_as<T: Archive>(
    value: &T,
    compare: impl Fn(&T, &T) -> bool,
) -> Result<(), TestCaseError> {
    for options in forms() {
        let bytes = saved(&options, value)?;
        let loaded: T = options.from_slice(&bytes).map_err(fail)?;
        proptest::prop_assert!(compare(value, &loaded), "another value came back");
        proptest::prop_assert_eq!(options.to_vec(&loaded).map_err(fail)?, &bytes[..]);
        let mut written = Vec::new();
        options.to_writer(&mut written, value).map_err(fail)?;
        let stream: T = options.from_reader(written.as_slice()).map_err(fail)?;
        proptest::prop_assert!(compare(value, &stream), "another value came out of a stream");
        proptest::prop_assert_eq!(options.to_vec(&stream).map_err(fail)?, &bytes[..]);
        // Rows hold the whole value, so values with equal rows are equal.
        let rows = Options::message();
        let same = rows.to_vec(&loaded).map_err(fail)? == rows.to_vec(value).map_err(fail)?;
        proptest::prop_assert!(same, "another value came back, as it is written in rows");
        let by_name = through_names(loaded)?;
        proptest::prop_assert!(compare(value, &by_name), "another value came back by name");
        proptest::prop_assert_eq!(options.to_vec(&by_name).map_err(fail)?, bytes);
    }
    comes_back_as_tree(value, &compare)?;
    comes_back_as_text(value, &compare)?;
    comes_back_as_json(value, &compare)?;
    comes_back_through_serde(value, compare)
}

/// JSON holds the whole value in every spelling.
fn comes_back_as_json<T: Archive>(
    value: &T,
    compare: impl Fn(&T, &T) -> bool,
) -> Result<(), TestCaseError> {
    let rows = Options::message().to_vec(value).map_err(fail)?;
    let spelling = Spelling::new();
    for spelling in [spelling, spelling.pretty(true), spelling.wide_numbers(true).versions(false)] {
        let json = Options::file().to_json_as(value, spelling).map_err(fail)?;
        let loaded: T = archive::json::from_str(&json).map_err(fail)?;
        proptest::prop_assert!(compare(value, &loaded), "another value came back from {}", json);
        let same = Options::message().to_vec(&loaded).map_err(fail)? == rows;
        proptest::prop_assert!(same, "other bytes came back from {}", json);
        proptest::prop_assert_eq!(
            Options::file().to_json_as(&loaded, spelling).map_err(fail)?,
            json
        );
    }
    Ok(())
}

/// A readable serde format and a binary one hold the whole value.
fn comes_back_through_serde<T: Archive>(
    value: &T,
    compare: impl Fn(&T, &T) -> bool,
) -> Result<(), TestCaseError> {
    let said = |error: &dyn std::fmt::Display| TestCaseError::fail(error.to_string());
    // As a tree, because `serde_json`'s parser may round the last digit of a float.
    let json = serde_json::to_value(AsSerde(value)).map_err(|error| said(&error))?;
    let Serde(loaded) = serde_json::from_value(json).map_err(|error| said(&error))?;
    proptest::prop_assert!(compare(value, &loaded), "another value came back from serde_json");
    let mut cbor = Vec::new();
    ciborium::into_writer(&AsSerde(value), &mut cbor).map_err(|error| said(&error))?;
    let Serde(loaded) = ciborium::from_reader(&cbor[..]).map_err(|error| said(&error))?;
    proptest::prop_assert!(compare(value, &loaded), "another value came back from ciborium");
    Ok(())
}

/// The tree of a file equals the tree of the value, and gives the value back.
fn comes_back_as_tree<T: Archive>(
    value: &T,
    compare: impl Fn(&T, &T) -> bool,
) -> Result<(), TestCaseError> {
    let tree = Value::of(value).map_err(fail)?;
    let loaded: T = tree.to().map_err(fail)?;
    proptest::prop_assert!(compare(value, &loaded), "another value came out of a tree");
    // The last form is a message, which has no schema.
    for options in forms().iter().rev().skip(1) {
        let bytes = options.to_vec(value).map_err(fail)?;
        proptest::prop_assert_eq!(&tree, &Value::from_slice(&bytes).map_err(fail)?);
    }
    Ok(())
}

/// A text holds the whole value, which saves as the same bytes.
fn comes_back_as_text<T: Archive>(
    value: &T,
    compare: impl Fn(&T, &T) -> bool,
) -> Result<(), TestCaseError> {
    let text = archive::text::to_string(value).map_err(fail)?;
    let loaded: T = archive::text::from_str(&text).map_err(fail)?;
    proptest::prop_assert!(compare(value, &loaded), "another value came back from {}", text);
    let rows = Options::message();
    let same = rows.to_vec(&loaded).map_err(fail)? == rows.to_vec(value).map_err(fail)?;
    proptest::prop_assert!(same, "other bytes came back from {}", text);
    proptest::prop_assert_eq!(archive::text::to_string(&loaded).map_err(fail)?, text);
    Ok(())
}

/// Every layout and codec.
pub fn forms() -> Vec<Options> {
    let file = Options::file;
    vec![
        file().layout(Layout::Rows),
        file(),
        file().checksum(false),
        file().compression(Compression::Lz4),
        file().compression(Compression::Zstd(1)),
        Options::message(),
    ]
}

/// Reads a value by name, by putting it in a type that is newer than the reader's.
fn through_names<T: Archive>(value: T) -> Result<T, TestCaseError> {
    #[derive(Archive)]
    #[archive(name = "Holder", version = 2)]
    struct Theirs<T> {
        value: T,
    }
    #[derive(Archive)]
    #[archive(name = "Holder")]
    struct Ours<T> {
        value: T,
    }
    let options = Options::file().layout(Layout::Rows).newer(Newer::Accept);
    let bytes = options.to_vec(&Theirs { value }).map_err(fail)?;
    Ok(options.from_slice::<Ours<T>>(&bytes).map_err(fail)?.value)
}

/// As [`comes_back_as`], for values that can be compared.
pub fn comes_back<T: Archive + PartialEq + Debug>(value: &T) -> Result<(), TestCaseError> {
    comes_back_as(value, PartialEq::eq)
}

/// The bytes of a value, after checking that measuring it and writing it into buffers agree.
pub fn saved<T: Serialize + ?Sized>(
    options: &Options,
    value: &T,
) -> Result<Vec<u8>, TestCaseError> {
    const GUARD: [u8; 16] = [0xa5; 16];
    let bytes = options.to_vec(value).map_err(fail)?;
    let len = bytes.len();
    proptest::prop_assert_eq!(options.encoded_len(value).map_err(fail)?, len);

    let mut kept = Buffer::new();
    for _ in 0..2 {
        proptest::prop_assert_eq!(options.to_buffer(value, &mut kept).map_err(fail)?, &bytes);
    }
    proptest::prop_assert_eq!(&options.to_vec(value).map_err(fail)?, &bytes);

    let mut buffer = vec![0; len];
    proptest::prop_assert_eq!(options.write_into(value, &mut buffer).map_err(fail)?, len);
    proptest::prop_assert_eq!(&buffer, &bytes);

    let mut roomy = [vec![0; len], GUARD.to_vec()].concat();
    proptest::prop_assert_eq!(options.write_into(value, &mut roomy).map_err(fail)?, len);
    proptest::prop_assert_eq!(&roomy[..len], &bytes[..]);
    proptest::prop_assert_eq!(&roomy[len..], GUARD);

    for short in [0, len / 2, len - 1] {
        let mut buffer = [vec![0; short], GUARD.to_vec()].concat();
        let error = options.write_into(value, &mut buffer[..short]).unwrap_err();
        proptest::prop_assert_eq!(error.kind(), ErrorKind::BufferTooSmall);
        proptest::prop_assert_eq!(error.needed(), Some(len));
        proptest::prop_assert_eq!(&buffer[short..], GUARD);
    }
    Ok(bytes)
}
