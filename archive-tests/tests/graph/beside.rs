//! Parts without objects next to parts with them are read and written as if there were none.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use archive::{Archive, ErrorKind, Layout, Limits, Options};

#[derive(Archive, Clone, Debug, PartialEq)]
enum Kind {
    Grass,
    Door { to: String, locked: Option<u8> },
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Tile {
    kind: Kind,
    height: i16,
    walls: [bool; 4],
    items: Vec<(u16, String)>,
}

#[derive(Archive, Debug, PartialEq)]
struct Chest {
    name: Rc<str>,
    slots: Vec<u8>,
}

/// Recursive, so that it stands in rows within columns.
#[derive(Archive, Clone, Debug, PartialEq)]
struct Talk {
    line: String,
    answers: Vec<Talk>,
}

#[derive(Archive, Debug, PartialEq)]
struct World {
    tiles: Vec<Tile>,
    names: BTreeMap<String, Vec<Tile>>,
    prices: HashMap<u32, f32>,
    seen: BTreeSet<(i8, i8)>,
    heights: Vec<f32>,
    chests: Vec<Chest>,
    shared: Vec<Rc<Map>>,
    again: Option<Rc<Map>>,
    talk: Talk,
    talks: Vec<Talk>,
    none: Vec<Tile>,
}

#[derive(Archive, Debug, PartialEq)]
struct Map {
    tiles: Vec<Tile>,
    by_name: BTreeMap<String, u8>,
    above: Option<Rc<Map>>,
}

fn tile(n: usize) -> Tile {
    let name = format!("tile {n}");
    let kind = match n % 3 {
        0 => Kind::Grass,
        _ => Kind::Door { to: name.clone(), locked: (n.is_multiple_of(2)).then_some(7) },
    };
    let items = (0..n % 4).map(|item| (item as u16, name.clone())).collect();
    Tile { kind, height: n as i16 - 20, walls: [true, false, n.is_multiple_of(2), false], items }
}

fn tiles(count: usize) -> Vec<Tile> {
    (0..count).map(tile).collect()
}

fn talk(levels: usize) -> Talk {
    let answers = (0..levels % 4).map(|_| talk(levels - 1)).collect();
    Talk { line: format!("{levels} more"), answers }
}

fn world() -> World {
    let name: Rc<str> = "oak".into();
    let map = |count, above| {
        let by_name = [("spawn".to_owned(), 3)].into();
        Rc::new(Map { tiles: tiles(count), by_name, above })
    };
    let above = map(40, None);
    let below = map(3, Some(Rc::clone(&above)));
    World {
        tiles: tiles(100),
        names: [("forest".to_owned(), tiles(20)), ("hut".to_owned(), tiles(1))].into(),
        prices: (0..50).map(|n| (n * 977, n as f32 / 3.0)).collect(),
        seen: (0..30).map(|n| (n, -n)).collect(),
        heights: (0..40).map(|n| n as f32 / 7.0).collect(),
        chests: vec![
            Chest { name: Rc::clone(&name), slots: vec![1, 2] },
            Chest { name, slots: vec![] },
        ],
        shared: vec![Rc::clone(&below), above, Rc::clone(&below)],
        again: Some(below),
        talk: talk(6),
        talks: (0..20).map(|n| talk(n % 5)).collect(),
        none: vec![],
    }
}

fn forms() -> [Options; 4] {
    let file = Options::file();
    let rows = file.clone().layout(Layout::Rows);
    [file.clone(), file.clone().compression(archive::Compression::Lz4), rows, Options::message()]
}

#[test]
fn it_comes_back_with_identity() {
    let before = world();
    for options in forms() {
        let bytes = options.to_vec(&before).unwrap();
        for _ in 0..2 {
            let after: World = options.from_slice(&bytes).unwrap();
            assert_eq!(after, before);
            assert!(Rc::ptr_eq(&after.chests[0].name, &after.chests[1].name));
            assert!(Rc::ptr_eq(&after.shared[0], &after.shared[2]));
            assert!(Rc::ptr_eq(&after.shared[0], after.again.as_ref().unwrap()));
            assert!(Rc::ptr_eq(after.shared[0].above.as_ref().unwrap(), &after.shared[1]));
        }
        assert_eq!(options.to_vec(&before).unwrap(), bytes);
    }
}

#[test]
fn one_map_alone_comes_back() {
    let before = Rc::new(Map { tiles: tiles(70), by_name: BTreeMap::new(), above: None });
    for options in forms() {
        let after: Rc<Map> = options.from_slice(&options.to_vec(&before).unwrap()).unwrap();
        assert_eq!(after, before);
    }
}

/// Parts without links have the same bytes with and without sharing.
#[test]
fn damage_in_it_is_told_with_its_path() {
    let options = Options::message();
    let mut before = world();
    before.tiles[70].items = vec![(1, "here it is".into())];
    let bytes = options.to_vec(&before).unwrap();
    let at = bytes.windows(10).position(|bytes| bytes == b"here it is").unwrap();
    let mut damaged = bytes;
    damaged[at + 4] = 0xff;
    let error = options.from_slice::<World>(&damaged).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidUtf8);
    assert_eq!(error.path(), "tiles[70].items[0][1]");
}

#[test]
fn it_counts_for_the_limit_of_memory() {
    let before = world();
    for options in forms() {
        let bytes = options.to_vec(&before).unwrap();
        let large = options.to_vec(&World { tiles: tiles(4000), ..world() }).unwrap();
        let options = options.limits(Limits::new().max_alloc(1 << 18));
        assert_eq!(options.from_slice::<World>(&bytes).unwrap(), before);
        let error = options.from_slice::<World>(&large).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::MemoryLimit);
    }
}

/// A type with many levels in several kinds of objects: only the actual levels of a value count.
#[test]
fn levels_are_those_of_the_value() {
    type Maybe<T> = Option<Box<T>>;
    type Nested = Maybe<Maybe<Maybe<Maybe<u8>>>>;
    #[derive(Archive, Debug, PartialEq)]
    struct Deep {
        more: Vec<Vec<Nested>>,
        next: Option<Rc<Deep>>,
    }
    let list = || vec![vec![None; 20]; 20];
    let mut deep = Deep { more: list(), next: None };
    for _ in 0..50 {
        deep = Deep { more: list(), next: Some(Rc::new(deep)) };
    }
    for options in forms() {
        let options = options.limits(Limits::new().depth(3));
        let bytes = options.to_vec(&deep).unwrap();
        assert_eq!(options.from_slice::<Deep>(&bytes).unwrap(), deep);
    }
}
