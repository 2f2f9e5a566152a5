use archive::Archive;

#[derive(Archive)]
#[archive(version)]
struct SaveGame {
    level: u32,
}

fn main() {}
