use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(removed(difficulty: i32))]
    level: u32,
}

fn main() {}
