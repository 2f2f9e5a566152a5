//! Texts and JSON of shared objects.

use archive::{Layout, Options, json, text};

use crate::scene::{Scene, scene};

#[test]
fn print() {
    let original = scene();
    let bytes = Options::file().layout(Layout::Rows).to_vec(&original).unwrap();
    let shown = text::to_string(&original).unwrap();
    println!("{shown}");
    let loaded: Scene = text::from_str(&shown).unwrap_or_else(|e| panic!("{e}\n{:?}", e.excerpt()));
    assert_eq!(Options::file().layout(Layout::Rows).to_vec(&loaded).unwrap(), bytes);
    let shown = json::to_string_pretty(&original).unwrap();
    println!("{shown}");
    let loaded: Scene = json::from_str(&shown).unwrap_or_else(|e| panic!("{e}\n{:?}", e.excerpt()));
    assert_eq!(Options::file().layout(Layout::Rows).to_vec(&loaded).unwrap(), bytes);
}
