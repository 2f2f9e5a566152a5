use archive::Archive;

#[derive(Archive)]
#[archive(validate = SaveGame::check)]
struct SaveGame {
    level: u32,
}

struct Unsound;

impl SaveGame {
    fn check(&self) -> Result<(), Unsound> {
        if self.level > 0 { Ok(()) } else { Err(Unsound) }
    }
}

fn main() {}
