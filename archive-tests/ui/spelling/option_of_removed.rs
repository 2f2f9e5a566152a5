use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(removed(difficulty: i32, unitl = 2))]
    level: u32,
}

fn main() {}
