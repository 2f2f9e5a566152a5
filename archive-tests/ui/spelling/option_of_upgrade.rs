use archive::Archive;

#[derive(Archive)]
#[archive(upgrade(form = 1, with = SaveGame::split))]
struct SaveGame {
    level: u32,
}

fn main() {}
