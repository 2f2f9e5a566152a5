use archive::Archive;

#[derive(Archive)]
#[archive(versoin = 2)]
struct SaveGame {
    level: u32,
}

fn main() {}
