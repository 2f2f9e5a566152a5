//! The tree of an archive, read without its types.

use std::collections::{BTreeMap, HashSet};

use archive::{Archive, ErrorKind, Layout, Options, Schema, SchemaPolicy, Value};
use archive_tests::wire;

use crate::to_rows;

#[derive(Archive, Default)]
struct Everything {
    unit: (),
    flag: bool,
    wide: u128,
    letter: char,
    name: String,
    raw: Vec<u8>,
    address: [u8; 2],
    mesh: Vec<f32>,
    pair: (u8, i64),
    maybe: Option<Box<u16>>,
    tags: HashSet<String>,
    counts: BTreeMap<u8, Vec<bool>>,
    kind: Kind,
}

#[derive(Archive, Default)]
enum Kind {
    #[default]
    None,
    Pair(u8, u8),
}

fn everything() -> Everything {
    Everything {
        flag: true,
        wide: 1 << 100,
        letter: 'ß',
        name: "Ada".into(),
        raw: vec![1, 2],
        address: [3, 4],
        mesh: vec![0.5],
        pair: (1, -1),
        maybe: Some(Box::new(7)),
        tags: HashSet::from(["a".into()]),
        counts: BTreeMap::from([(1, vec![true])]),
        kind: Kind::Pair(1, 2),
        ..Everything::default()
    }
}

#[test]
fn every_kind_has_its_value() {
    let bytes = to_rows(&everything());
    let Value::Struct(tree) = Value::from_slice(&bytes).unwrap() else { panic!("no struct") };
    assert_eq!((tree.type_name(), tree.version(), tree.variant()), ("Everything", 1, None));
    let get = |name| tree.get(name).unwrap();
    assert_eq!(get("unit"), &Value::Unit);
    assert_eq!(get("flag"), &Value::Bool(true));
    assert_eq!(get("wide"), &Value::U128(1 << 100));
    assert_eq!(get("letter"), &Value::Char('ß'));
    assert_eq!(get("name"), &Value::Str("Ada".into()));
    assert_eq!(get("raw"), &Value::Bytes(vec![1, 2].into()));
    assert_eq!(get("address"), &Value::Bytes(vec![3, 4].into()));
    assert!(matches!(get("mesh"), Value::Numbers(it) if it.get(0) == Some(Value::F32(0.5))));
    assert_eq!(get("pair"), &Value::Tuple(vec![Value::U8(1), Value::I64(-1)]));
    assert_eq!(get("maybe"), &Value::Option(Some(Box::new(Value::U16(7)))));
    assert_eq!(get("tags"), &Value::List(vec![Value::Str("a".into())]));
    let entry = (Value::U8(1), Value::List(vec![Value::Bool(true)]));
    assert_eq!(get("counts"), &Value::Map(vec![entry]));
    let Value::Variant(kind) = get("kind") else { panic!("no variant") };
    assert_eq!((kind.type_name(), kind.variant()), ("Kind", Some("Pair")));
    let fields: Vec<_> = kind.fields().collect();
    assert_eq!(fields, [("0", &Value::U8(1)), ("1", &Value::U8(2))]);
}

#[test]
fn an_owned_tree_is_the_same() {
    let bytes = to_rows(&everything());
    let tree = Value::from_slice(&bytes).unwrap();
    assert_eq!(tree.clone().into_owned(), tree);
}

#[test]
fn a_value_takes_32_bytes() {
    assert_eq!(size_of::<Value<'_>>(), 32);
}

#[test]
fn an_archive_without_a_schema_has_no_tree() {
    let options = Options::file().layout(Layout::Rows).schema(SchemaPolicy::Fingerprint);
    for bytes in [options.to_vec(&7_u8).unwrap(), Options::message().to_vec(&7_u8).unwrap()] {
        assert_eq!(Value::from_slice(&bytes).unwrap_err().kind(), ErrorKind::Unsupported);
    }
}

#[test]
fn a_file_gives_the_schema_that_it_carries() {
    for options in [Options::file(), Options::file().layout(Layout::Rows)] {
        let bytes = options.to_vec(&everything()).unwrap();
        assert_eq!(Schema::of_archive(&bytes).unwrap(), archive::schema::<Everything>());
        let bytes = options.schema(SchemaPolicy::Fingerprint).to_vec(&everything()).unwrap();
        assert_eq!(Schema::of_archive(&bytes).unwrap_err().kind(), ErrorKind::Unsupported);
    }
}

#[test]
fn an_error_names_the_byte_and_the_path() {
    let bytes = to_rows(&everything());
    let start = wire::body_start(&bytes);
    let mut body = bytes[start..].to_vec();
    let flag = body.iter().rposition(|byte| *byte == 1).unwrap();
    // The flag in `counts` is the last 1 before the tag and field of `kind`.
    let at = flag - 2;
    assert_eq!(body[at..], [1, 1, 1, 2]);
    body[at] = 2;
    let error = Value::from_slice(&wire::with_body(&bytes, &body)).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::InvalidValue, "counts{0}[0]"));
    assert_eq!(error.offset(), Some((start + at) as u64));
    assert_eq!((error.type_name(), error.found_version()), ("Everything", Some(1)));
}

#[test]
fn a_header_whose_parts_disagree_is_refused() {
    let bytes = to_rows(&everything());
    // The version table says 2 where the schema says 1.
    let name = bytes.windows(6).position(|name| name == b"\x04Kind\x01").unwrap();
    let mut other = bytes.clone();
    other[name + 5] = 2;
    wire::seal(&mut other);
    let error = Value::from_slice(&other).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(error.detail().contains("version table"), "{error}");
}
