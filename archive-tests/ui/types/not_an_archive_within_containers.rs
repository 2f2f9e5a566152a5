use archive::Archive;
use std::collections::HashMap;

struct Item(u32);

struct Place(u8);

#[derive(Archive)]
struct SaveGame {
    level: u32,
    chests: HashMap<u32, Vec<(u8, Option<Box<Item>>)>>,
    on_map: Vec<(Place, [Item; 2])>,
    next: Option<Box<SaveGame>>,
}

fn main() {}
