use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(version = 2)]
    level: u32,
}

fn main() {}
