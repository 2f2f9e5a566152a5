use archive::Archive;

#[derive(Archive)]
#[archive(version = 4294967296)]
struct SaveGame {
    level: u32,
}

fn main() {}
