use archive::Archive;

#[derive(Archive)]
#[archive(validate = SaveGame::check, validate = SaveGame::look)]
struct SaveGame {
    level: u32,
}

impl SaveGame {
    fn check(&self) {}
    fn look(&self) {}
}

fn main() {}
