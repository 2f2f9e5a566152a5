use archive::Archive;

#[derive(Archive)]
#[archive(version = 4, oldest = 3)]
struct SaveGame {
    #[archive(removed(difficulty: i32, until = 3))]
    level: u32,
}

fn main() {}
