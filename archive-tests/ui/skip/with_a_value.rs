use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[archive(skip = true)]
    cache: u32,
}

fn main() {}
