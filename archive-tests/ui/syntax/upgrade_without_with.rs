use archive::Archive;

#[derive(Archive)]
#[archive(upgrade(from = 2))]
struct SaveGame {
    level: u32,
}

fn main() {}
