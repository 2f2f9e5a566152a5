//! Large values load without exceeding the memory allowed for each byte.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use archive::{Archive, Compression, Options};
use archive_tests::memory::peak;
use arrayvec::ArrayVec;
use indexmap::{IndexMap, IndexSet};
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::shapes::{Item, Point, State, Tree, Weather};
use archive_tests::hostile::{Bounds, FREE};

/// Loads a value of a few hundred thousand bytes, with no other allowance.
#[track_caller]
fn within_the_bound<T: Archive>(value: &T) {
    let bytes = Options::message().to_vec(value).unwrap();
    let weight = archive::__private::weight::<T>().unwrap();
    let (loaded, memory) = peak(|| archive::from_slice::<T>(&bytes));
    let again = Options::message().to_vec(&loaded.unwrap()).unwrap();
    assert!(again == bytes, "{} comes back", std::any::type_name::<T>());
    let bound = FREE + weight * (bytes.len() - 10);
    assert!(memory <= bound, "{}: {memory} of {bound} bytes", std::any::type_name::<T>());
    within_the_bound_of_columns(value, &again);
}

/// The same for columns, packed and compressed.
#[track_caller]
fn within_the_bound_of_columns<T: Archive>(value: &T, rows: &[u8]) {
    let bounds = Bounds::of::<T>();
    for codec in [Compression::None, Compression::Lz4, Compression::Zstd(1)] {
        let bytes = Options::file().compression(codec).to_vec(value).unwrap();
        let is_held = codec != Compression::None;
        let (loaded, memory) = peak(|| archive::from_slice::<T>(&bytes));
        let name = std::any::type_name::<T>();
        match loaded {
            Ok(loaded) => assert!(Options::message().to_vec(&loaded).unwrap() == rows, "{name}"),
            // Rows within columns cannot be read yet if a codec compressed their block.
            Err(error) => assert!(is_held && name.contains("Tree"), "{name}: {error}"),
        }
        let bound = FREE + bounds.body(&bytes);
        assert!(memory <= bound, "{name} by {codec:?}: {memory} of {bound} bytes");
    }
}

const MANY: u32 = 8_000;

fn many<C: FromIterator<T>, T>(element: impl FnMut(u32) -> T) -> C {
    (0..MANY).map(element).collect()
}

#[test]
fn lists() {
    within_the_bound::<Vec<u32>>(&many(|n| n));
    within_the_bound::<Vec<u8>>(&many(|n| n as u8));
    within_the_bound::<Vec<bool>>(&many(|n| n % 2 == 0));
    within_the_bound::<Vec<String>>(&many(|_| String::new()));
    within_the_bound::<Vec<String>>(&many(|n| n.to_string()));
    within_the_bound::<VecDeque<u16>>(&many(|n| n as u16));
    within_the_bound::<LinkedList<u8>>(&many(|n| n as u8));
    within_the_bound::<LinkedList<u64>>(&many(u64::from));
    within_the_bound::<LinkedList<Vec<u8>>>(&many(|_| vec![1]));
    within_the_bound::<BinaryHeap<u64>>(&many(u64::from));
    within_the_bound::<BinaryHeap<u8>>(&many(|n| n as u8));
    within_the_bound::<Vec<Option<[u64; 4]>>>(&many(|_| None));
    within_the_bound::<Vec<Point>>(&many(|_| Point { x: 1.0, y: 2.0 }));
    within_the_bound::<Vec<Weather>>(&many(|_| Weather::Rain));
    within_the_bound::<Vec<Vec<Vec<u8>>>>(&many(|_| vec![vec![], vec![1]]));
    within_the_bound::<Box<[Box<str>]>>(&many(|_| "".into()));
}

#[test]
fn types_of_other_crates() {
    within_the_bound::<Vec<glam::Vec3>>(&many(|n| glam::Vec3::splat(n as f32)));
    within_the_bound::<Vec<glam::Mat3A>>(&many(|_| glam::Mat3A::IDENTITY));
    within_the_bound::<SmallVec<[u32; 8]>>(&many(|n| n));
    within_the_bound::<Vec<SmallVec<[u64; 32]>>>(&many(|_| SmallVec::new()));
    within_the_bound::<Vec<ArrayVec<u8, 200>>>(&many(|_| ArrayVec::new()));
    within_the_bound::<Vec<SmolStr>>(&many(|n| SmolStr::from("x".repeat(n as usize % 40))));
    within_the_bound::<IndexMap<String, ()>>(&many(|n| (n.to_string(), ())));
    within_the_bound::<IndexSet<u16>>(&many(|n| n as u16));
    within_the_bound::<Vec<(IndexMap<u8, u8>, IndexSet<u8>)>>(&many(|_| {
        (IndexMap::from([(1, 2)]), IndexSet::from([1]))
    }));
}

