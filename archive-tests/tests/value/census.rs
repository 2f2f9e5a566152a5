//! What a value consists of.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use archive::{Archive, Census, ErrorKind, Options, Serialize, Tally, census};
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

/// The bytes of the rows of a value.
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

#[test]
fn what_cannot_be_saved_has_no_census() {
    let deep = (0..200).fold(folder(vec![]), |inner, _| folder(vec![inner]));
    assert_eq!(census(&deep).unwrap_err().kind(), ErrorKind::DepthLimit);
}
