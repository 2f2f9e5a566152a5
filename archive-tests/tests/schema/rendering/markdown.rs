//! A schema as Markdown.

use archive::{Describe, schema};

use super::game::SaveGame;

#[test]
fn a_game() {
    insta::assert_snapshot!(schema::markdown(&SaveGame::schema()));
}

#[test]
fn a_root_without_a_name() {
    assert_eq!(schema::markdown(&<Vec<u8>>::schema()), "Root: `bytes`\n");
}
