//! Mistakes in lists, which cost the element that has them.

use std::collections::{BTreeMap, BTreeSet};

use archive::{Archive, text};

#[derive(Archive, Debug, Default, PartialEq)]
#[archive(default)]
struct Level {
    at: [f32; 3],
    tiles: Vec<[u8; 2]>,
    items: Vec<Item>,
    pairs: Vec<(u8, u8)>,
    seen: BTreeSet<u8>,
    grid: [[u8; 2]; 2],
    rooms: BTreeMap<String, Vec<Vec<u8>>>,
}

#[derive(Archive, Debug, PartialEq)]
struct Item {
    id: String,
    #[default = 1]
    count: u32,
}

fn item(id: &str, count: u32) -> Item {
    Item { id: id.into(), count }
}

/// Checks what is loaded, and the paths of all mistakes.
#[track_caller]
fn loads(source: &str, expected: Level, paths: &[&str]) {
    let (level, mistakes) = text::from_str_lenient::<Level>(source).unwrap();
    assert_eq!(level, expected);
    assert_eq!(mistakes.iter().map(|it| it.path()).collect::<Vec<_>>(), paths, "{mistakes:?}");
}

#[test]
fn an_element_is_left_out_and_its_number_is_that_of_the_text() {
    let items = vec![item("torch", 1), item("rope", 1), item("map", 4)];
    loads(
        r#"{ items = [Item { id = torch }, Item { id = "torch", count = no }, 3,
            Item { id = "rope" }, Item { count = 7 }, Item { idd = "axe" }, Item { id = "map", count = 4 }, x] }"#,
        Level { items, ..Level::default() },
        &["items[0].id", "items[1].count", "items[2]", "items[4].id", "items[5]", "items[7]"],
    );
    loads(
        "{ pairs = [(1, 2), (3, x), (5, 6), (y, 8)], seen = [1, x, 3, 300, 5] }",
        Level { pairs: vec![(1, 2), (5, 6)], seen: [1, 3, 5].into(), ..Level::default() },
        &["pairs[1][1]", "pairs[3][0]", "seen[1]", "seen[3]"],
    );
    let rooms = [("a.b[0]".to_string(), vec![vec![1, 3], vec![5]])].into();
    loads(
        r#"{ rooms = { "a.b[0]" = [x, [1, 2.5, 3], [z, z, 5]] } }"#,
        Level { rooms, ..Level::default() },
        &[
            r#"rooms["a.b[0]"][0]"#,
            r#"rooms["a.b[0]"][1][1]"#,
            r#"rooms["a.b[0]"][2][0]"#,
            r#"rooms["a.b[0]"][2][1]"#,
        ],
    );
}

#[test]
fn an_array_that_lacks_an_element_is_left_out_without_another_mistake() {
    loads("{ at = [1, 2, x] }", Level::default(), &["at[2]"]);
    loads("{ grid = [[1, 2], [x, 3]] }", Level::default(), &["grid[1][0]"]);
    loads("{ at = [1, 2] }", Level::default(), &["at"]);
    loads(
        "{ tiles = [[1, 2], [x, 3], [4], [5, 6]] }",
        Level { tiles: vec![[1, 2], [5, 6]], ..Level::default() },
        &["tiles[1][0]", "tiles[2]"],
    );
}

#[test]
fn a_saved_text_has_the_elements_that_were_taken() {
    let source = r#"Level {
  // What lies around
  items = [
    Item { id = "torch", count = 2 }
    Item { id = 7 } // a mistake
    Item { id = "rope", count = 1 } // long
  ]
}
"#;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("level.txt");
    std::fs::write(&path, source).unwrap();
    let (level, mistakes) = text::load_lenient::<Level>(&path).unwrap();
    assert_eq!(mistakes.len(), 1);
    text::save(&path, &level).unwrap();
    assert_eq!(text::load::<Level>(&path).unwrap(), level);
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(saved.contains("// What lies around") && saved.contains("// long"), "{saved}");
    assert!(!saved.contains("id = 7"), "{saved}");
}
