use archive::Archive;

#[derive(Archive)]
#[archive(upgrade(from = 1, with = SaveGame::split))]
struct SaveGame {
    level: u32,
}

impl SaveGame {
    fn split(&mut self) {}
}

fn main() {}
