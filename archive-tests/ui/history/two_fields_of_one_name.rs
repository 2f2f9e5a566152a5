use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(removed(difficulty: i32, until = 3))]
    level: u32,
    #[since(2, default = 1)]
    difficulty: u8,
}

fn main() {}
