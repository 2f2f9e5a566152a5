use archive::Archive;
use std::collections::{BTreeMap, HashMap, HashSet};

#[derive(Archive)]
struct Id(u32);

#[derive(Archive)]
struct Item(u8);

#[derive(Archive)]
struct World {
    counts: HashMap<Id, u8>,
    seen: HashSet<(u8, Id)>,
    items: HashMap<Id, Vec<Item>>,
    heights: BTreeMap<f32, u8>,
}

#[derive(Archive)]
struct Table<K> {
    rows: HashMap<K, u8>,
}

fn main() {}
