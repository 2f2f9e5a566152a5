use archive::Archive;

#[derive(Archive)]
struct SaveGame {
    level: u32,
    #[since(3, default = 1.0)]
    #[archive(renamed(2, from = "hp"))]
    health: f32,
}

fn main() {}
