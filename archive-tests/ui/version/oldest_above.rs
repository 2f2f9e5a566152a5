use archive::Archive;

#[derive(Archive)]
#[archive(version = 2, oldest = 3)]
struct SaveGame {
    level: u32,
}

fn main() {}
