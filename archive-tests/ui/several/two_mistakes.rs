use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[archive(reomved(difficulty: i32, until = 2))]
    level: u32,
    #[since(3)]
    stamina: u16,
}

fn main() {}
