//! A reader of columns written from FORMAT.md alone: given a schema and a file, it produces the
//! rows of §5, which must equal those that the library writes.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};
use std::rc::Rc;

use archive::{Archive, Compression, Layout, Options, SchemaPolicy, Serialize};

mod body;
mod packing;
mod tree;

/// Reads a value's file in columns, with and without a codec, and compares the rows.
fn check<T: Serialize>(value: &T) {
    let rows = Options::file().layout(Layout::Rows).to_vec(value).unwrap();
    let schema = archive::schema::<T>();
    let plain = Options::file().schema(SchemaPolicy::Fingerprint);
    for options in
        [plain.clone(), plain.clone().checksum(false), plain.compression(Compression::Lz4)]
    {
        let file = options.to_vec(value).unwrap();
        assert!(tree::to_rows(&file, &schema) == body::body(&rows), "{schema}: {options:?}");
    }
}

/// A pseudorandom number.
fn random(i: u32) -> u32 {
    (i + 1).wrapping_mul(0x9e37_79b9).rotate_left(i % 32) ^ i
}

#[derive(Archive, Clone)]
struct Item {
    id: String,
    count: u32,
    worn: bool,
    letter: char,
}

#[derive(Archive, Clone)]
enum Mood {
    Calm,
    Angry {
        level: u8,
        at: Option<String>,
    },
    #[archive(tag = 9)]
    Odd(Item, ()),
}

#[derive(Archive, Clone)]
enum Wide {
    #[archive(tag = 3)]
    Low(u16),
    #[archive(tag = 300)]
    High,
}

#[derive(Archive)]
struct World {
    moods: Vec<Mood>,
    wide: [Wide; 3],
    by_name: BTreeMap<String, Vec<Option<i64>>>,
    by_place: HashMap<(i16, i16), Item>,
    seen: HashSet<String>,
    due: BinaryHeap<u16>,
    ids: BTreeSet<u128>,
    shared: Rc<(i8, Box<str>)>,
    blob: Vec<u8>,
    nothing: [Vec<()>; 2],
    grid: Vec<[[u8; 2]; 3]>,
}

fn item(i: u32) -> Item {
    let id = "torch".repeat(usize::try_from(i % 3).unwrap());
    Item { id, count: random(i), worn: i & 1 == 0, letter: char::from_u32(0x61 + i % 7).unwrap() }
}

fn mood(i: u32) -> Mood {
    match i % 4 {
        0 => Mood::Calm,
        1 => Mood::Odd(item(i), ()),
        2 => Mood::Angry { level: 200, at: None },
        _ => Mood::Angry { level: 7, at: Some(format!("place {i}")) },
    }
}

fn world(count: u32) -> World {
    let some = |i: u32| matches!(i % 3, 1 | 2).then(|| -i64::from(random(i)));
    World {
        moods: (0..count).map(mood).collect(),
        wide: [Wide::High, Wide::Low(7), Wide::High],
        by_name: (0..count).map(|i| (i.to_string(), (0..i % 5).map(some).collect())).collect(),
        by_place: (0..count).map(|i| ((i16::try_from(i).unwrap(), -1), item(i))).collect(),
        seen: (0..count).map(|i| random(i).to_string()).collect(),
        due: (0..count).map(|i| u16::try_from(random(i) >> 16).unwrap()).collect(),
        ids: (0..count).map(|i| u128::from(i) << (i % 100)).collect(),
        shared: Rc::new((-7, "shared".into())),
        blob: (0..count).map(|i| u8::try_from(i % 256).unwrap()).collect(),
        nothing: [vec![(); 3], vec![]],
        grid: (0..count).map(|i| [[u8::try_from(i % 5).unwrap(); 2]; 3]).collect(),
    }
}

#[test]
fn every_kind() {
    for count in [0, 1, 2, 5, 64, 300] {
        check(&world(count));
    }
}

#[test]
fn blocks_of_large_columns() {
    // Several columns of more than 64 KiB, with small ones before, between and after them.
    check(&world(20_000));
    check(&(7_u8, vec![1_u8; 65_536], 7_u8, vec![1_u8; 65_535], vec![1_u8; 65_536], 7_u8));
}

