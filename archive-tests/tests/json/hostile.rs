//! No JSON crashes the reader or makes it exceed the limits.

use std::collections::BTreeMap;

use archive::{Archive, ErrorKind, Limits, Options, json};
use archive_tests::source::endures_flips;
use proptest::prelude::*;

#[derive(Archive, Clone, Debug, PartialEq)]
struct World {
    name: String,
    tiles: Vec<Tile>,
    keys: BTreeMap<u8, (i64, char)>,
    blob: Vec<u8>,
    heights: Vec<f32>,
    next: Option<Box<World>>,
}

#[derive(Archive, Clone, Debug, PartialEq)]
enum Tile {
    Empty,
    Wall { height: f64 },
    Door(u32, Option<Option<bool>>),
}

/// Each level is two more of JSON, and a list of pairs around them.
#[derive(Archive, Debug, PartialEq)]
enum Tree {
    Leaf,
    Node(BTreeMap<u8, Tree>),
}

fn world() -> World {
    let inner = World {
        name: "cellar \"one\"\n".into(),
        tiles: vec![Tile::Empty, Tile::Wall { height: -0.5e300 }, Tile::Door(7, Some(None))],
        keys: [(7, (-3, '\''))].into(),
        blob: (0..40).collect(),
        heights: vec![f32::NAN, f32::INFINITY, 1.5],
        next: None,
    };
    World { next: Some(Box::new(inner.clone())), ..inner }
}

#[test]
fn every_prefix_is_refused() {
    let source = json::to_string(&world()).unwrap();
    for end in (0..source.len()).filter(|end| source.is_char_boundary(*end)) {
        let error = json::from_str::<World>(&source[..end]).unwrap_err();
        assert_eq!((error.kind(), error.line()), (ErrorKind::Syntax, Some(1)), "{error}");
    }
}

#[test]
fn every_flip_is_endured() {
    let source = json::to_string_pretty(&world()).unwrap();
    endures_flips(&source, b" \"{}[]:,@-+e\\\n90./u", |source| {
        json::from_slice::<World>(source.as_bytes())
    });
}

/// A level of it is six groups or more, of every kind.
#[derive(Archive, Debug, PartialEq, Clone)]
enum Maze {
    End,
    Rooms(Vec<(u8, Doors)>),
    Hall { next: [Box<Maze>; 1], names: BTreeMap<String, Vec<Maze>> },
}

#[derive(Archive)]
struct Lists(Vec<Vec<Vec<Vec<Vec<Lists>>>>>);

type Doors = BTreeMap<u8, Option<Option<Vec<Maze>>>>;

