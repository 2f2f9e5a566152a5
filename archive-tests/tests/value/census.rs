//! What makes up a value's size.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::{Rc, Weak};
use std::sync::Arc;

use archive::{Archive, Census, ErrorKind, Object, Options, Serialize, Tally, census};
use archive_tests::erased::Erased;

#[derive(Archive)]
struct World {
    name: String,
    tiles: Vec<Tile>,
    heights: Vec<f32>,
    picture: Vec<u8>,
    stock: HashMap<String, Pile>,
    orders: Vec<Order>,
    home: Option<(i16, u32)>,
    seen: BTreeSet<u16>,
    pool: Pool<Pile>,
}

#[derive(Archive)]
struct Tile {
    normal: [f32; 3],
    owner: Option<u8>,
}

#[derive(Archive)]
struct Pile {
    count: u64,
}

#[derive(Archive)]
enum Order {
    Stay,
    Go { to: (i16, i16) },
    Say(String),
}

#[derive(Archive)]
struct Pool<T> {
    free: Vec<T>,
}

fn world() -> World {
    let tile = |n: u8| Tile { normal: [0.0; 3], owner: (n < 10).then_some(n) };
    let go = |n| Order::Go { to: (n, n) };
    World {
        name: "Mars".into(),
        tiles: (0..200).map(tile).collect(),
        heights: vec![0.5; 1000],
        picture: vec![0; 300],
        stock: HashMap::from([
            ("wood".into(), Pile { count: 1 }),
            ("iron".into(), Pile { count: 2 }),
        ]),
        orders: vec![go(1), Order::Stay, go(2), Order::Say("Hold the bridge!".into()), Order::Stay],
        home: Some((1, 2)),
        seen: BTreeSet::from([1, 2, 3]),
        pool: Pool { free: vec![Pile { count: 3 }] },
    }
}

fn tally(tallies: &[Tally], name: &str) -> (u64, u64) {
    let found = tallies.iter().find(|tally| tally.name == name);
    found.map(|tally| (tally.count, tally.bytes)).unwrap_or_default()
}

fn part(census: &Census, path: &str) -> (u64, u64) {
    tally(census.parts(), path)
}

fn ty(census: &Census, name: &str) -> (u64, u64) {
    tally(census.types(), name)
}

/// The number of bytes of a value in rows.
fn rows<T: Serialize>(value: &T) -> u64 {
    u64::try_from(Options::message().to_vec(value).unwrap().len() - 10).unwrap()
}

#[test]
fn the_table_of_a_world() {
    insta::assert_snapshot!(census(&world()).unwrap());
}

#[test]
fn the_whole_table_of_a_world() {
    insta::assert_snapshot!(format!("{:#}", census(&world()).unwrap()));
}

#[test]
fn the_bytes_of_all_are_those_of_the_rows() {
    assert_eq!(census(&world()).unwrap().bytes(), rows(&world()));
    let list: Vec<_> = (0..500_u32).map(|n| (n, Some(n.to_string()), [n; 2])).collect();
    assert_eq!(census(&list).unwrap().bytes(), rows(&list));
}

#[test]
fn a_part_counts_what_it_holds() {
    let census = census(&world()).unwrap();
    assert_eq!(part(&census, "tiles[]"), (200, 200 * 13 + 10));
    assert_eq!(part(&census, "tiles"), (1, 200 * 13 + 10 + 2));
    assert_eq!(part(&census, "tiles[].normal[]"), (600, 2400));
}

#[test]
fn keys_and_values_of_maps() {
    let census = census(&world()).unwrap();
    assert_eq!(part(&census, "stock[key]"), (2, 10));
    assert_eq!(part(&census, "stock[].count"), (2, 16));
    assert_eq!(part(&census, "stock"), (1, 27));
}

#[test]
fn each_variant_is_a_part() {
    let census = census(&world()).unwrap();
    assert_eq!(part(&census, "orders[]"), (5, 2 * 5 + 18 + 2));
    assert_eq!(part(&census, "orders[]::Go"), (2, 10));
    assert_eq!(part(&census, "orders[]::Go.to[1]"), (2, 4));
    assert_eq!(part(&census, "orders[]::Stay"), (2, 2));
    assert_eq!(part(&census, "orders[]::Say.0"), (1, 17));
}

#[test]
fn a_type_is_counted_wherever_it_stands() {
    let census = census(&world()).unwrap();
    assert_eq!(ty(&census, "Pile"), (3, 24));
    assert_eq!(ty(&census, "Pool<Pile>"), (1, 9));
    assert_eq!(ty(&census, "f32"), (1600, 6400));
    assert_eq!(ty(&census, "bytes"), (1, 302));
}

#[derive(Archive)]
struct Folder {
    name: String,
    parent: Option<Box<Folder>>,
    inside: Vec<Folder>,
}

fn folder(inside: Vec<Folder>) -> Folder {
    Folder { name: "abc".into(), parent: None, inside }
}

