use archive::Archive;

struct Inventory(Vec<u32>);

#[derive(Archive)]
struct SaveGame {
    level: u32,
    inventory: Inventory,
}

fn main() {}
