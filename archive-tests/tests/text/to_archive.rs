//! Edited output of `text::of_archive`, turned back into an archive without the types.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::time::Duration;

use archive::{Archive, Compression, ErrorKind, Layout, Options, json, text};
use archive_tests::source::{endures_flips, mistakes};
use cpu_time::ThreadTime;

/// One of every kind of type that a schema has.
#[derive(Archive, Clone, Debug, PartialEq)]
#[archive(version = 3)]
struct World {
    name: String,
    is_night: bool,
    mark: char,
    seed: [u8; 16],
    blob: Vec<u8>,
    heights: Vec<f32>,
    corners: [i16; 3],
    place: (u8, f64),
    nothing: (),
    marker: Marker,
    maybe: Option<u32>,
    twice: Option<Option<bool>>,
    perhaps: Option<()>,
    keys: BTreeMap<Place, String>,
    named: BTreeMap<String, i64>,
    counts: HashMap<u16, Vec<Tile>>,
    bag: BTreeSet<String>,
    loose: HashSet<i8>,
    huge: u128,
}

#[derive(Archive, Clone, Debug, PartialEq)]
struct Marker;

#[derive(Archive, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place(i32, i32);

#[derive(Archive, Clone, Debug, PartialEq)]
enum Tile {
    Empty,
    Wall { height: f32 },
    Door(u32, Option<Place>),
}

fn world() -> World {
    World {
        name: "the \"old\"\nmill".into(),
        is_night: true,
        mark: '\'',
        seed: [7; 16],
        blob: vec![1, 2, 255],
        heights: vec![0.1, -0.0, f32::INFINITY, f32::from_bits(0x7fc0_0001), 1e-30],
        corners: [-1, 0, 1],
        place: (9, 0.1),
        nothing: (),
        marker: Marker,
        maybe: None,
        twice: Some(None),
        perhaps: Some(()),
        keys: [(Place(1, 2), "a".into()), (Place(3, -4), "b".into())].into(),
        named: [("some".into(), -1), ("@link".into(), i64::MAX)].into(),
        counts: [
            (7, vec![Tile::Empty, Tile::Wall { height: 2.5 }]),
            (300, vec![Tile::Door(3, None), Tile::Door(4, Some(Place(0, 0)))]),
        ]
        .into(),
        bag: ["rope".into(), "torch".into()].into(),
        loose: [-3, 5, 8].into(),
        huge: u128::MAX,
    }
}

fn forms() -> Vec<Options> {
    let file = Options::file();
    let mut forms = Vec::new();
    for layout in [Layout::Rows, Layout::Columns] {
        for codec in [Compression::None, Compression::Lz4, Compression::Zstd(3)] {
            forms.push(file.clone().layout(layout).compression(codec));
        }
    }
    forms.push(file.checksum(false));
    forms
}

#[test]
fn what_was_not_edited_is_the_same_file() {
    for options in forms() {
        let file = options.to_vec(&world()).unwrap();
        let shown = text::of_archive(&file).unwrap();
        assert!(text::to_archive(&shown, &file).unwrap() == file, "{options:?}");
        let shown = json::of_archive(&file).unwrap();
        assert!(json::to_archive(&shown, &file).unwrap() == file, "{options:?}");
    }
}

#[test]
fn what_somebody_changed_is_loaded() {
    for options in forms() {
        let file = options.to_vec(&world()).unwrap();
        let shown = text::of_archive(&file).unwrap();
        let mut edited = shown;
        for (right, other) in [
            ("maybe = none", "maybe = some(0x10) // as `Some(16)`"),
            ("heights = [", "heights = [42, "),
            ("Place(3, -4)", "(3, -4)"),
            ("[\"rope\", \"torch\"]", "[\"torch\", \"axe\", \"rope\"]"),
            ("@versions { Marker = 1, Place = 1, Tile = 1 }\n", ""),
            (
                "{ \"@link\" = 9223372036854775807, \"some\" = -1 }",
                "{ \"zebra\" = 1, \"ape\" = 2 }",
            ),
        ] {
            assert!(edited.contains(right), "{right} in {edited}");
            edited = edited.replacen(right, other, 1);
        }
        let mut loaded: World =
            archive::from_slice(&text::to_archive(&edited, &file).unwrap()).unwrap();
        let mut expected = world();
        expected.maybe = Some(16);
        expected.heights.insert(0, 42.0);
        expected.bag.insert("axe".into());
        expected.named = [("ape".into(), 2), ("zebra".into(), 1)].into();
        // One of them is NaN, which does not equal itself.
        let bits =
            |world: &mut World| -> Vec<u32> { world.heights.drain(..).map(f32::to_bits).collect() };
        assert_eq!(bits(&mut loaded), bits(&mut expected));
        assert_eq!(loaded, expected);
    }
}