#[test]
fn every_packing_of_integers() {
    for count in [1, 3, 64, 100, 4096, 4097] {
        for bits in 0..32 {
            let of = |i: u32| 1000 + (random(i) & ((1 << bits) - 1));
            check(&(0..count).map(of).collect::<Vec<u32>>());
            check(&(0..count).map(|i| i64::from(of(i)) - 2000).collect::<Vec<i64>>());
        }
        let of = |i: u32| {
            if matches!(i % 9, 0) { u128::MAX - u128::from(i) } else { u128::from(i % 200) }
        };
        check(&(0..count).map(of).collect::<Vec<u128>>());
        check(&(0..count).map(|i| i16::MIN + i16::try_from(i % 3).unwrap()).collect::<Vec<i16>>());
        check(&(0..count).map(|i| i8::try_from(i % 128).unwrap()).collect::<Vec<i8>>());
    }
}

#[test]
fn planes_of_floats() {
    for count in [1, 63, 64, 65, 1000, 4096, 4097, 10_000] {
        let of = |i: u32| f64::from(random(i)) / 1e3 - 1e5;
        check(&(0..count).map(of).collect::<Vec<f64>>());
        check(&(0..count).map(|i| f32::from(i16::try_from(i % 50).unwrap())).collect::<Vec<f32>>());
        check(&vec![f32::NAN; usize::try_from(count).unwrap()]);
        check(&vec![-0.5_f64; usize::try_from(count).unwrap()]);
    }
}

#[derive(Archive, Clone, Copy)]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Archive)]
struct Body {
    id: u32,
    place: (Point, f32),
    speed: Option<Point>,
    turn: (f64, f64),
    mixed: (f32, f64),
    only: (f32,),
    path: [Point; 2],
    pair: ((), Point, [f32; 2]),
}

#[test]
fn floats_that_stand_together() {
    let float = |i: u32| f32::from_bits(random(i));
    let point = |i: u32| Point { x: float(i), y: float(i + 1000) };
    for count in [1, 63, 64, 65, 127, 128, 1000, 20_000] {
        check(&(0..count).map(point).collect::<Vec<Point>>());
        // A column that is split into planes, or constant, keeps the others apart.
        check(&(0..count).map(|i| (float(i), 0.5_f32)).collect::<Vec<_>>());
        check(&(0..count).map(|i| (f64::from(float(i)), f64::from(i))).collect::<Vec<_>>());
        let body = |i: u32| Body {
            id: i,
            place: (point(i), float(i + 2)),
            speed: (i % 3 != 1).then(|| point(i + 3)),
            turn: (
                f64::from_bits(u64::from(random(i)).wrapping_mul(0x9_1234_5677)),
                f64::from(i).sqrt(),
            ),
            mixed: (float(i), f64::from(i)),
            only: (float(i + 4),),
            path: [point(i + 5), point(i + 6)],
            pair: ((), point(i + 7), [float(i + 8); 2]),
        };
        check(&(0..count).map(body).collect::<Vec<Body>>());
    }
}

#[derive(Archive)]
struct Node {
    name: String,
    next: Vec<Node>,
    leaf: Leaf,
    bridge: Option<Box<Bridge>>,
}

/// Nothing leads from it to a cycle.
#[derive(Archive)]
struct Leaf {
    size: u16,
}

/// Between two cycles, and on none.
#[derive(Archive)]
struct Bridge {
    expr: Expr,
}

#[derive(Archive)]
enum Expr {
    Number(i32),
    Sum(Box<Expr>, Box<Expr>),
}

/// It leads to cycles, but none leads to it.
#[derive(Archive)]
struct Forest {
    trees: Vec<Node>,
    bridge: Bridge,
    leaf: Leaf,
}

fn node(depth: u32) -> Node {
    let expr = Expr::Sum(Box::new(Expr::Number(-1)), Box::new(Expr::Number(2)));
    Node {
        name: "n".repeat(usize::try_from(depth).unwrap()),
        next: (0..depth).map(node).collect(),
        leaf: Leaf { size: 3 },
        bridge: (depth > 1).then(|| Box::new(Bridge { expr })),
    }
}

#[test]
fn recursive_types_stand_in_rows() {
    // The lengths of the list; the lengths and bytes of the trees; the same of the bridge; and the
    // size of the leaf.
    assert_eq!(tree::count(&archive::schema::<Forest>()), 1 + 2 + 2 + 1);
    let bridge = Bridge { expr: Expr::Number(7) };
    check(&Forest { trees: (0..5).map(node).collect(), bridge, leaf: Leaf { size: 1 } });
    check(&node(4));
}
