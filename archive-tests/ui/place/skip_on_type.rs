use archive::Archive;

#[derive(Archive)]
#[archive(skip)]
struct SaveGame {
    level: u32,
}

fn main() {}