/// A duplicate in a set is a mistake, so it is refused.
#[test]
fn elements_of_sets_that_are_the_same_are_refused() {
    #[derive(Archive, Debug, PartialEq)]
    struct Sets {
        names: HashSet<String>,
        ids: BTreeSet<u8>,
        pairs: BTreeSet<(u8, Rc<str>)>,
    }

    let sets = Sets {
        names: ["a".into(), "b".into()].into(),
        ids: [1, 2].into(),
        pairs: [(1, "x".into()), (2, "y".into())].into(),
    };
    for options in forms() {
        let file = options.to_vec(&sets).unwrap();
        let shown = text::of_archive(&file).unwrap();
        let again = text::to_archive(&shown, &file).unwrap();
        assert_eq!(archive::from_slice::<Sets>(&again).unwrap(), sets);
        for (right, other, path) in [("\"b\"", "\"a\"", "names[1]"), ("[1, 2]", "[1, 1]", "ids[1]")]
        {
            let wrong = shown.replacen(right, other, 1);
            assert_ne!(wrong, shown);
            let error = text::to_archive(&wrong, &file).unwrap_err();
            assert_eq!((error.kind(), error.path()), (ErrorKind::KeyOrder, path), "{error}");
        }
        let edits: [(&str, &str); 2] = [("names[0]", "b"), ("names[1]", "a")];
        for (path, same) in edits {
            let error = archive::edit_archive(&file, |tree| tree.insert(path, same)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::KeyOrder, "{error}");
        }
    }
}

/// Time is linear for many values without fields.
#[test]
fn values_without_fields_take_linear_time() {
    const COUNT: usize = 100_000;
    let file = archive::to_vec(&vec![Tile::Empty]).unwrap();
    for (source, made) in [
        ("[".to_owned() + &"Empty,".repeat(COUNT) + "]", text::to_archive as fn(&_, &_) -> _),
        ("[\"Empty\"".to_owned() + &",\"Empty\"".repeat(COUNT - 1) + "]", json::to_archive),
    ] {
        let start = ThreadTime::now();
        let loaded: Vec<Tile> = archive::from_slice(&made(&source, &file).unwrap()).unwrap();
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
        assert!(loaded.len() == COUNT && loaded.iter().all(|tile| *tile == Tile::Empty));
    }
}

#[test]
fn mistakes_are_told_where_they_are() {
    let file = archive::to_vec(&world()).unwrap();
    let shown = text::of_archive(&file).unwrap();
    let told = mistakes(
        &shown,
        &[
            ("World @3", "World @2"),
            ("World @3", "Word @3"),
            ("Tile = 1", "Tile = 2"),
            ("Tile = 1", "Tiles = 1"),
            ("is_night = true", "is_night = 1"),
            ("is_night = true", ""),
            ("is_night = true", "is_nigt = true"),
            ("is_night = true", "is_night = true is_night = false"),
            ("corners = [-1, 0, 1]", "corners = [-1, 0]"),
            ("place = (9, 0.1)", "place = (9, 0.1, 3)"),
            ("place = (9, 0.1)", "place = (300, 0.1)"),
            ("place = (9, 0.1)", "place = [9, \"x\"]"),
            ("maybe = none", "maybe = None"),
            ("maybe = none", "maybe = some(1, 2)"),
            ("Wall { height = 2.5 }", "Wal { height = 2.5 }"),
            ("Wall { height = 2.5 }", "Wall(2.5)"),
            ("Door(3, none)", "Door(3)"),
            ("Door(3, none)", "Door"),
            ("marker = Marker", "marker = 3"),
            ("Place(1, 2) =", "Place(3, -4) ="),
            ("seed = x\"07", "seed = x\""),
            ("blob = x\"", "blob = x\"z"),
            ("blob = x\"", "blob = [1, 300] // x\""),
            ("mark = '\\''", "mark = 'ab'"),
            ("perhaps = ()", "perhaps = 3"),
            ("name = ", "name = &1 other = "),
        ],
        |source| text::to_archive(source, &file).unwrap_err(),
    );
    insta::assert_snapshot!(told);
    let shown = json::of_archive(&file).unwrap();
    let told = mistakes(
        &shown,
        &[
            ("\"World\": 3", "\"World\": 2"),
            ("\"is_night\": true", "\"is_night\": 1"),
            ("\"is_night\": true,", ""),
            ("\"Wall\": {", "\"Wal\": {"),
            ("\"Empty\"", "\"Emty\""),
            ("\"marker\": {}", "\"marker\": 3"),
            ("\"maybe\": null", "\"maybe\": {}"),
        ],
        |source| json::to_archive(source, &file).unwrap_err(),
    );
    insta::assert_snapshot!("mistakes_in_json", told);
}

#[derive(Archive)]
struct Scene {
    main: Rc<str>,
    others: Vec<Rc<str>>,
    lamp: Rc<Lamp>,
}