#[test]
fn a_type_within_itself_is_counted_as_the_outermost_one() {
    let root = folder(vec![folder(vec![folder(vec![])]), folder(vec![])]);
    let size = rows(&root);
    let census = census(&BTreeMap::from([(7_u8, root)])).unwrap();
    assert_eq!(part(&census, "[].name"), (4, 16));
    assert_eq!(part(&census, "[].inside[]"), (3, 0));
    assert_eq!(part(&census, "[]"), (1, size));
    assert_eq!(ty(&census, "Folder"), (4, size));
    assert_eq!(census.parts().len(), 6);
}

#[test]
fn the_largest_first() {
    let census = census(&world()).unwrap();
    assert!(census.parts().is_sorted_by_key(|part| std::cmp::Reverse(part.bytes)));
    assert!(census.types().is_sorted_by_key(|part| std::cmp::Reverse(part.bytes)));
}

#[test]
fn values_without_parts_and_without_bytes() {
    assert_eq!(
        census(&7_u16).unwrap().to_string(),
        "2 bytes as rows\n\nbytes       %  count  type\n    2  100.0%      1  u16\n"
    );
    assert_eq!(
        census(&()).unwrap().to_string(),
        "0 bytes as rows\n\nbytes     %  count  type\n    0  0.0%      1  unit\n"
    );
}

#[test]
fn through_a_type_that_is_erased() {
    let (direct, erased) = (census(&world()).unwrap(), census(&Erased(world())).unwrap());
    assert_eq!(direct.types(), erased.types());
    assert_eq!(part(&direct, "heights[]"), part(&erased, "heights[]"));
}

#[derive(Archive)]
struct Scene {
    title: String,
    nodes: RefCell<Vec<Rc<Node>>>,
    main: Weak<Node>,
    pair: (Rc<str>, Arc<str>),
    things: Vec<Rc<dyn Thing>>,
}

#[derive(Archive)]
struct Node {
    texture: Rc<Texture>,
    next: RefCell<Option<Rc<Node>>>,
    up: RefCell<Weak<Node>>,
    own: Option<Box<Bone>>,
}

#[derive(Archive)]
struct Texture {
    pixels: Vec<u8>,
}

#[derive(Archive)]
struct Bone {
    length: f32,
    below: Vec<Bone>,
}

trait Thing: Object {}

#[derive(Archive)]
struct Sword {
    damage: u16,
}

#[derive(Archive)]
struct Banner {
    cloth: Rc<Texture>,
}

impl Thing for Sword {}
impl Thing for Banner {}

archive::registry! { dyn Thing as "Thing" { Sword as "sword", Banner as "banner" } }

fn scene(nodes: usize) -> Scene {
    let texture = Rc::new(Texture { pixels: vec![7; 1000] });
    let bone = |below| Bone { length: 1.0, below };
    let node = |_| {
        let (texture, own) = (Rc::clone(&texture), Some(Box::new(bone(vec![bone(vec![])]))));
        Rc::new(Node { texture, next: RefCell::default(), up: RefCell::default(), own })
    };
    let nodes: Vec<Rc<Node>> = (0..nodes).map(node).collect();
    for (node, next) in nodes.iter().zip(nodes.iter().cycle().skip(1)) {
        *node.next.borrow_mut() = Some(Rc::clone(next));
        *next.up.borrow_mut() = Rc::downgrade(node);
    }
    Scene {
        title: "hall".into(),
        main: Rc::downgrade(&nodes[0]),
        nodes: RefCell::new(nodes),
        pair: ("same".into(), "kind".into()),
        things: vec![
            Rc::new(Sword { damage: 1 }),
            Rc::new(Banner { cloth: texture }),
            Rc::new(Sword { damage: 2 }),
        ],
    }
}

#[test]
fn what_is_shared_is_counted_once() {
    let scene = scene(300);
    let census = census(&scene).unwrap();
    insta::assert_snapshot!(format!("{census:#}"));
    assert_eq!(census.bytes(), rows(&scene));
    assert_eq!(part(&census, "Texture#"), (1, 1002));
    assert_eq!(part(&census, "Node#.texture"), (300, 1200));
    assert_eq!(ty(&census, "Bone"), (600, 300 * 2 * 5));
    scene.nodes.borrow().iter().for_each(|node| *node.next.borrow_mut() = None);
}

#[test]
fn a_long_chain_is_counted() {
    #[derive(Archive)]
    struct Link {
        next: Option<Rc<Link>>,
    }
    let mut chain =
        (0..20_000).fold(Link { next: None }, |next, _| Link { next: Some(next.into()) });
    assert_eq!(part(&census(&chain).unwrap(), "Link#.next"), (20_000, 99_996));
    while let Some(next) = chain.next.take().and_then(Rc::into_inner) {
        chain = next;
    }
}

#[test]
fn sharing_without_end_takes_no_time() {
    #[derive(Archive)]
    struct Twice(Option<(Rc<Twice>, Rc<Twice>)>);
    let twice = |below: Rc<Twice>| Rc::new(Twice(Some((Rc::clone(&below), below))));
    let top = (0..64).fold(Rc::new(Twice(None)), |below, _| twice(below));
    assert_eq!(part(&census(&top).unwrap(), "Twice#").0, 65);
}

#[test]
fn what_cannot_be_saved_has_no_census() {
    let deep = (0..200).fold(folder(vec![]), |inner, _| folder(vec![inner]));
    assert_eq!(census(&deep).unwrap_err().kind(), ErrorKind::DepthLimit);
}
