//! Fields whose types only support serde.

use std::collections::BTreeMap;

use archive::{Archive, Describe, ErrorKind, json, text};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Foreign {
    id: u64,
    name: String,
    place: (f32, i8),
    kind: Kind,
    tags: BTreeMap<i32, Option<Option<bool>>>,
    unit: (),
    wide: (u128, i128),
    c: char,
    wrapped: Wrapped,
    kinds: Vec<Kind>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Wrapped(Option<()>);

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
enum Kind {
    Unit,
    Newtype(u8),
    Tuple(i64, f64),
    Struct { a: Vec<u8>, b: Option<Box<Kind>> },
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(untagged)]
enum Loose {
    Number(i64),
    Text(String),
    Fields { x: f32 },
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Holder {
    before: u8,
    #[archive(with = archive::with::serde)]
    foreign: Foreign,
    #[since(2, default = Loose::Number(-1))]
    #[archive(with = archive::with::serde)]
    loose: Loose,
    after: String,
}

fn holder() -> Holder {
    let inner = Kind::Struct { a: vec![1, 2], b: Some(Box::new(Kind::Unit)) };
    let foreign = Foreign {
        id: u64::MAX,
        name: "torch".into(),
        place: (0.1, -128),
        kind: inner.clone(),
        tags: [(-1, None), (0, Some(None)), (70_000, Some(Some(true)))].into(),
        unit: (),
        wide: (u128::MAX, i128::MIN),
        c: 'é',
        wrapped: Wrapped(Some(())),
        kinds: vec![Kind::Newtype(7), Kind::Tuple(-300, -0.0), inner],
    };
    Holder { before: 1, foreign, loose: Loose::Fields { x: 0.5 }, after: "end".into() }
}

#[test]
fn any_archive_holds_it() {
    let value = holder();
    let bytes = archive::to_vec(&value).unwrap();
    assert_eq!(archive::from_slice::<Holder>(&bytes).unwrap(), value);
    let message = archive::Options::message();
    let bytes = message.to_vec(&value).unwrap();
    assert_eq!(message.from_slice::<Holder>(&bytes).unwrap(), value);
    let source = text::to_string(&value).unwrap();
    assert_eq!(text::from_str::<Holder>(&source).unwrap(), value);
    let source = json::to_string(&value).unwrap();
    assert_eq!(json::from_str::<Holder>(&source).unwrap(), value);
    for loose in [Loose::Number(300), Loose::Text("a".into())] {
        let value = Holder { loose, ..value.clone() };
        let bytes = archive::to_vec(&value).unwrap();
        assert_eq!(archive::from_slice::<Holder>(&bytes).unwrap(), value);
    }
}

#[test]
fn its_schema_is_one_for_all_types() {
    #[derive(Archive)]
    struct One {
        #[archive(with = archive::with::serde)]
        _value: u8,
    }
    let schema = One::schema();
    assert!(schema.get("std.Serde").is_some());
    assert!(archive::VersionTable::of::<One>().unwrap().get("std.Serde").is_none());
}

/// The bytes are those of FORMAT.md §12.
#[test]
fn what_is_stored_is_small_and_told_apart() {
    fn body<T: Serialize>(value: T) -> Vec<u8> {
        let stored = archive::with::serde::to_stored(&value);
        archive::Options::message().to_vec(&stored).unwrap()[10..].to_vec()
    }
    assert_eq!(body(None::<u8>), [0]);
    assert_eq!(body(Some(300_i64)), [1, 5, 44, 1]);
    assert_eq!(body(()), [2]);
    assert_eq!(body((true, -1_i64)), [19, 2, 3, 1, 9, 255]);
    assert_eq!(body(Kind::Unit), [17, 4, b'U', b'n', b'i', b't']);
    assert_eq!(
        body(Kind::Newtype(7)),
        [20, 1, 17, 7, b'N', b'e', b'w', b't', b'y', b'p', b'e', 4, 7]
    );
    assert_eq!(body(Loose::Fields { x: 1.0 }), [20, 1, 17, 1, b'x', 14, 0, 0, 128, 63]);
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Unwilling;

impl Serialize for Unwilling {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("not today"))
    }
}

#[test]
fn what_its_own_impl_refuses_is_an_error() {
    #[derive(Archive, Debug)]
    struct Ours {
        #[archive(with = archive::with::serde)]
        _value: Unwilling,
    }
    let error = archive::to_vec(&Ours { _value: Unwilling }).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Unrepresentable, "_value"));
    assert!(error.to_string().contains("not today"), "{error}");

    #[derive(Archive, Debug)]
    #[archive(name = "Same")]
    struct Theirs {
        #[archive(with = archive::with::serde)]
        value: u64,
    }
    #[derive(Archive, Debug)]
    #[archive(name = "Same")]
    struct Mine {
        #[archive(with = archive::with::serde)]
        value: u8,
    }
    let bytes = archive::to_vec(&Theirs { value: 300 }).unwrap();
    let error = archive::from_slice::<Mine>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Convert, "value"));
    assert!(error.to_string().contains("300"), "{error}");
}
