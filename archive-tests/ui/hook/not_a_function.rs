use archive::Archive;

#[derive(Archive)]
#[archive(after_load = "SaveGame::fix")]
struct SaveGame {
    level: u32,
}

fn main() {}
