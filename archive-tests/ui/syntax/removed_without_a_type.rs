use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(removed(difficulty: until = 2))]
    level: u32,
}

fn main() {}
