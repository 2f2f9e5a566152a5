use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[since(2, default = health.max(10))]
    health: u32,
}

fn main() {}
