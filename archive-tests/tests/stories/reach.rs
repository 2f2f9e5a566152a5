//! One versioned struct in every possible place: it changes, and what contains it does not.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use archive::{Archive, ErrorKind, Layout, Options, VersionTable};
use archive_tests::golden::{Story, forms, refusal, save};

/// A type that never changes, and is copied as a block where nothing else does either.
#[derive(Archive, Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[archive(pod)]
#[repr(C)]
pub struct Spot {
    pub x: f32,
    pub y: f32,
}

/// Several of these places, nested.
type Deep<P> = Vec<Option<BTreeMap<u8, (P, [P; 1])>>>;

mod v1 {
    use super::*;

    #[derive(Archive, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Point {
        pub x: u8,
        pub y: i16,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Atlas {
        pub list: Vec<Point>,
        pub option: Option<Point>,
        pub keys: BTreeMap<Point, String>,
        pub values: HashMap<String, Point>,
        pub hashed_keys: HashMap<Point, u8>,
        pub set: BTreeSet<Point>,
        pub hashed_set: HashSet<Point>,
        pub tuple: (u8, Point),
        pub array: [Point; 2],
        pub boxed: Box<Point>,
        pub shared: Rc<Point>,
        pub pair: Pair<Point, Vec<Point>>,
        pub grid: Grid<Point, 3>,
        pub result: Result<Point, String>,
        pub deep: Deep<Point>,
        pub heights: Vec<u16>,
        pub trail: Vec<Spot>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Pair<A, B> {
        pub a: A,
        pub b: B,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Grid<T, const N: usize> {
        pub cells: [T; N],
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Sign<'a> {
        pub text: &'a str,
        pub at: Point,
    }
}

pub mod v2 {
    use super::*;

    #[derive(Archive, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Point {
        #[archive(was(u8, until = 2))]
        pub x: u32,
        #[since(2, default = 0)]
        pub z: i16,
        pub y: i16,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Atlas {
        pub list: Vec<Point>,
        pub option: Option<Point>,
        pub keys: BTreeMap<Point, String>,
        pub values: HashMap<String, Point>,
        pub hashed_keys: HashMap<Point, u8>,
        pub set: BTreeSet<Point>,
        pub hashed_set: HashSet<Point>,
        pub tuple: (u8, Point),
        pub array: [Point; 2],
        pub boxed: Box<Point>,
        pub shared: Rc<Point>,
        pub pair: Pair<Point, Vec<Point>>,
        pub grid: Grid<Point, 3>,
        pub result: Result<Point, String>,
        pub deep: Deep<Point>,
        pub heights: Vec<u16>,
        pub trail: Vec<Spot>,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Pair<A, B> {
        pub a: A,
        pub b: B,
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Grid<T, const N: usize> {
        pub cells: [T; N],
    }

    #[derive(Archive, Debug, PartialEq)]
    pub struct Sign<'a> {
        pub text: &'a str,
        pub at: Point,
    }
}

fn old(x: u8, y: i16) -> v1::Point {
    v1::Point { x, y }
}

fn new(x: u32, y: i16) -> v2::Point {
    v2::Point { x, z: 0, y }
}

/// An atlas whose points a function makes.
macro_rules! atlas {
    ($version:ident, $p:expr) => {{
        let p = $p;
        $version::Atlas {
            list: vec![p(1, -1), p(2, -2)],
            option: Some(p(3, -3)),
            keys: [(p(4, -4), "a".into()), (p(4, 4), "b".into())].into(),
            values: [("a".into(), p(5, -5)), ("b".into(), p(6, -6))].into(),
            hashed_keys: [(p(7, -7), 1), (p(200, 7), 2)].into(),
            set: [p(8, -8), p(9, -9)].into(),
            hashed_set: [p(10, -10), p(11, -11)].into(),
            tuple: (12, p(12, -12)),
            array: [p(13, -13), p(14, -14)],
            boxed: Box::new(p(15, -15)),
            shared: Rc::new(p(16, -16)),
            pair: $version::Pair { a: p(17, -17), b: vec![p(18, -18)] },
            grid: $version::Grid { cells: [p(19, -19), p(20, -20), p(21, -21)] },
            result: Ok(p(22, -22)),
            deep: vec![None, Some([(1, (p(23, -23), [p(24, -24)]))].into())],
            heights: vec![25, 2500],
            trail: vec![Spot { x: 26.0, y: -26.0 }, Spot { x: 27.0, y: -27.0 }],
        }
    }};
}

#[test]
fn every_version_reads_every_other_or_refuses() {
    let mut story = Story::new("reach");
    story.ships(1, &atlas!(v1, old));
    story.ships(2, &atlas!(v2, |x: u32, y| v2::Point { x: x + 1000, z: 1, y }));
    story.loads(1, 2, &atlas!(v2, new));
    story.refuses::<v1::Atlas>(2, 1);
    story.writes_for(2, 1, &atlas!(v2, new), &atlas!(v1, old));
    let mut lost = atlas!(v2, new);
    lost.deep = vec![None, Some([(1, (new(1, 1), [new(256, 2)]))].into())];
    story.cannot_write_for(2, 1, "a wider field far within", &lost);
    let mut lost = atlas!(v2, new);
    lost.keys = [(v2::Point { x: 1, z: 5, y: 1 }, "a".into())].into();
    story.cannot_write_for(2, 1, "a new field of a key", &lost);
    let mut lost = atlas!(v2, new);
    lost.hashed_set = [v2::Point { x: 1, z: 5, y: 1 }].into();
    story.cannot_write_for(2, 1, "a new field in a hashed set", &lost);
    insta::assert_snapshot!(story.refusals());
}

/// Checks that the new program loads what the old one saved, and saves it again for the old one.
fn reached<Old, New>(old: Old, new: New)
where
    Old: Archive + PartialEq + Debug,
    New: Archive + PartialEq + Debug,
{
    let table = VersionTable::of::<Old>().unwrap();
    assert_eq!(table.get("Point"), Some(1));
    assert_eq!(New::schema_at(&table).unwrap(), Old::schema());
    for (_, options) in forms() {
        let bytes = save(&options, &old).unwrap();
        assert_eq!(options.from_slice::<New>(&bytes).unwrap(), new);
        let peer = VersionTable::of_archive(&bytes).unwrap();
        assert_eq!(save(&options.clone().write_for(&table), &new).unwrap(), bytes);
        assert_eq!(save(&options.clone().write_for(&peer), &new).unwrap(), bytes);
        let today = save(&options, &new).unwrap();
        let error = options.from_slice::<Old>(&today).unwrap_err();
        assert_eq!((error.kind(), error.type_name()), (ErrorKind::TooNew, "Point"));
    }
}

#[test]
fn through_sequences() {
    reached(old(1, 2), new(1, 2));
    reached(vec![old(1, 2), old(3, 4)], vec![new(1, 2), new(3, 4)]);
    reached([old(1, 2)], [new(1, 2)]);
    reached(VecDeque::from([old(1, 2)]), VecDeque::from([new(1, 2)]));
    reached(LinkedList::from([old(1, 2)]), LinkedList::from([new(1, 2)]));
    reached((old(1, 2), 3_u8), (new(1, 2), 3_u8));
    reached(Vec::<v1::Point>::new(), Vec::<v2::Point>::new());
}

#[test]
fn through_options_and_results() {
    reached(Some(old(1, 2)), Some(new(1, 2)));
    reached(None::<v1::Point>, None::<v2::Point>);
    reached(Ok::<_, String>(old(1, 2)), Ok::<_, String>(new(1, 2)));
    reached(Err::<u8, _>(old(1, 2)), Err::<u8, _>(new(1, 2)));
}

#[test]
fn through_pointers() {
    reached(Box::new(old(1, 2)), Box::new(new(1, 2)));
    reached(Rc::new(old(1, 2)), Rc::new(new(1, 2)));
    reached(Arc::new(old(1, 2)), Arc::new(new(1, 2)));
    reached(Box::<[v1::Point]>::from([old(1, 2)]), Box::<[v2::Point]>::from([new(1, 2)]));
    reached(Some(Box::new([old(1, 2)])), Some(Box::new([new(1, 2)])));
}

#[test]
fn through_maps_and_sets() {
    reached(BTreeMap::from([(old(1, 2), 3_u8)]), BTreeMap::from([(new(1, 2), 3_u8)]));
    reached(BTreeMap::from([(3_u8, old(1, 2))]), BTreeMap::from([(3_u8, new(1, 2))]));
    reached(HashMap::from([(old(1, 2), 3_u8)]), HashMap::from([(new(1, 2), 3_u8)]));
    reached(HashMap::from([(3_u8, old(1, 2))]), HashMap::from([(3_u8, new(1, 2))]));
    reached(BTreeSet::from([old(1, 2), old(3, 4)]), BTreeSet::from([new(1, 2), new(3, 4)]));
    reached(HashSet::from([old(1, 2), old(3, 4)]), HashSet::from([new(1, 2), new(3, 4)]));
}

#[test]
fn through_generic_types_and_constants() {
    let pair = v1::Pair { a: old(1, 2), b: v1::Pair { a: 3_u8, b: Some(old(4, 5)) } };
    reached(pair, v2::Pair { a: new(1, 2), b: v2::Pair { a: 3_u8, b: Some(new(4, 5)) } });
    let grid = v1::Grid { cells: [v1::Grid { cells: [old(1, 2)] }] };
    reached(grid, v2::Grid { cells: [v2::Grid { cells: [new(1, 2)] }] });
}

#[test]
fn beside_borrowed_text() {
    let sign = v1::Sign { text: "north", at: old(1, 2) };
    for (_, options) in forms() {
        let bytes = options.to_vec(&sign).unwrap();
        let loaded: v2::Sign<'_> = options.from_slice(&bytes).unwrap();
        assert_eq!(loaded, v2::Sign { text: "north", at: new(1, 2) });
        assert!(bytes.as_ptr_range().contains(&loaded.text.as_ptr()));
        let table = VersionTable::of::<v1::Sign<'_>>().unwrap();
        assert_eq!(save(&options.clone().write_for(&table), &loaded).unwrap(), bytes);
    }
}

/// Keys that are ordered differently since their type changed.
mod keys {
    use archive::Archive;

    pub mod v1 {
        use super::*;

        #[derive(Archive, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct Slot(pub String);
    }

    pub mod v2 {
        use super::*;

        #[derive(Archive, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct Slot(
            #[archive(was(String, until = 2, with = |text: String| text.parse::<u32>(), back = |slot: &u32| slot.to_string()))]
            pub u32,
        );
    }
}

#[test]
fn old_keys_may_have_had_another_order() {
    let old = ["10", "9"].map(|text| (keys::v1::Slot(text.into()), text.len() as u8));
    let new = BTreeMap::from([(keys::v2::Slot(9), 1), (keys::v2::Slot(10), 2)]);
    let bytes = archive::to_vec(&BTreeMap::from(old)).unwrap();
    assert_eq!(archive::from_slice::<BTreeMap<keys::v2::Slot, u8>>(&bytes).unwrap(), new);

    let old = ["10", "9"].map(|text| keys::v1::Slot(text.into()));
    let bytes = archive::to_vec(&BTreeSet::from(old)).unwrap();
    let new = BTreeSet::from([keys::v2::Slot(9), keys::v2::Slot(10)]);
    assert_eq!(archive::from_slice::<BTreeSet<keys::v2::Slot>>(&bytes).unwrap(), new);
}

#[test]
fn keys_that_an_older_program_orders_otherwise_are_loaded_by_it() {
    let of_today = VersionTable::of::<keys::v2::Slot>().unwrap();
    let peer = of_today.at::<keys::v2::Slot>(1).unwrap();
    let slots = || [9, 10, 100].map(keys::v2::Slot);
    let (map, set, heap) = (
        BTreeMap::from(slots().map(|slot| (slot, true))),
        BTreeSet::from(slots()),
        BinaryHeap::from(slots()),
    );
    let then = || ["10", "100", "9"].map(|text| keys::v1::Slot(text.into()));
    for options in [Options::message(), Options::file(), Options::file().layout(Layout::Rows)] {
        let options = options.write_for(&peer);
        let found: BTreeMap<keys::v1::Slot, bool> =
            options.from_slice(&options.to_vec(&map).unwrap()).unwrap();
        assert!(found.into_keys().eq(then()));
        let found: BTreeSet<keys::v1::Slot> =
            options.from_slice(&options.to_vec(&set).unwrap()).unwrap();
        assert!(found.into_iter().eq(then()));
        let found: BinaryHeap<keys::v1::Slot> =
            options.from_slice(&options.to_vec(&heap).unwrap()).unwrap();
        assert_eq!(found.into_sorted_vec(), then());
    }
}

#[test]
fn keys_may_be_ordered_otherwise_without_a_new_version() {
    let keys = BTreeSet::from([1_u64, 2, 300]);
    for layout in [Layout::Rows, Layout::Columns] {
        let options = Options::file().layout(layout);
        let turned: BTreeSet<Reverse<u64>> =
            options.from_slice(&options.to_vec(&keys).unwrap()).unwrap();
        assert!(turned.iter().map(|key| key.0).eq([300, 2, 1]));
    }
}

#[test]
fn old_keys_that_became_one_are_an_error() {
    let old = ["09", "9"].map(|text| (keys::v1::Slot(text.into()), 1_u8));
    let (error, said) = refusal(&BTreeMap::from(old), |options, bytes| {
        options.from_slice::<BTreeMap<keys::v2::Slot, u8>>(bytes).unwrap_err()
    });
    assert_eq!((error.kind(), error.path()), (ErrorKind::KeyOrder, "{1}"));
    insta::assert_snapshot!(said);
}
