//! Parts that did not change since an older version are written for it by today's code.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use archive::{Archive, Compression, ErrorKind, Layout, Options, VersionTable};

#[derive(Archive, Clone, Debug, Default, PartialEq)]
struct Point {
    x: f32,
    y: f32,
    z: f32,
}

#[derive(Archive, Clone, Debug, Default, PartialEq)]
enum Kind {
    #[default]
    Plain,
    Named(String),
    Deep {
        kinds: Vec<Kind>,
    },
}

#[derive(Archive, Clone, Debug, Default, PartialEq)]
struct Tile {
    at: Point,
    name: String,
    kind: Kind,
    path: Vec<Point>,
    seen: Option<bool>,
}

mod today {
    use super::*;

    // Some lists have elements of changed types.
    #[derive(Archive, Clone, Debug, Default, PartialEq)]
    pub struct World {
        pub tiles: Vec<Tile>,
        pub rows: Vec<Vec<Point>>,
        pub near: VecDeque<Tile>,
        pub places: BTreeMap<String, Vec<Tile>>,
        pub units: Vec<Unit>,
        pub numbers: Vec<[f32; 3]>,
        #[since(2, default = 7)]
        pub weather: u8,
    }

    #[derive(Archive, Clone, Debug, Default, PartialEq)]
    pub struct Unit {
        #[archive(renamed(2, from = "hp"))]
        pub health: u16,
        pub way: Vec<Point>,
        pub bag: Vec<Tile>,
    }
}

mod shipped {
    use super::*;

    #[derive(Archive, Clone, Debug, Default, PartialEq)]
    pub struct World {
        pub tiles: Vec<Tile>,
        pub rows: Vec<Vec<Point>>,
        pub near: VecDeque<Tile>,
        pub places: BTreeMap<String, Vec<Tile>>,
        pub units: Vec<Unit>,
        pub numbers: Vec<[f32; 3]>,
    }

    #[derive(Archive, Clone, Debug, Default, PartialEq)]
    pub struct Unit {
        pub hp: u16,
        pub way: Vec<Point>,
        pub bag: Vec<Tile>,
    }
}

fn point(number: usize) -> Point {
    let x = u16::try_from(number % 1000).unwrap().into();
    Point { x, y: 0.5, z: -x }
}

fn tile(number: usize) -> Tile {
    let kind = match number % 3 {
        0 => Kind::Plain,
        1 => Kind::Named(format!("kind {}", number % 7)),
        _ => Kind::Deep { kinds: vec![Kind::Plain; number % 4] },
    };
    Tile {
        at: point(number),
        name: format!("tile {}", number % 5),
        kind,
        path: (0..number % 20).map(point).collect(),
        seen: [None, Some(true), Some(false)][number % 3],
    }
}

fn tiles(len: usize) -> Vec<Tile> {
    (0..len).map(tile).collect()
}

fn world(len: usize) -> today::World {
    let unit = |number: usize| today::Unit {
        health: 5,
        way: (0..number * 7).map(point).collect(),
        bag: tiles(number * 5),
    };
    today::World {
        tiles: tiles(len),
        rows: (0..len).map(|row| (0..row).map(point).collect()).collect(),
        near: tiles(len / 2).into(),
        places: (0..len).map(|place| (format!("p{place}"), tiles(place))).collect(),
        units: (0..len).map(unit).collect(),
        numbers: vec![[0.5, 1.0, 1.5]; len],
        weather: 7,
    }
}

fn as_shipped(world: &today::World) -> shipped::World {
    let world = world.clone();
    let units = world.units.into_iter();
    let units = units.map(|it| shipped::Unit { hp: it.health, way: it.way, bag: it.bag });
    shipped::World {
        tiles: world.tiles,
        rows: world.rows,
        near: world.near,
        places: world.places,
        units: units.collect(),
        numbers: world.numbers,
    }
}

fn ways() -> Vec<Options> {
    let mut ways = vec![Options::message()];
    for layout in [Layout::Rows, Layout::Columns] {
        for codec in [Compression::None, Compression::Lz4, Compression::Zstd(3)] {
            ways.push(Options::file().layout(layout).compression(codec));
        }
    }
    ways
}

#[test]
fn it_is_what_the_older_program_wrote() {
    let peer = VersionTable::of::<shipped::World>().unwrap();
    for len in [0, 1, 15, 16, 40] {
        let world = world(len);
        let theirs = as_shipped(&world);
        for options in ways() {
            let past = options.clone().write_for(&peer);
            let (ours, shipped) = (past.to_vec(&world).unwrap(), options.to_vec(&theirs).unwrap());
            assert!(ours == shipped, "{len} in {options:?}");
            assert_eq!(past.encoded_len(&world).unwrap(), ours.len());
            let mut buffer = vec![0; ours.len()];
            assert_eq!(past.write_into(&world, &mut buffer).unwrap(), ours.len());
            assert!(buffer == ours);
            let loaded: shipped::World = options.from_slice(&ours).unwrap();
            assert_eq!(loaded, theirs);
        }
    }
}

#[derive(Archive, Debug)]
struct Cells {
    all: Vec<RefCell<Vec<u8>>>,
    #[since(2, default)]
    more: u8,
}

#[test]
fn what_cannot_be_saved_in_it_is_told_with_its_path() {
    let cells = Cells { all: (0..40).map(|at| RefCell::new(vec![at; 20])).collect(), more: 0 };
    let peer = VersionTable::new().at::<Cells>(1).unwrap();
    for options in ways() {
        let past = options.write_for(&peer);
        past.to_vec(&cells).unwrap();
        let borrowed = cells.all[30].borrow_mut();
        let error = past.to_vec(&cells).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{error}");
        assert_eq!(error.path(), "all[30]", "{error}");
        drop(borrowed);
    }
}

#[derive(Archive, Debug, Default)]
struct Level {
    next: Option<Box<Level>>,
}

#[derive(Archive, Debug, Default)]
struct Deep {
    around: Vec<Vec<Level>>,
    #[since(2, default)]
    more: u8,
}

#[test]
fn what_is_too_deep_is_told_as_ever() {
    let peer = VersionTable::new().at::<Deep>(1).unwrap();
    let mut level = Level::default();
    for _ in 0..100 {
        level = Level { next: Some(Box::new(level)) };
    }
    let mut around: Vec<Vec<Level>> = Vec::new();
    around.resize_with(20, Vec::new);
    around[19].push(level);
    let deep = Deep { around, more: 0 };
    for options in ways() {
        let error = options.write_for(&peer).to_vec(&deep).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit, "{error}");
        assert!(error.path().starts_with("around[19][0].next.next"), "{error}");
    }
}
