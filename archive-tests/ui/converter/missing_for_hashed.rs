use archive::Archive;
use std::collections::{BTreeMap, HashMap};

#[derive(Archive)]
struct Item;

#[derive(Archive)]
struct SaveGame {
    #[archive(was(BTreeMap<u8, Item>, until = 2))]
    bag: HashMap<u8, Item>,
}

fn main() {}
