use archive::Archive;
use std::collections::BTreeMap;

#[derive(Archive)]
struct Place {
    x: u32,
    y: u32,
}

#[derive(Archive)]
struct World {
    tiles: BTreeMap<Place, u8>,
}

fn main() {}
