use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(removed = "difficulty")]
    level: u32,
}

fn main() {}
