//! Mistakes in lists, which cost the element that has them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

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
    let rooms = [("\"]".to_string(), vec![vec![1]])].into();
    loads(
        r#"{ rooms = { "\"]" = [x, [1], y] } }"#,
        Level { rooms, ..Level::default() },
        &[r#"rooms["\"]"][0]"#, r#"rooms["\"]"][2]"#],
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
fn a_list_with_too_many_mistakes_is_left_out() {
    let source = |wrong: usize| {
        let items = r#"Item { id = 3 }, "#.repeat(wrong);
        format!(r#"{{ items = [{items} Item {{ id = "rope" }}], seen = [1] }}"#)
    };
    let (level, mistakes) = text::from_str_lenient::<Level>(&source(16)).unwrap();
    assert_eq!((level.items, mistakes.len()), (vec![item("rope", 1)], 16));
    let (level, mistakes) = text::from_str_lenient::<Level>(&source(200)).unwrap();
    assert_eq!((level.items, level.seen, mistakes.len()), (vec![], [1].into(), 17));
    // Nothing contains this one.
    let many = format!("[{} 7]", "x, ".repeat(20));
    let (list, mistakes) = text::from_str_lenient::<Vec<u8>>(&many).unwrap();
    assert_eq!((list, mistakes.len()), (vec![7], 20));
}

mod small {
    pub(super) type Stored = u16;

    pub(super) fn to_stored(byte: &u8) -> u16 {
        u16::from(*byte)
    }

    pub(super) fn from_stored(stored: u16) -> Result<u8, String> {
        u8::try_from(stored).map_err(|_| format!("{stored} is too much"))
    }
}

fn all_small(stored: Vec<u16>) -> Result<Vec<u8>, String> {
    stored.into_iter().map(small::from_stored).collect()
}

#[derive(Archive, Debug, Default, PartialEq)]
#[archive(default)]
struct Converted {
    #[archive(with = Vec<small>)]
    each: Vec<u8>,
    #[archive(with = BTreeMap<_, Vec<small>>)]
    within: BTreeMap<String, Vec<u8>>,
    #[archive(was(Vec<u16>, until = 2, with = all_small))]
    old: Vec<u8>,
    last: u8,
}

#[test]
fn what_a_converter_refuses_is_where_it_stands() {
    let found = |source: &str| {
        let (value, mistakes) = text::from_str_lenient::<Converted>(source).unwrap();
        let strict = text::from_str::<Converted>(source).unwrap_err();
        assert_eq!(strict.to_string(), mistakes[0].to_string());
        let places = mistakes.iter().map(|it| format!("{} {:?}", it.path(), it.column().unwrap()));
        (value, places.collect::<Vec<_>>())
    };
    let (value, places) = found("{ each = [1, 300, 2, 400], last = 1 }");
    assert_eq!(value, Converted { each: vec![1, 2], last: 1, ..Converted::default() });
    assert_eq!(places, ["each[1] 14", "each[3] 22"]);
    let (value, places) = found(r#"{ within = { "a[0]" = [1, 300, 2], "b" = [3] }, last = 1 }"#);
    assert_eq!(value.within.into_values().collect::<Vec<_>>(), [vec![1, 2], vec![3]]);
    assert_eq!(places, [r#"within["a[0]"][1] 27"#]);
    // It refuses the list as a whole.
    let (value, places) = found("Converted @1 { old = [1, 300, 2], last = 1 }");
    assert_eq!(value, Converted { last: 1, ..Converted::default() });
    assert_eq!(places, ["old 22"]);
}

#[derive(Archive, Debug)]
struct Shared {
    #[archive(default)]
    all: Vec<Rc<Item>>,
    #[archive(default)]
    best: Option<Rc<Item>>,
}

#[test]
fn a_lost_object_is_one_mistake_however_many_links_it_has() {
    let source = r#"{ all = [&1, &2, &1], best = &1 } @objects {
        &1 = Item { id = torch }
        &2 = Item { id = "rope" }
    }"#;
    let (shared, mistakes) = text::from_str_lenient::<Shared>(source).unwrap();
    assert_eq!((shared.all.len(), shared.best), (1, None));
    assert_eq!(mistakes.len(), 1, "{mistakes:?}");
    assert!(mistakes[0].path().ends_with("id"), "{mistakes:?}");
    let root = "&1 @objects { &1 = Item { id = torch } }";
    let error = text::from_str_lenient::<Rc<Item>>(root).unwrap_err();
    assert!(error.to_string().contains("found `torch`"), "{error}");
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
