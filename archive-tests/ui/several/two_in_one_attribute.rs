use archive::Archive;

#[derive(Archive)]
#[archive(version = 0, oldset = 2)]
struct SaveGame {
    level: u32,
}

fn main() {}