#[derive(Archive)]
struct Lamp {
    on: bool,
    next: Option<Rc<Lamp>>,
}

#[test]
fn objects_may_be_shared_and_parted() {
    let name: Rc<str> = "oak".into();
    let lamp = |next| Rc::new(Lamp { on: true, next });
    let scene = Scene {
        main: name.clone(),
        others: vec![name, "elm".into()],
        lamp: lamp(Some(lamp(Some(lamp(None))))),
    };
    for layout in [Layout::Rows, Layout::Columns] {
        let file = Options::file().layout(layout).to_vec(&scene).unwrap();
        let shown = text::of_archive(&file).unwrap();
        let parted = shown.replace("main = &1", "main = \"fir\"");
        let back: Scene = archive::from_slice(&text::to_archive(&parted, &file).unwrap()).unwrap();
        assert_eq!((&*back.main, &*back.others[0], &*back.others[1]), ("fir", "oak", "elm"));
        let shared = shown.replace("\"elm\"", "&1");
        let back: Scene = archive::from_slice(&text::to_archive(&shared, &file).unwrap()).unwrap();
        assert!(back.others.iter().all(|it| Rc::ptr_eq(it, &back.main)));
        assert!(back.lamp.on && back.lamp.next.is_some());
        let told = mistakes(
            &shown,
            &[
                ("main = &1", "main = &2"),
                ("&1 = \"oak\"", "&1 = \"oak\" &2 = \"fir\""),
                ("&1 = \"oak\"", "&1 = \"oak\" &1 = \"fir\""),
            ],
            |source| text::to_archive(source, &file).unwrap_err(),
        );
        let other = "Scene { main = &1 others = [] lamp = &1 } @objects { &1 = \"oak\" }";
        let other = text::to_archive(other, &file).unwrap_err();
        insta::assert_snapshot!("mistakes_in_links", format!("{told}{other}"));
    }
}

#[test]
fn every_byte_may_be_any_other() {
    let file = archive::to_vec(&world()).unwrap();
    let others = b" \"&(=0x";
    let shown = text::of_archive(&file).unwrap();
    endures_flips(&shown, others, |source| text::to_archive(source, &file));
    let shown = json::of_archive(&file).unwrap();
    endures_flips(&shown, others, |source| json::to_archive(source, &file));
}

#[derive(Archive, Debug, PartialEq)]
struct Nest {
    inner: Vec<Option<(u8, Vec<Nest>)>>,
}

#[test]
fn what_is_as_deep_as_the_limits_allow_comes_back() {
    let nest = |levels: usize| {
        let around = |inner, _| Nest { inner: vec![Some((1, vec![inner]))] };
        (1..levels).fold(Nest { inner: vec![] }, around)
    };
    let file = Options::file().to_vec(&nest(100)).unwrap();
    let shown = text::of_archive(&file).unwrap();
    assert!(text::to_archive(&shown, &file).unwrap() == file);
    let shown = json::of_archive(&file).unwrap();
    assert!(json::to_archive(&shown, &file).unwrap() == file);
    for levels in [129, 10_000] {
        let deep = "{ inner = [(1, [".repeat(levels) + &"])] }".repeat(levels);
        let error = text::to_archive(&deep, &file).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit, "{error}");
    }
}

#[test]
fn a_file_without_its_schema_is_none_of_a_text() {
    let message = Options::message().to_vec(&world()).unwrap();
    let shown = text::to_string(&world()).unwrap();
    let error = text::to_archive(&shown, &message).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
    // The text that the program itself writes works for its file, too.
    let file = archive::to_vec(&world()).unwrap();
    assert!(text::to_archive(&shown, &file).unwrap() == file);
    assert!(json::to_archive(&json::to_string(&world()).unwrap(), &file).unwrap() == file);
}

/// A mistake is found at the same path as by the game.
#[test]
fn a_mistake_in_an_object_has_its_path() {
    #[derive(Archive, Debug)]
    struct Node {
        name: String,
        stock: BTreeMap<String, u8>,
    }
    #[derive(Archive, Debug)]
    struct Tree {
        name: String,
        nodes: [Rc<Node>; 2],
    }
    let node = Rc::new(Node { name: "oak".into(), stock: BTreeMap::from([("nut".into(), 7)]) });
    let tree = Tree { name: "wood".into(), nodes: [Rc::clone(&node), node] };
    let file = archive::to_vec(&tree).unwrap();
    let text = text::of_archive(&file).unwrap();
    for (from, to, path) in
        [("\"oak\"", "7", "&1.name"), ("= 7", "= 700", "&1.stock{0}"), ("\"wood\"", "7", "name")]
    {
        let edited = text.replace(from, to);
        let tool = text::to_archive(&edited, &file).unwrap_err();
        let game = text::from_str::<Tree>(&edited).unwrap_err();
        assert_eq!((tool.path(), game.path()), (path, path), "{tool}\n{game}");
    }
}
