//! Nested values: ten thousand levels are an error, and the allowed levels fit a stack of 2 MiB in
//! a build without optimizations.

use std::collections::BTreeMap;
use std::mem;
use std::thread;

use archive::{Archive, Error, ErrorKind, Layout, Limits, Options};

use archive_tests::wire;

const LEVELS: usize = 10_000;

#[derive(Archive, Debug, Default)]
struct Link {
    next: Option<Box<Link>>,
}

#[derive(Archive, Debug)]
enum Json {
    Null,
    List(Vec<Json>),
    Map(BTreeMap<String, Json>),
}

/// Runs on a stack as small as a spawned thread's.
fn on_a_small_stack<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> R {
    thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap()
}

/// A message whose body repeats `level` and then has `end`.
fn nested<T: Archive>(seed: &T, level: &[u8], times: usize, end: &[u8]) -> Vec<u8> {
    let sample = Options::message().to_vec(seed).unwrap();
    [&sample[..wire::body_start(&sample)], &level.repeat(times), end].concat()
}

fn refusal<T: Archive>(bytes: Vec<u8>) -> ErrorKind {
    on_a_small_stack(move || archive::from_slice::<T>(&bytes).map(|_| ()).unwrap_err()).kind()
}

#[test]
fn ten_thousand_levels_are_not_loaded() {
    let links = nested(&Link::default(), &[1], LEVELS, &[0]);
    assert_eq!(refusal::<Link>(links), ErrorKind::DepthLimit);
    let lists = nested(&Json::Null, &[1, 1], LEVELS, &[0]);
    assert_eq!(refusal::<Json>(lists), ErrorKind::DepthLimit);
    let maps = nested(&Json::Null, &[2, 1, 0], LEVELS, &[0]);
    assert_eq!(refusal::<Json>(maps), ErrorKind::DepthLimit);
    let mixed = nested(&Json::Null, &[1, 1, 2, 1, 0], LEVELS, &[0]);
    assert_eq!(
        refusal::<Vec<Json>>(nested(&Vec::<Json>::new(), &[1], 1, &mixed[10..])),
        ErrorKind::DepthLimit
    );
}

/// A chain of this many links, built without recursion.
fn chain(links: usize) -> Link {
    (1..links).fold(Link::default(), |next, _| Link { next: Some(Box::new(next)) })
}

#[test]
fn ten_thousand_levels_are_not_saved() {
    let kinds = on_a_small_stack(|| {
        let links = chain(LEVELS);
        let lists = (0..LEVELS).fold(Json::Null, |inner, _| Json::List(vec![inner]));
        let mut buffer = vec![0; 20_000];
        let errors: [Error; 5] = [
            archive::to_vec(&links).unwrap_err(),
            archive::to_vec(&lists).unwrap_err(),
            Options::message().encoded_len(&links).unwrap_err(),
            Options::message().write_into(&lists, &mut buffer).unwrap_err(),
            Options::message().to_writer(Vec::new(), &links).unwrap_err(),
        ];
        // Dropping them would overflow the stack.
        mem::forget((links, lists));
        errors.map(|error| error.kind())
    });
    assert_eq!(kinds, [ErrorKind::DepthLimit; 5]);
}

#[test]
fn the_deepest_value_that_is_saved_is_loaded() {
    // Each link counts twice, as a pointer and a struct, except the first, which has no pointer.
    on_a_small_stack(|| {
        let bytes = archive::to_vec(&chain(64)).unwrap();
        assert!(archive::from_slice::<Link>(&bytes).is_ok());
        let error = archive::to_vec(&chain(65)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit);
        let longer = nested(&Link::default(), &[1], 64, &[0]);
        assert_eq!(archive::from_slice::<Link>(&longer).unwrap_err().kind(), ErrorKind::DepthLimit);
    });
}

#[test]
fn a_pointer_to_a_value_in_rows_counts_once_in_columns() {
    on_a_small_stack(|| {
        let bytes = archive::to_vec(&Box::new(chain(64))).unwrap();
        assert!(archive::from_slice::<Box<Link>>(&bytes).is_ok());
        let error = archive::to_vec(&Box::new(Box::new(chain(64)))).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit);
    });
}

/// A struct as large as those of real games.
#[derive(Archive, Debug, Default)]
struct Npc {
    name: String,
    title: Option<String>,
    position: [f64; 3],
    rotation: [f32; 4],
    velocity: (f32, f32, f32),
    health: (u32, u32),
    mana: (u32, u32),
    skills: [u16; 16],
    flags: [bool; 8],
    inventory: Vec<(u16, u32)>,
    equipped: Option<[u32; 8]>,
    quests: BTreeMap<u32, String>,
    relations: BTreeMap<String, i32>,
    faction: Option<(String, i64)>,
    spawn: Option<(f64, f64, f64)>,
    portrait: Vec<u8>,
    seed: u128,
    followers: Vec<Npc>,
    mount: Option<Box<Npc>>,
}

