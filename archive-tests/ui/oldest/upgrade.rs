use archive::{Archive, Upgrade};

#[derive(Archive)]
#[archive(version = 4, oldest = 3, upgrade(from = 2, with = SaveGame::split))]
struct SaveGame {
    level: u32,
}

impl SaveGame {
    fn split(&mut self, _: &mut Upgrade) {}
}

fn main() {}
