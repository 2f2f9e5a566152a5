//! A schema as a JSON Schema.

use archive::{Describe, schema};

use super::game::SaveGame;

#[test]
fn a_game() {
    insta::assert_snapshot!(schema::json_schema(&SaveGame::schema()));
}

#[test]
fn a_root_without_a_name() {
    let expected = r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "list<str>",
  "type": "array",
  "items": { "type": "string" }
}
"#;
    assert_eq!(schema::json_schema(&<Vec<String>>::schema()), expected);
}
