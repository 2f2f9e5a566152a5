use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[archive(skip, skip)]
    cache: u16,
}

fn main() {}