/// What can be saved can be loaded: both count levels the same way.
#[test]
fn what_is_too_deep_to_be_loaded_is_not_saved() {
    let around = |inner: Maze, level: u32| match level % 2 {
        0 => Maze::Rooms(vec![(1, [(2, Some(Some(vec![inner])))].into())]),
        _ => {
            let names = [("room".to_owned(), vec![inner])].into();
            Maze::Hall { next: [Box::new(Maze::End)], names }
        }
    };
    let (mut maze, mut refused) = (Maze::End, 0);
    let limits = |depth| Options::file().limits(Limits::new().depth(depth));
    for level in 0..40 {
        maze = around(maze, level);
        for depth in [10, 20, 21, 22, 23] {
            let loaded = limits(depth).from_json::<Maze>(&limits(200).to_json(&maze).unwrap());
            match limits(depth).to_json(&maze) {
                Ok(json) => {
                    assert_eq!(loaded.unwrap(), maze);
                    assert_eq!(json, limits(200).to_json(&maze).unwrap());
                }
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::DepthLimit, "{error}");
                    assert_eq!(loaded.unwrap_err().kind(), error.kind(), "{level} {depth}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 50, "{refused}");
    let mut lists = Lists(vec![]);
    for _ in 0..90 {
        lists = Lists(vec![vec![vec![vec![vec![lists]]]]]);
    }
    insta::assert_snapshot!(json::to_string(&lists).unwrap_err(), @r"
    lists, maps and structs are nested more than 512 levels deep
      help: raise `Limits::depth`, each level of which allows four of these
    ");
}

#[test]
fn deep_nesting_is_an_error() {
    for (open, kind) in [
        ("[", ErrorKind::DepthLimit),
        ("{\"a\":", ErrorKind::DepthLimit),
        ("{\"some\":", ErrorKind::DepthLimit),
        ("[{\"name\":[", ErrorKind::DepthLimit),
        ("{{", ErrorKind::Syntax),
    ] {
        let source = open.repeat(200_000);
        assert_eq!(json::from_str::<World>(&source).unwrap_err().kind(), kind, "{open}");
    }
    let nested = |levels: usize| {
        let open = r#"{"name":"","tiles":[],"keys":{},"blob":"","heights":[],"next":"#;
        open.repeat(levels) + "null" + &"}".repeat(levels)
    };
    assert!(json::from_str::<World>(&nested(60)).is_ok());
    let error = json::from_str::<World>(&nested(100)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
}

#[test]
fn what_is_as_deep_as_the_limits_allow_comes_back() {
    let mut tree = Tree::Leaf;
    for _ in 0..126 {
        tree = Tree::Node([(7, tree)].into());
    }
    let json = json::to_string(&tree).unwrap();
    assert_eq!(json::from_str::<Tree>(&json).unwrap(), tree);
}

#[test]
fn huge_tokens_are_read_or_refused() {
    let digits = "9".repeat(1 << 20);
    assert!(json::from_str::<u64>(&digits).is_err());
    assert_eq!(
        json::from_str::<u64>(&format!("\"{digits}\"")).unwrap_err().kind(),
        ErrorKind::InvalidValue
    );
    let name = format!("\"{}\"", "n".repeat(1 << 20));
    assert!(json::from_str::<Tile>(&name).unwrap_err().to_string().len() < 2000);
    let string = format!("\"{}\"", "é\\n".repeat(1 << 18));
    assert_eq!(json::from_str::<String>(&string).unwrap().len(), 3 << 18);
}

#[test]
fn memory_obeys_the_limits() {
    let source = format!("[{}1]", "1,".repeat(100_000));
    let careful = Options::file().limits(Limits::new().max_alloc(1000));
    let error = careful.from_json::<Vec<u64>>(&source).unwrap_err();
    assert_eq!((error.kind(), error.line()), (ErrorKind::MemoryLimit, Some(1)));
    assert_eq!(json::from_str::<Vec<u64>>(&source).unwrap().len(), 100_001);
}

#[test]
fn a_key_that_occurs_twice_is_refused() {
    for source in ["[[1, 2], [1, 3]]", r#"{"1": 2, "1": 3}"#, r#"{"1": 2, "\u0031": 3}"#] {
        let error = json::from_str::<BTreeMap<u8, u8>>(source).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::KeyOrder);
    }
    let error = json::from_str::<Tile>(r#"{"Wall": {"height": 1, "height": 1}}"#).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Syntax);
}

/// JSON that is, or nearly is, a value of one of the types below.
fn any_json() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        "-?[1-9][0-9]{0,4}(\\.[0-9]{1,3})?(e[-+]?[0-9]{1,3})?",
        "\"[a-z0-9]{0,6}\"",
        "\"(inf|nan|Empty|Wall|Door|\\\\u0061)\"",
        "(true|false|null)",
    ];
    scalar.prop_recursive(6, 64, 6, |inner| {
        let key =
            "\"(name|tiles|keys|blob|heights|next|height|some|Wall|Door|@value|@versions|0)\"";
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6)
                .prop_map(|all| format!("[{}]", all.join(", "))),
            prop::collection::vec((key, inner), 0..6).prop_map(|all| {
                let all: Vec<_> =
                    all.iter().map(|(key, value)| format!("{key}: {value}")).collect();
                format!("{{{}}}", all.join(",\n"))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn no_json_crashes(source in any_json()) {
        let _ = json::from_str::<World>(&source);
        let _ = json::from_str::<Tile>(&source);
        let _ = json::from_str::<Vec<Option<f32>>>(&source);
        let _ = json::from_str::<Option<Option<()>>>(&source);
        let _ = json::from_str::<BTreeMap<String, (u8, char)>>(&source);
    }

    #[test]
    fn no_text_crashes(source in "[ -~\n]{0,60}") {
        let _ = json::from_str::<World>(&source);
    }
}
