//! The errors for invalid JSON.

use std::collections::BTreeMap;

use archive::{Archive, json};
use archive_tests::source::mistakes;

#[derive(Archive, Debug)]
struct SaveGame {
    level: u32,
    #[since(2, default = 1.0)]
    health: f32,
    difficulty: Difficulty,
    inventory: Vec<Item>,
    #[archive(default = BTreeMap::new())]
    keys: BTreeMap<String, char>,
    #[archive(default = BTreeMap::new())]
    slots: BTreeMap<u8, (u8, bool)>,
    #[archive(default = Vec::new())]
    icon: Vec<u8>,
    #[archive(default = ())]
    nothing: (),
}

#[derive(Archive, Debug)]
enum Difficulty {
    Easy,
    Hard { ironman: bool },
}

#[derive(Archive, Debug)]
struct Item {
    id: String,
    count: u16,
}

const SOURCE: &str = r#"{
  "@versions": { "Item": 1, "SaveGame": 2 },
  "level": 12,
  "health": 0.85,
  "difficulty": { "Hard": { "ironman": true } },
  "inventory": [
    { "id": "torch", "count": 3 }
  ]
}
"#;

/// Parts of the JSON, and the mistakes that replace them.
const MISTAKES: &[(&str, &str)] = &[
    ("\"level\"", "\"leval\""),
    ("  \"level\": 12,\n", ""),
    ("12", "-12"),
    ("12", "1.5"),
    ("12", "1e400"),
    ("12", "\"twelve\""),
    ("12", "12, \"level\": 13"),
    ("12,", "12"),
    (": 12", " 12"),
    ("12", "012"),
    ("12", "NaN"),
    ("12", "\"4294967296\""),
    ("0.85", "\"1e40\""),
    ("12", "\"many\""),
    ("0.85", "true"),
    ("0.85", "null"),
    ("\"SaveGame\": 2", "\"SaveGame\": 3"),
    ("\"SaveGame\": 2", "\"SaveGame\": \"2\""),
    ("{ \"Item\": 1, \"SaveGame\": 2 }", "2"),
    ("12", "12, \"@versions\": {}"),
    ("\"Hard\"", "\"Hrad\""),
    ("{ \"Hard\": { \"ironman\": true } }", "\"Hard\""),
    ("{ \"Hard\": { \"ironman\": true } }", "\"hard\""),
    ("{ \"Hard\": { \"ironman\": true } }", "[]"),
    ("{ \"Hard\": { \"ironman\": true } }", "{}"),
    ("{ \"ironman\": true }", "true"),
    ("{ \"ironman\": true }", "[true]"),
    ("true", "\"yes\""),
    ("[\n", "{\n"),
    ("\"torch\"", "7"),
    ("\"torch\"", "\"torch"),
    ("\"torch\"", "\"\\ud800\""),
    ("{ \"id\"", "{ \"name\""),
    ("{ \"id\": \"torch\", \"count\": 3 }", "[\"torch\", 3]"),
    ("3 }", "70000 }"),
    ("12", "12, \"keys\": { \"a\": \"ab\" }"),
    ("12", "12, \"keys\": 5"),
    ("12", "12, \"keys\": { \"a\": \"b\", \"\\u0061\": \"c\" }"),
    ("12", "12, \"slots\": [[1, [2, true], 3]]"),
    ("12", "12, \"slots\": [[1, [2, 0]]]"),
    ("12", "12, \"slots\": [[1, [2]]]"),
    ("12", "12, \"icon\": \"00f\""),
    ("12", "12, \"icon\": [0, 256]"),
    ("12", "12, \"nothing\": {}"),
    ("  ]\n}\n", "  ]\n"),
    ("  ]\n}\n", "  ]\n}\n}\n"),
    ("\"level\"", "level"),
    ("\"level\":", "\"level\" ="),
    ("\"torch\"", "'torch'"),
    ("0.85", ".85"),
    ("0.85", "0.85 // half"),
    (SOURCE, ""),
    (SOURCE, "SaveGame @2 { level = 12 }"),
];

#[test]
fn a_mistake_is_shown_where_it_is() {
    let said = mistakes(SOURCE, MISTAKES, |source| json::from_str::<SaveGame>(source).unwrap_err());
    insta::assert_snapshot!(said);
}

#[test]
fn bytes_that_are_no_text_are_told_how_they_are_read() {
    let bytes = archive::to_vec(&[3_u8]).unwrap();
    insta::assert_snapshot!(json::from_slice::<Vec<u8>>(&bytes).unwrap_err(), @r"
    (byte 0): the text is not valid UTF-8
      help: save the JSON as UTF-8; or, if `save` or `to_vec` wrote this, read it with `load` or `from_slice`
    ");
}

#[test]
fn a_string_of_too_few_bytes_is_told_by_their_number() {
    let short = json::from_str::<[u8; 3]>("\"0102\"").unwrap_err();
    assert_eq!(short.detail(), "number of values: expected 3, found 2");
    assert!(short.help().contains("two hex digits for each"), "{short}");
    let half = json::from_str::<[u8; 3]>("\"01020\"").unwrap_err();
    assert!(half.detail().contains("found a string"), "{half}");
}
