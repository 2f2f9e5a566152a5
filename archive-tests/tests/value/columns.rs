//! Files in columns, opened without the types that wrote them.

use std::collections::{BTreeMap, HashMap};

use archive::{Archive, Compression, ErrorKind, Limits, Options, Value};

#[derive(Archive, Clone, Debug, PartialEq)]
struct World {
    name: String,
    tiles: Vec<Tile>,
    mesh: Vec<f32>,
    seen: BTreeMap<String, Option<char>>,
    counts: HashMap<u8, Vec<u16>>,
    root: Node,
    size: (u16, [u8; 4], [Mood; 2]),
    nothing: Vec<()>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
enum Tile {
    Empty,
    Wall { height: u64, owner: Option<String> },
    Door(bool, Mood),
}

#[derive(Archive, Clone, Copy, Debug, PartialEq)]
enum Mood {
    Calm,
    Angry(i8),
}

/// Recursive, and so in rows within the columns.
#[derive(Archive, Clone, Debug, PartialEq)]
struct Node {
    name: String,
    children: Vec<Node>,
}

fn world() -> World {
    let tile = |n: u64| match n % 3 {
        0 => Tile::Empty,
        1 => Tile::Wall { height: n << 40, owner: n.is_multiple_of(2).then(|| format!("é{n}")) },
        _ => Tile::Door(
            n.is_multiple_of(4),
            if n.is_multiple_of(5) { Mood::Calm } else { Mood::Angry(-3) },
        ),
    };
    let leaf = |name: &str| Node { name: name.into(), children: Vec::new() };
    World {
        name: "overworld".into(),
        tiles: (0..1000).map(tile).collect(),
        mesh: (0..500).map(|n| (n as f32).sin()).collect(),
        seen: BTreeMap::from([("cave".into(), Some('x')), ("lake".into(), None)]),
        counts: HashMap::from([(1, vec![1, 2, 3]), (2, Vec::new())]),
        root: Node { name: "root".into(), children: vec![leaf("a"), leaf("b")] },
        size: (7, [1, 2, 3, 4], [Mood::Calm, Mood::Angry(9)]),
        nothing: vec![(); 5],
    }
}

#[test]
fn a_tree_of_columns_is_that_of_the_value() {
    let tree = Value::of(&world()).unwrap();
    for codec in [Compression::None, Compression::Lz4, Compression::Zstd(3)] {
        let file = Options::file().compression(codec).to_vec(&world()).unwrap();
        let opened = Value::from_slice(&file).unwrap();
        assert_eq!(opened, tree, "{codec:?}");
        assert_eq!(opened.get("root.children[1].name"), Some(&Value::from("b")));
        assert_eq!(opened.to::<World>().unwrap(), world());
    }
}

#[test]
fn a_tree_of_columns_obeys_the_limits() {
    // Equal rows take few bytes, but a tree of them takes much memory.
    let file = archive::to_vec(&vec![(7_u64, 9_u64); 1_000_000]).unwrap();
    assert_eq!(Value::from_slice(&file).unwrap().get("[999999].0"), Some(&Value::U64(7)));
    let careful = Options::file().limits(Limits::new().max_alloc(1 << 20));
    let error = careful.value_from_slice(&file).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MemoryLimit);
}
