use archive::{Archive, Upgrade};

#[derive(Archive)]
#[archive(upgrade(from = 2, with = SaveGame::split), upgrade(from = 2, with = SaveGame::heal))]
struct SaveGame {
    level: u32,
}

impl SaveGame {
    fn split(&mut self, _: &mut Upgrade) {}
    fn heal(&mut self, _: &mut Upgrade) {}
}

fn main() {}
