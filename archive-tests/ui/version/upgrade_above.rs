use archive::{Archive, Upgrade};

#[derive(Archive)]
#[archive(version = 2, upgrade(from = 2, with = SaveGame::split))]
struct SaveGame {
    level: u32,
}

impl SaveGame {
    fn split(&mut self, _: &mut Upgrade) {}
}

fn main() {}
