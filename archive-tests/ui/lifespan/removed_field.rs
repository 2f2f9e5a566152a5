use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(removed(difficulty: i32, since = 3, until = 3))]
    level: u32,
}

fn main() {}
