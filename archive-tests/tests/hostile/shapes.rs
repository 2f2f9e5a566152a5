//! Types of every kind, each with a value.

#![expect(clippy::vec_box, reason = "boxes are what is tested")]

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroU16, Wrapping};
use std::ops::{Bound, ControlFlow};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use archive::Archive;

#[derive(Archive, Debug, PartialEq, Clone)]
pub struct Scalars {
    pub a: (u8, u16, u32, u64, u128),
    pub b: (i8, i16, i32, i64, i128),
    pub c: (f32, f64, bool, char, usize, isize),
    pub d: NonZeroU16,
    pub e: Wrapping<i32>,
    pub f: Option<Option<bool>>,
    pub g: [char; 2],
}

pub fn scalars() -> Scalars {
    Scalars {
        a: (1, 2, 3, 4, 5),
        b: (-1, -2, -3, -4, -5),
        c: (0.5, -0.25, true, 'ß', 77, -77),
        d: NonZeroU16::MIN,
        e: Wrapping(9),
        f: Some(Some(false)),
        g: ['a', '🦀'],
    }
}

#[derive(Archive, Debug, PartialEq)]
pub struct Texts<'t> {
    pub owned: String,
    pub boxed: Box<str>,
    pub borrowed: &'t str,
    pub cow: Cow<'t, str>,
    pub bytes: Vec<u8>,
    pub slice: &'t [u8],
    pub path: PathBuf,
    #[archive(max_len = 8)]
    pub short: String,
}

pub fn texts() -> Texts<'static> {
    Texts {
        owned: "owned".into(),
        boxed: "für".into(),
        borrowed: "borrowed",
        cow: "".into(),
        bytes: vec![1, 2, 3],
        slice: &[4, 5],
        path: "saves/slot1".into(),
        short: "eight by".into(),
    }
}

#[derive(Archive, Debug)]
pub struct Lists {
    pub numbers: Vec<u32>,
    pub flags: Vec<bool>,
    pub deque: VecDeque<u16>,
    pub linked: LinkedList<String>,
    pub heap: BinaryHeap<(u8, i8)>,
    pub arrays: Vec<[u8; 3]>,
    pub options: Vec<Option<u8>>,
    pub tags: Vec<Weather>,
    pub points: Vec<Point>,
    pub boxed: Box<[i16]>,
    /// Large enough to be built on the heap.
    pub wall: Box<[Option<[u64; 8]>; 256]>,
}

/// Tags alone: each takes one byte.
#[derive(Archive, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Clone, Copy)]
pub enum Weather {
    Sun,
    Rain,
    #[archive(tag = 9)]
    Hail,
}

#[repr(C)]
#[derive(Archive, Debug, PartialEq, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[archive(pod)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

pub fn lists() -> Lists {
    Lists {
        numbers: vec![1, 2, 3],
        flags: vec![true, false],
        deque: [7, 8].into(),
        linked: ["a".to_owned(), "bc".to_owned()].into(),
        heap: [(2, -1), (1, 5), (2, -1)].into(),
        arrays: vec![[1, 2, 3], [4, 5, 6]],
        options: vec![None, Some(4)],
        tags: vec![Weather::Rain, Weather::Hail],
        points: vec![Point { x: 1.0, y: -1.0 }],
        boxed: [3, -3].into(),
        wall: Box::new(std::array::from_fn(|at| (at == 7).then_some([1; 8]))),
    }
}

#[derive(Archive, Debug, PartialEq)]
pub struct Maps {
    pub ordered: BTreeMap<String, Vec<u8>>,
    pub hashed: HashMap<u16, Option<char>>,
    pub wide: BTreeMap<u8, [u64; 12]>,
    pub few: HashMap<i8, [u64; 9]>,
    pub set: BTreeSet<i8>,
    pub names: HashSet<String>,
    pub empty: BTreeMap<(), ()>,
    pub weather: BTreeSet<Weather>,
}

pub fn maps() -> Maps {
    Maps {
        ordered: [("key".into(), vec![1]), ("kez".into(), vec![])].into(),
        hashed: [(1, None), (256, Some('x')), (3, None)].into(),
        wide: [(1, [1; 12])].into(),
        few: [(-1, [1; 9])].into(),
        set: [-1, 0, 1].into(),
        names: ["b".to_owned(), "aa".to_owned()].into(),
        empty: [((), ())].into(),
        weather: [Weather::Hail, Weather::Sun].into(),
    }
}

/// Recursive through a list, a box, a map and an option.
#[derive(Archive, Debug, PartialEq)]
pub enum Tree {
    Leaf,
    Number(i64),
    List(Vec<Tree>),
    Boxed(Box<Tree>),
    Named { entries: BTreeMap<String, Tree>, note: Option<Box<Tree>> },
}

pub fn tree() -> Tree {
    let entries = [
        ("a".to_owned(), Tree::Leaf),
        ("b".to_owned(), Tree::List(vec![Tree::Number(-1), Tree::List(vec![])])),
    ];
    Tree::Named { entries: entries.into(), note: Some(Box::new(Tree::Boxed(Box::new(Tree::Leaf)))) }
}

/// Trees next to other values.
pub fn trees() -> (u8, Tree, Option<Tree>, [Tree; 2], String) {
    (
        3,
        tree(),
        Some(Tree::Number(7)),
        [Tree::Leaf, Tree::Boxed(Box::new(Tree::Leaf))],
        "end".into(),
    )
}

