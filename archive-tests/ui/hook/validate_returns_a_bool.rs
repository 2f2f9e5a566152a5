use archive::Archive;

#[derive(Archive)]
#[archive(validate = SaveGame::is_sound)]
struct SaveGame {
    level: u32,
}

impl SaveGame {
    fn is_sound(&self) -> bool {
        self.level > 0
    }
}

fn main() {}
