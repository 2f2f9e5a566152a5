use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    #[since(2, default = *level * 10)]
    health: u32,
    level: u32,
}

fn main() {}
