use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(removed(difficulty: i32, until = 1))]
    level: u32,
}

fn main() {}
