use archive::Archive;

struct Item(u32);

#[derive(Archive)]
struct SaveGame {
    level: u32,
    inventory: Vec<Item>,
}

fn main() {}
