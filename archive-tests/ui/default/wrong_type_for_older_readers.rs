use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(removed(difficulty: i32, until = 2, default = 0.5))]
    level: u32,
}

fn main() {}
