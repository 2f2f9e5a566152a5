use archive::Archive;

#[derive(Archive)]
#[archive(version = 2)]
struct SaveGame {
    #[archive(removed(difficulty: i32, until = 3))]
    level: u32,
}

fn main() {}
