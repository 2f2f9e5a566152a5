use archive::Archive;

struct Difficulty(u32);

#[derive(Archive)]
struct SaveGame {
    #[archive(removed(difficulty: Difficulty, until = 2))]
    level: u32,
}

fn main() {}
