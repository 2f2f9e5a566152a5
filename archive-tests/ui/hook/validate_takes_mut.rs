use archive::Archive;

#[derive(Archive)]
#[archive(validate = SaveGame::check)]
struct SaveGame {
    level: u32,
}

impl SaveGame {
    fn check(&mut self) {}
}

fn main() {}