fn troop(levels: usize) -> Npc {
    (1..levels).fold(Npc::default(), |inner, _| Npc { followers: vec![inner], ..Npc::default() })
}

fn riders(riders: usize) -> Npc {
    let rider = |inner| Npc { mount: Some(Box::new(inner)), ..Npc::default() };
    (1..riders).fold(Npc::default(), |inner, _| rider(inner))
}

#[test]
fn the_levels_of_a_large_struct_fit_a_small_stack() {
    on_a_small_stack(|| {
        for (deepest, deeper) in [(troop(128), troop(129)), (riders(64), riders(65))] {
            let bytes = archive::to_vec(&deepest).unwrap();
            assert!(archive::from_slice::<Npc>(&bytes).is_ok());
            assert_eq!(archive::to_vec(&deeper).unwrap_err().kind(), ErrorKind::DepthLimit);
        }
    });
}

#[test]
fn the_levels_of_an_older_version_fit_a_small_stack_too() {
    mod v1 {
        #[derive(archive::Archive, Debug, Default)]
        pub struct Room {
            pub name: String,
            pub size: [u32; 16],
            pub doors: Vec<Room>,
        }
    }
    #[derive(Archive, Debug, Default)]
    struct Room {
        name: String,
        size: [u32; 16],
        doors: Vec<Room>,
        #[since(2, default = [1.0; 32])]
        light: [f32; 32],
    }
    let rooms = (1..128).fold(v1::Room::default(), |inner, _| v1::Room {
        doors: vec![inner],
        ..Default::default()
    });
    let bytes = archive::to_vec(&rooms).unwrap();
    on_a_small_stack(move || {
        let mut room = archive::from_slice::<Room>(&bytes).unwrap();
        assert_eq!(room.light, [1.0; 32]);
        let first = archive::VersionTable::new().with("Room", 1);
        assert_eq!(Options::file().write_for(&first).to_vec(&room).unwrap(), bytes);
        room.name.push('!');
    });
}

#[test]
fn more_levels_may_be_allowed() {
    let deep = Options::message().limits(Limits::new().depth(1000));
    thread::Builder::new()
        .stack_size(32 << 20)
        .spawn(move || {
            let bytes = deep.to_vec(&chain(500)).unwrap();
            assert!(deep.from_slice::<Link>(&bytes).is_ok());
            assert_eq!(deep.to_vec(&chain(501)).unwrap_err().kind(), ErrorKind::DepthLimit);
            assert_eq!(
                archive::from_slice::<Link>(&bytes).unwrap_err().kind(),
                ErrorKind::DepthLimit
            );
        })
        .unwrap()
        .join()
        .unwrap();
}

/// Large values count as more levels, so that every chain that loads fits a thread's stack.
mod large {
    use super::*;

    #[derive(Archive, Debug, PartialEq)]
    struct Node<const LEN: usize> {
        data: [u32; LEN],
        next: Option<Box<Node<LEN>>>,
    }

    #[derive(Archive, Debug, PartialEq)]
    enum Branch<const LEN: usize> {
        Leaf([u32; LEN]),
        Fork(Vec<Branch<LEN>>),
    }

    fn chain<const LEN: usize>(nodes: usize) -> Box<Node<LEN>> {
        let data = |at| core::array::from_fn(|n| n as u32 ^ at as u32);
        let mut chain = Box::new(Node { data: data(0), next: None });
        for at in 1..nodes {
            chain = Box::new(Node { data: data(at), next: Some(chain) });
        }
        chain
    }

    fn fork<const LEN: usize>(levels: usize) -> Vec<Branch<LEN>> {
        let mut all = vec![Branch::Leaf([7; LEN])];
        for _ in 1..levels {
            all = vec![Branch::Fork(all)];
        }
        all
    }

    /// Whatever can be saved also loads on a small stack; deeper values cannot be saved.
    fn come_back<T: Archive + PartialEq>(of_depth: impl Fn(usize) -> T) {
        let depth = (1..80).take_while(|depth| archive::to_vec(&of_depth(*depth)).is_ok()).count();
        let value = of_depth(depth);
        for options in [Options::file(), Options::message(), Options::file().layout(Layout::Rows)] {
            let bytes = options.to_vec(&value).unwrap();
            assert!(options.from_slice::<T>(&bytes).unwrap() == value);
            let error = options.to_vec(&of_depth(depth + 1)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::DepthLimit);
        }
        let shown = archive::text::to_string(&value).unwrap();
        assert!(archive::text::from_str::<T>(&shown).unwrap() == value);
        let tree = archive::Value::of(&value).unwrap();
        assert!(tree.to::<T>().unwrap() == value);
    }

    #[test]
    fn chains_of_large_values_come_back_or_are_refused() {
        on_a_small_stack(|| come_back(chain::<1_000>));
        on_a_small_stack(|| come_back(chain::<2_000>));
        on_a_small_stack(|| come_back(chain::<4_096>));
        on_a_small_stack(|| come_back(fork::<2_000>));
        on_a_small_stack(|| come_back(fork::<4_096>));
    }
}