/// Texts with few distinct values, of every length, in as few bits as possible.
#[test]
fn texts_that_are_the_same() {
    for len in [0, 1, 7, 8, 9, 30, 64, 65, 254, 255] {
        for kinds in [1, 2, 3, 100] {
            let texts: Vec<String> =
                (0..kinds).map(|n| format!("{n:>len$}").replace(' ', "x")).collect();
            let text = |n: u32| texts[n as usize % kinds].clone();
            within_the_bound::<Vec<String>>(&many(text));
            within_the_bound::<Vec<Box<str>>>(&many(|n| text(n).into()));
            within_the_bound::<Vec<Rc<str>>>(&many(|n| text(n).into()));
            within_the_bound::<Vec<Option<Box<str>>>>(&many(|n| Some(text(n).into())));
            within_the_bound::<Vec<(u8, String)>>(&many(|n| (0, text(n))));
        }
    }
}

#[test]
fn maps_of_many_entries() {
    within_the_bound::<BTreeMap<u32, u8>>(&many(|n| (n, 1)));
    within_the_bound::<BTreeMap<u32, ()>>(&many(|n| (n, ())));
    within_the_bound::<BTreeMap<String, String>>(&many(|n| (n.to_string(), String::new())));
    within_the_bound::<HashMap<u32, u8>>(&many(|n| (n, 1)));
    within_the_bound::<HashMap<u16, Option<[u64; 8]>>>(&many(|n| (n as u16, None)));
    within_the_bound::<BTreeSet<u32>>(&many(|n| n));
    within_the_bound::<HashSet<u32>>(&many(|n| n));
    within_the_bound::<HashSet<String>>(&many(|n| n.to_string()));
}

#[test]
fn many_maps_of_one_entry() {
    within_the_bound::<Vec<BTreeMap<u8, u8>>>(&many(|_| [(1, 2)].into()));
    within_the_bound::<Vec<BTreeMap<u8, [u64; 12]>>>(&many(|_| [(1, [2; 12])].into()));
    within_the_bound::<Vec<BTreeMap<u8, Option<[u64; 12]>>>>(&many(|_| [(1, None)].into()));
    within_the_bound::<Vec<BTreeSet<u8>>>(&many(|_| [1].into()));
    within_the_bound::<Vec<BTreeSet<[u8; 40]>>>(&many(|_| [[1; 40]].into()));
    within_the_bound::<Vec<HashMap<u8, u8>>>(&many(|_| [(1, 2)].into()));
    within_the_bound::<Vec<HashMap<u8, [u64; 12]>>>(&many(|_| [(1, [2; 12])].into()));
    within_the_bound::<Vec<HashSet<u8>>>(&many(|_| [1].into()));
    within_the_bound::<Vec<HashSet<[u8; 40]>>>(&many(|_| [[1; 40]].into()));
    within_the_bound::<Vec<BTreeMap<u8, BTreeMap<u8, u64>>>>(&many(|_| {
        [(1, [(1, 2)].into())].into()
    }));
}

#[test]
fn maps_of_every_small_length() {
    for len in 1..40_u8 {
        let ordered: BTreeMap<u8, [u64; 8]> = (0..len).map(|n| (n, [1; 8])).collect();
        within_the_bound(&vec![ordered; 200]);
        let hashed: HashMap<u8, [u64; 8]> = (0..len).map(|n| (n, [1; 8])).collect();
        within_the_bound(&vec![hashed; 200]);
        within_the_bound(&vec![(0..len).collect::<BTreeSet<u8>>(); 800]);
        within_the_bound(&vec![(0..len).collect::<HashSet<u8>>(); 800]);
    }
}

#[test]
fn pointers() {
    within_the_bound::<Vec<Box<u8>>>(&many(|n| Box::new(n as u8)));
    within_the_bound::<Vec<Rc<u8>>>(&many(|n| Rc::new(n as u8)));
    within_the_bound::<Vec<Rc<str>>>(&many(|_| "".into()));
    within_the_bound::<Vec<Arc<[u16]>>>(&many(|_| [].into()));
    within_the_bound::<Arc<[u64]>>(&many(u64::from));
    within_the_bound::<Rc<str>>(&"x".repeat(200_000).into());
    within_the_bound::<Vec<Box<Rc<Box<u32>>>>>(&many(|n| Box::new(Rc::new(Box::new(n)))));
    within_the_bound::<Vec<Option<Box<[u64; 8]>>>>(&many(|_| None));
}

#[test]
fn types_that_hold_themselves() {
    within_the_bound::<Vec<Tree>>(&many(|_| Tree::Leaf));
    within_the_bound::<Vec<Tree>>(&many(|_| {
        Tree::Boxed(Box::new(Tree::Boxed(Box::new(Tree::Leaf))))
    }));
    within_the_bound::<Vec<Tree>>(&many(|_| Tree::Named {
        entries: [(String::new(), Tree::List(vec![Tree::Leaf]))].into(),
        note: Some(Box::new(Tree::Leaf)),
    }));
}

#[test]
fn derived_types() {
    let item =
        |n: u32| Item { name: n.to_string(), count: n, state: State::Mended { by: "".into() } };
    within_the_bound::<Vec<Item>>(&many(item));
    within_the_bound::<BTreeMap<u32, Item>>(&many(|n| (n, item(n))));
}
