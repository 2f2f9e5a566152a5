use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[archive(unknown)]
    extra: Vec<u8>,
}

#[derive(Archive)]
enum Difficulty {
    Easy,
    #[archive(unknown)]
    Newer(String),
}

fn main() {}