#[derive(Archive, Debug, PartialEq)]
pub struct Grid<T, const N: usize> {
    pub cells: [Vec<T>; N],
    pub last: Option<T>,
}

pub fn grid() -> (Grid<u8, 2>, Grid<Weather, 1>) {
    (
        Grid { cells: [vec![1], vec![]], last: Some(2) },
        Grid { cells: [vec![Weather::Sun]], last: None },
    )
}

/// Takes no bytes, but memory.
#[derive(Archive, Debug, PartialEq, Clone, Default)]
pub struct Skipped {
    #[archive(skip)]
    pub cache: [u64; 16],
}

#[derive(Archive, Debug, PartialEq, Clone, Copy)]
pub struct Nothing;

#[derive(Archive, Debug, PartialEq)]
pub struct Zero {
    pub units: Vec<()>,
    pub skipped: Vec<Skipped>,
    pub nothings: VecDeque<Nothing>,
    pub arrays: Vec<[u32; 0]>,
    pub set: BTreeSet<()>,
    pub boxes: Vec<Box<Skipped>>,
}

pub fn zero() -> Zero {
    Zero {
        units: vec![(); 3],
        skipped: vec![Skipped::default(); 2],
        nothings: [Nothing; 4].into(),
        arrays: vec![[]; 2],
        set: [()].into(),
        boxes: vec![Box::default()],
    }
}

#[derive(Archive, Debug)]
pub struct Pointers {
    pub rc: Rc<u16>,
    pub arc: Arc<[u16]>,
    pub text: Rc<str>,
    pub bytes: Arc<[u8]>,
    pub cell: Cell<bool>,
    pub refcell: RefCell<Vec<Box<u8>>>,
    pub mutex: Mutex<Box<Scalars>>,
    pub shared: Vec<Rc<(u8, Box<[u8]>)>>,
}

pub fn pointers() -> Pointers {
    Pointers {
        rc: Rc::new(5),
        arc: Arc::new([1, 2]),
        text: "text".into(),
        bytes: Arc::new([1, 2, 3]),
        cell: Cell::new(true),
        refcell: RefCell::new(vec![Box::new(1), Box::new(2)]),
        mutex: Mutex::new(Box::new(scalars())),
        shared: vec![Rc::new((1, [2, 3].into()))],
    }
}

#[derive(Archive, Debug, PartialEq)]
pub struct Library {
    pub duration: Duration,
    pub time: SystemTime,
    pub ip: IpAddr,
    pub socket: SocketAddr,
    pub range: std::ops::Range<u8>,
    pub inclusive: std::ops::RangeInclusive<i16>,
    pub bound: Bound<u32>,
    pub result: Result<String, u8>,
    pub flow: ControlFlow<u8, ()>,
    pub reverse: Vec<Reverse<u8>>,
}

pub fn library() -> Library {
    Library {
        duration: Duration::new(3, 999_999_999),
        time: SystemTime::UNIX_EPOCH + Duration::from_millis(1_700_000_000_123),
        ip: IpAddr::from([127, 0, 0, 1]),
        socket: "[::1]:80".parse().unwrap(),
        range: 1..3,
        inclusive: -3..=3,
        bound: Bound::Excluded(7),
        result: Err(3),
        flow: ControlFlow::Break(2),
        reverse: vec![Reverse(1)],
    }
}

/// Just enough values for floats to be stored together.
pub fn points() -> Vec<((f32, f32), u8)> {
    let float = |n: u8| f32::from(n) * 3.7 - 100.0;
    (0..64).map(|n| ((float(n), float(n).sqrt()), n)).collect()
}

/// Values that every codec makes shorter.
pub fn repeats() -> Vec<(String, Weather, [u16; 2])> {
    let weather = [Weather::Sun, Weather::Hail];
    let row = |n: u16| ("north north ".into(), weather[usize::from(n) % 2], [n % 3, 500]);
    (0..24).map(row).collect()
}

/// A type with a past: a variant without a successor, a removed field, one that came later.
#[derive(Archive, Debug, PartialEq)]
pub struct Item {
    pub name: String,
    #[archive(removed(weight: u16, until = 2))]
    #[since(3, default = 1)]
    pub count: u32,
    #[since(2, default = State::Whole)]
    pub state: State,
}

#[derive(Archive, Debug, PartialEq)]
pub enum State {
    Whole,
    #[archive(removed(Burnt { heat: u8 }, until = 2))]
    Broken(u8),
    #[since(2)]
    Mended {
        by: String,
    },
}

pub fn items() -> Vec<Item> {
    vec![
        Item { name: "torch".into(), count: 3, state: State::Whole },
        Item { name: "sword".into(), count: 1, state: State::Mended { by: "smith".into() } },
    ]
}

/// The first version of the types with a past.
pub mod v1 {
    use archive::Archive;

    #[derive(Archive)]
    pub struct Item {
        pub name: String,
        pub weight: u16,
    }
}

/// Their second version.
pub mod v2 {
    use archive::Archive;

    #[derive(Archive)]
    #[archive(version = 2)]
    pub struct Item {
        pub name: String,
        #[since(2, default = State::Whole)]
        pub state: State,
    }

    #[derive(Archive)]
    pub enum State {
        Whole,
        Burnt { heat: u8 },
        Broken(u8),
    }
}
