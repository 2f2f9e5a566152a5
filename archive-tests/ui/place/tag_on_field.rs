use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(tag = 1)]
    level: u32,
}

fn main() {}
