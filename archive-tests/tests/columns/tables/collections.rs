//! Collections that are not read as lists of a known length in place, and lists within one row.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};

use archive::Archive;

use super::by_tables;

#[derive(Archive, Clone, Debug, PartialEq)]
struct Part {
    id: u16,
    name: String,
    place: Option<(f32, f32)>,
}

fn part(id: u16) -> Part {
    Part { id, name: id.to_string(), place: id.is_multiple_of(3).then_some((0.5, f32::from(id))) }
}

#[test]
fn collections_of_all_kinds_are_read_by_tables() {
    for count in [0_u16, 1, 3, 70, 1100, 5000] {
        let numbers = || 0..count;
        by_tables(&numbers().map(part).collect::<LinkedList<_>>());
        by_tables(&numbers().map(part).collect::<VecDeque<_>>());
        by_tables(&numbers().map(part).collect::<Box<[_]>>());
        by_tables(&numbers().collect::<BTreeSet<_>>());
        by_tables(&numbers().map(|n| n.to_string()).collect::<BTreeSet<_>>());
        by_tables(&numbers().collect::<HashSet<_>>());
        by_tables(&numbers().map(|n| (n, part(n))).collect::<BTreeMap<_, _>>());
        by_tables(&numbers().map(|n| (n.to_string(), part(n))).collect::<HashMap<_, _>>());
        by_tables(&numbers().collect::<BinaryHeap<_>>().into_sorted_vec());
        let both = (numbers().map(part).collect::<LinkedList<_>>(), numbers().collect::<Vec<_>>());
        by_tables(&vec![both.clone(), both]);
    }
}

#[derive(Archive, Clone, Debug, Default, PartialEq)]
struct Long {
    texts: Vec<String>,
    bytes: Vec<u8>,
    flags: Vec<bool>,
    numbers: Vec<u32>,
    set: BTreeSet<u16>,
    list: LinkedList<(u8, String)>,
}

#[test]
fn a_single_row_of_long_lists_is_read_by_tables() {
    for len in [0_u16, 1, 254, 255, 256, 700] {
        let numbers = || 0..len;
        let long = Long {
            texts: numbers().map(|n| "é".repeat(usize::from(n))).collect(),
            bytes: vec![7; usize::from(len)],
            flags: numbers().map(|n| n.is_multiple_of(2)).collect(),
            numbers: numbers().map(u32::from).collect(),
            set: numbers().collect(),
            list: numbers().map(|n| (1, n.to_string())).collect(),
        };
        by_tables(&long);
        by_tables(&vec![Long::default(), long.clone(), long]);
    }
}
