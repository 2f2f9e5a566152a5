//! This crate's types in serde formats, and conversions to and from trees.

use archive::with::{AsSerde, Serde};
use archive::{Archive, Layout, Options, Value};
use serde_json::json;

#[derive(Archive, Clone, Debug, PartialEq)]
struct Item {
    #[archive(renamed(2, from = "name"))]
    id: String,
    count: u64,
    icon: Vec<u8>,
    #[since(2, default = None)]
    mark: Option<Mark>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
enum Mark {
    Plain,
    Colored { rgb: [u8; 3] },
    At(i8, f32),
}

/// A foreign type with one field of this crate's.
#[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
struct Request {
    user: String,
    item: Serde<Item>,
}

fn item() -> Item {
    let mark = Some(Mark::Colored { rgb: [1, 2, 3] });
    Item { id: "torch".into(), count: u64::MAX, icon: vec![0, 255], mark }
}

#[test]
fn a_type_is_a_field_of_a_type_of_serde() {
    let request = Request { user: "Ann".into(), item: Serde(item()) };
    let value = serde_json::to_value(&request).unwrap();
    let expected = json!({
        "user": "Ann",
        "item": {
            "@versions": { "Item": 2, "Mark": 1 },
            "id": "torch",
            "count": u64::MAX,
            "icon": "00ff",
            "mark": { "Colored": { "rgb": [1, 2, 3] } },
        },
    });
    assert_eq!(value, expected);
    assert_eq!(serde_json::from_value::<Request>(value).unwrap(), request);
    let old = json!({
        "user": "Ann",
        "item": { "name": "torch", "count": "1", "icon": [], "@versions": { "Item": 1 } },
    });
    let loaded: Request = serde_json::from_value(old).unwrap();
    let expected = Item { id: "torch".into(), count: 1, icon: vec![], mark: None };
    assert_eq!(loaded.item.0, expected);
}

#[test]
fn a_format_in_bytes_keeps_bytes() {
    let mut cbor = Vec::new();
    ciborium::into_writer(&AsSerde(&item()), &mut cbor).unwrap();
    assert!(cbor.windows(3).any(|bytes| bytes == [0x42, 0, 255]));
    let Serde(loaded) = ciborium::from_reader(&cbor[..]).unwrap();
    assert_eq!(item(), loaded);
}

#[test]
fn what_is_shared_comes_back_shared() {
    use std::rc::Rc;

    let item = Rc::new(item());
    let items = vec![Rc::clone(&item), item];
    let is_shared = |items: &[Rc<Item>]| {
        assert!(Rc::ptr_eq(&items[0], &items[1]) && *items[0] == self::item());
    };
    let mut cbor = Vec::new();
    ciborium::into_writer(&AsSerde(&items), &mut cbor).unwrap();
    let Serde(loaded) = ciborium::from_reader::<Serde<Vec<Rc<Item>>>, _>(&cbor[..]).unwrap();
    is_shared(&loaded);
    let value = serde_json::to_value(AsSerde(&items)).unwrap();
    assert_eq!(value["@value"], json!([{ "@link": 1 }, { "@link": 1 }]));
    let Serde(loaded) = serde_json::from_value::<Serde<Vec<Rc<Item>>>>(value).unwrap();
    is_shared(&loaded);
}

#[test]
fn what_is_refused_says_where() {
    let source = json!({ "id": "torch", "count": -1, "icon": [] });
    let error = serde_json::from_value::<Serde<Item>>(source).unwrap_err().to_string();
    assert!(error.starts_with("count: expected a u64, found `-1`"), "{error}");
    assert!(!error.contains("line"), "{error}");
    let deep = "[".repeat(100_000);
    let mut deserializer = serde_json::Deserializer::from_str(&deep);
    deserializer.disable_recursion_limit();
    let error = <Serde<Item> as serde::Deserialize>::deserialize(&mut deserializer).unwrap_err();
    assert!(error.to_string().contains("lists, maps and structs are nested more than"), "{error}");
}

#[test]
fn a_tree_is_shown_as_the_format_has_it() {
    let marks = [Mark::Plain, Mark::Colored { rgb: [1, 2, 3] }, Mark::At(-1, 0.5)];
    let file = Options::file().layout(Layout::Rows).to_vec(&(item(), marks)).unwrap();
    let value = serde_json::to_value(Value::from_slice(&file).unwrap()).unwrap();
    let expected = json!([
        { "id": "torch", "count": u64::MAX, "icon": [0, 255], "mark": { "Colored": { "rgb": [1, 2, 3] } } },
        ["Plain", { "Colored": { "rgb": [1, 2, 3] } }, { "At": [-1, 0.5] }],
    ]);
    assert_eq!(value, expected);
}

#[test]
fn a_tree_is_made_of_what_the_format_has() {
    let value: Value<'_> = serde_json::from_str(r#"{"a": [1, -1, 0.5, null, true, "b"]}"#).unwrap();
    let list = vec![
        Value::U64(1),
        Value::I64(-1),
        Value::F64(0.5),
        Value::Unit,
        Value::Bool(true),
        Value::Str("b".into()),
    ];
    assert_eq!(value, Value::Map(vec![(Value::Str("a".into()), Value::List(list))]));
}
