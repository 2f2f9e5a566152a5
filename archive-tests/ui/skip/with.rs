use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[archive(skip, with = codec)]
    cache: u32,
}

fn main() {}
